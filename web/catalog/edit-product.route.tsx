import { useNavigate } from 'react-router'
import { type Tool, updateTool } from '#contract/catalog.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { useAnswer } from '#web/api/answers.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { productById } from '#web/catalog/product-answers.ts'
import { type ProductContent, ProductForm } from '#web/catalog/product-form.tsx'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/edit-product.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: 'Edit A Product – Boltyard' },
  { name: 'robots', content: 'noindex' },
]

const list = '/dashboard/manage-products'

export default function EditProductRoute({ params: { id } }: Route.ComponentProps) {
  const { email } = usePerson()
  const answer = useAnswer(productById, id)
  const navigate = useNavigate()

  async function save(product: Tool, content: ProductContent) {
    const body = changesOf(product, content)
    if (Object.keys(body).length > 0) {
      const { tool } = await call(updateTool, { params: { id }, body })
      productById.change(id, () => tool)
      forgetProducts()
    }
    toast.success(`${content.name} is saved`)
    await navigate(list)
  }

  const isGone = answer.state === 'failed' && answer.error instanceof ApiProblem && answer.error.status === 404
  return (
    <>
      <PageHeading title="Edit A Product" text="Open orders keep the price and the name that they were placed with." />
      {answer.state === 'loading' ? <SkeletonRows rows={6} label="Loading the product" /> : null}
      {isGone ? (
        <EmptyState
          title="This product is not sold"
          text="It was taken out of the shop, or there never was one at this address."
          action={<ButtonLink to={list}>Manage All Products</ButtonLink>}
        />
      ) : null}
      {answer.state === 'failed' && !isGone ? (
        <FailedState title="The product could not be loaded" message={answer.message} onRetry={answer.retry} />
      ) : null}
      {answer.state === 'ready' ? (
        <ProductForm
          key={id}
          product={answer.value}
          email={email}
          saveLabel="Save"
          onSave={(content) => save(answer.value, content)}
        >
          <ButtonLink to={list} look="quiet" size="lg">
            Cancel
          </ButtonLink>
        </ProductForm>
      ) : null}
    </>
  )
}

/** Only what is different is sent: two admins who change different things do not undo each other. */
function changesOf(product: Tool, { name, content, minQuantity, price, img }: ProductContent) {
  return {
    ...(name === product.name ? {} : { name }),
    ...(content === product.content ? {} : { content }),
    ...(minQuantity === product.minOrder ? {} : { minQuantity }),
    ...(price === product.price ? {} : { price }),
    ...(img === product.img ? {} : { img }),
  }
}

export { RouteFailure as ErrorBoundary }
