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
import { t } from '#web/words/words.ts'
import type { Route } from './+types/edit-product.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: t('products.edit-page-title') },
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
    toast.success(t('products.saved', { name: content.name }))
    await navigate(list)
  }

  const isGone = answer.state === 'failed' && answer.error instanceof ApiProblem && answer.error.status === 404
  return (
    <>
      <PageHeading title={t('products.edit')} text={t('products.edit-text')} />
      {answer.state === 'loading' ? <SkeletonRows rows={6} label={t('products.loading-one')} /> : null}
      {isGone ? (
        <EmptyState
          title={t('products.gone')}
          text={t('products.gone-text')}
          action={<ButtonLink to={list}>{t('products.manage')}</ButtonLink>}
        />
      ) : null}
      {answer.state === 'failed' && !isGone ? (
        <FailedState title={t('products.failed-one')} message={answer.message} onRetry={answer.retry} />
      ) : null}
      {answer.state === 'ready' ? (
        <ProductForm
          key={id}
          product={answer.value}
          email={email}
          saveLabel={t('form.save')}
          onSave={(content) => save(answer.value, content)}
        >
          <ButtonLink to={list} look="quiet" size="lg">
            {t('ui.cancel')}
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
