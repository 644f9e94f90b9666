import { useNavigate } from 'react-router'
import { type EditedTool, getManagedTool, updateTool } from '#contract/catalog.ts'
import { staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { fillTexts } from '#web/catalog/product-translations.tsx'
import { fillImages } from '#web/catalog/product-pictures.tsx'
import { type ProductContent, ProductForm } from '#web/catalog/product-form.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/edit-product.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('products.edit-page-title'))

const list = '/dashboard/manage-products'

export default function EditProductRoute({ params: { id } }: Route.ComponentProps) {
  const { email } = usePerson()
  const query = useQuery(endpointQuery(getManagedTool, { params: { id } }))
  const navigate = useNavigate()

  async function save(product: EditedTool, content: ProductContent) {
    const body = changesOf(product, content)
    if (Object.keys(body).length > 0) await write(updateTool, { params: { id }, body })
    toast.success(t('products.saved', { name: content.name }))
    await navigate(list)
  }

  const isGone = query.error instanceof ApiProblem && query.error.status === 404
  return (
    <>
      <PageHeading title={t('products.edit')} text={t('products.edit-text')} />
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
            <ProductForm
              key={id}
              product={product}
              email={email}
              saveLabel={t('form.save')}
              onSave={(content) => save(product, content)}
            >
              <ButtonLink to={list} variant="quiet" size="lg">
                {t('ui.cancel')}
              </ButtonLink>
            </ProductForm>
          )}
        </QueryView>
      )}
    </>
  )
}

/** Returns only the changed fields, so that concurrent edits of other fields are kept. */
function changesOf(product: EditedTool, content: ProductContent): Partial<ProductContent> {
  const before: Record<string, unknown> = {
    orderMultiple: 1,
    pricePer: 1,
    maxOrder: 0,
    ...product,
    texts: fillTexts(product.texts),
    images: fillImages(product.images),
    replacedById: product.replacedBy?._id ?? '',
    fitsTogetherIds: product.fitsTogether.map(({ _id }) => _id),
  }
  return Object.fromEntries(
    Object.entries(content).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field] ?? '')),
  )
}

export { RouteErrorBoundary as ErrorBoundary }
