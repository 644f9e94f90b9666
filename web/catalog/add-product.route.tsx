import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addTool, type Tool } from '#contract/catalog.ts'
import { staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { write } from '#web/api/queries.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { ProductForm } from '#web/catalog/product-form.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/add-product.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('products.add'))

export default function AddProductRoute() {
  const { email } = usePerson()
  const [added, setAdded] = useState<Tool & { isDraft: boolean }>()
  return (
    <>
      <PageHeading title={t('products.add')} text={t('products.add-text')} />
      {added ? <AddedNote key={added._id} product={added} /> : null}
      <ProductForm
        email={email}
        saveLabel={t('products.add-button')}
        onStart={() => toast.info(t('products.adding'))}
        onSave={async ({ minOrder, ...content }, confirmations) => {
          const { tool } = await write(addTool, { body: { ...content, ...confirmations, minQuantity: minOrder } })
          setAdded({ ...tool, isDraft: content.draft === true })
          toast.success(t('products.added'))
        }}
      >
        <ButtonLink to="/dashboard/manage-products" variant="quiet" size="lg">
          {t('products.manage')}
        </ButtonLink>
      </ProductForm>
    </>
  )
}

/** Leads to the page of a new product; the empty form below is for the next one. */
function AddedNote({ product: { _id, name, isDraft } }: { product: Tool & { isDraft: boolean } }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise here, and React would take it for the effect's end.
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <p
      ref={note}
      className="mt-6 max-w-3xl scroll-mt-24 rounded-field border border-success/50 bg-success/8 p-4 wrap-anywhere"
    >
      <RichMessage
        id={isDraft ? 'products.draft-added' : 'products.added-link'}
        values={{ name }}
        parts={{
          link: (
            <Link
              to={`${isDraft ? '/dashboard/manage-products' : '/products'}/${_id}`}
              className="font-semibold underline underline-offset-4"
            />
          ),
        }}
      />
    </p>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
