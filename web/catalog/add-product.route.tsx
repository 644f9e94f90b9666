import { addTool } from '#contract/catalog.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { ProductForm } from '#web/catalog/product-form.tsx'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/add-product.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: 'Add A Product – Boltyard' },
  { name: 'robots', content: 'noindex' },
]

export default function AddProductRoute() {
  const { email } = usePerson()
  return (
    <>
      <PageHeading title="Add A Product" text="It is on the shelf for everybody as soon as you press Add." />
      <ProductForm
        email={email}
        saveLabel="Add"
        onStart={() => toast.info('Adding product. It may take a while')}
        onSave={async ({ available = 0, ...content }) => {
          await call(addTool, { body: { ...content, available } })
          toast.success('Product added successfully !')
          forgetProducts()
        }}
      >
        <ButtonLink to="/dashboard/manage-products" look="quiet" size="lg">
          Manage All Products
        </ButtonLink>
      </ProductForm>
    </>
  )
}

export { RouteFailure as ErrorBoundary }
