import { addTool } from '#contract/catalog.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { ProductForm } from '#web/catalog/product-form.tsx'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/add-product.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: t('products.add-page-title') },
  { name: 'robots', content: 'noindex' },
]

export default function AddProductRoute() {
  const { email } = usePerson()
  return (
    <>
      <PageHeading title={t('products.add')} text={t('products.add-text')} />
      <ProductForm
        email={email}
        saveLabel={t('products.add-button')}
        onStart={() => toast.info(t('products.adding'))}
        onSave={async ({ available = 0, ...content }) => {
          await call(addTool, { body: { ...content, available } })
          toast.success(t('products.added'))
          forgetProducts()
        }}
      >
        <ButtonLink to="/dashboard/manage-products" look="quiet" size="lg">
          {t('products.manage')}
        </ButtonLink>
      </ProductForm>
    </>
  )
}

export { RouteFailure as ErrorBoundary }
