import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type EditedTool, getManagedTool, updateTool } from '#contract/catalog.ts'
import { isSameProductValue, productValue } from '#contract/product-values.ts'
import { staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { ApiProblem, Problem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import type { AuditedField } from '#contract/audit-log.ts'
import type { SavesVehicles } from '#web/vehicles/fitment-editor.tsx'
import { type Confirmations, type ProductContent, ProductForm } from '#web/catalog/product-form.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { isMessageId, type MessageId, t } from '#web/i18n/messages.ts'
import type { Route } from './+types/edit-product.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('products.edit'))

const FitmentEditor = lazy(() =>
  loadChunk(() =>
    import('#web/vehicles/fitment-editor.tsx').then(({ FitmentEditor: editor }) => ({ default: editor })),
  ),
)

const list = '/dashboard/manage-products'

class RefusedVehicles extends Problem {}

export default function EditProductRoute({ params: { id } }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(getManagedTool, { params: { id } }))
  const vehicles = useRef<SavesVehicles>(null)
  const isGone = query.error instanceof ApiProblem && query.error.status === 404
  return (
    <>
      <PageHeading
        title={t('products.edit')}
        text={t('products.edit-text')}
        action={
          query.data && !query.data.archivedAt && !query.data.draft ? (
            <ButtonLink to={`/products/${id}`} variant="outline">
              {t('products.in-shop')}
            </ButtonLink>
          ) : null
        }
      />
      {isGone ? (
        <EmptyState
          title={t('products.gone')}
          text={t('products.gone-text')}
          action={<ButtonLink to={list}>{t('products.manage')}</ButtonLink>}
        />
      ) : (
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={6} label={t('products.loading-one')} />}
          failed={t('products.failed-one')}
        >
          {(product) => (
            <>
              <Editor key={id} product={product} vehicles={vehicles} />
              <Suspense fallback={<SkeletonRows rows={3} label={t('fitments.loading')} />}>
                <FitmentEditor key={`${id}-vehicles`} ref={vehicles} productId={id} />
              </Suspense>
            </>
          )}
        </QueryView>
      )}
    </>
  )
}

/** Edits a product as it was when the page had loaded it; the query loads it again whenever the window gets the focus. */
function Editor({ vehicles, ...props }: { product: EditedTool; vehicles: RefObject<SavesVehicles | null> }) {
  const [product] = useState(props.product)
  const { email } = usePerson()
  const navigate = useNavigate()
  // After a refusal, what the other person made of it: saving once more replaces that, and nothing that comes later.
  const [seen, setSeen] = useState(product)

  async function save(content: ProductContent, confirmations: Confirmations) {
    // The page is left afterwards, so that its other form is saved, too.
    if ((await vehicles.current?.save()) === false) throw new RefusedVehicles(t('products.vehicles-refused'))
    const { body, was } = changesOf(product, content, seen)
    try {
      if (Object.keys(body).length > 0)
        await write(updateTool, { params: { id: product._id }, body: { ...body, ...confirmations, was } })
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'product-changed') throw error
      setSeen(await call(getManagedTool, { params: { id: product._id } }))
      const fields = String(error.facts['fields']).split(', ').map(nameOf).join(', ')
      throw new ApiProblem({ code: error.code, status: error.status, message: t('products.changed', { fields }) })
    }
    toast.success(t('products.saved', { name: content.name }))
    await navigate(list)
  }

  return (
    <>
      {product.waiting ? (
        <p className="mb-4 font-medium text-accent">{t('stock.waiting', { count: product.waiting })}</p>
      ) : null}
      <ProductForm product={product} email={email} saveLabel={t('word.save')} onSave={save}>
        <ButtonLink to={list} variant="quiet" size="lg">
          {t('ui.cancel')}
        </ButtonLink>
      </ProductForm>
    </>
  )
}

/** Names the fields that the audit log does not have under the same name. */
const names: Record<Exclude<keyof ProductContent, AuditedField | 'breaks' | 'waiting'>, MessageId> &
  Partial<Record<keyof ProductContent, MessageId>> = {
  name: 'product.name',
  content: 'product.description',
  img: 'product.imageUrl',
  price: 'product.priceCents',
  minOrder: 'product.minimumQuantity',
  maxOrder: 'product.maximumQuantity',
  draft: 'products.is-draft',
  available: 'product.availableQuantity',
  replacedById: 'audit.field.replacedBy',
  fitsTogetherIds: 'audit.field.fitsTogether',
}

// The server names fields of the body that was sent.
const nameOf = (field: string) => {
  const ids = [names[field as keyof ProductContent] ?? '', `product.${field}`, `audit.field.${field}`]
  return t(ids.find(isMessageId) ?? 'audit.field.other')
}

/** Returns only the changed fields, so that concurrent edits of other fields are kept, and what they were in `seen`. */
function changesOf(product: EditedTool, content: ProductContent, seen: EditedTool) {
  const changed = Object.entries(content).filter(
    ([field, value]) => !isSameProductValue(field, value, productValue(product, field)),
  )
  const was = Object.fromEntries(
    changed.map(([field]) => [field, productValue(seen, field)]),
  ) as Partial<ProductContent>
  return { body: Object.fromEntries(changed) as Partial<ProductContent>, was }
}

export { RouteErrorBoundary as ErrorBoundary }
