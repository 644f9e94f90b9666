import { useNavigate } from 'react-router'
import { addDiscount, type DiscountInput, getDiscount, updateDiscount } from '#contract/discounts.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { DiscountForm } from '#web/pricing/discounts/discount-form.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/discount.route.ts'

export const handle = staffWith('prices')

export const meta: Route.MetaFunction = () => hiddenPage(t('discounts.title'))

const list = '/dashboard/discounts'

export default function DiscountRoute({ params: { id } }: Route.ComponentProps) {
  const isNew = id === 'new'
  const query = useQuery({ ...endpointQuery(getDiscount, { params: { id } }), enabled: !isNew })
  const navigate = useNavigate()

  async function save(body: DiscountInput) {
    await (isNew ? write(addDiscount, { body }) : write(updateDiscount, { params: { id }, body }))
    toast.success(t('discounts.saved', { name: body.name }))
    await navigate(list)
  }

  const isGone = query.error instanceof ApiProblem && query.error.status === 404
  return (
    <>
      <BackLink to={list}>{t('discounts.title')}</BackLink>
      <PageHeading title={t(isNew ? 'discounts.add' : 'discounts.edit')} text={t('discounts.edit-text')} />
      <div className="mt-6">
        {isNew ? (
          <DiscountForm key="new" discount={undefined} onSave={save} />
        ) : isGone ? (
          <EmptyState
            title={t('discounts.gone')}
            text={t('problem.discount-not-found')}
            action={<ButtonLink to={list}>{t('discounts.title')}</ButtonLink>}
          />
        ) : (
          <QueryView
            query={query}
            placeholder={<SkeletonRows rows={6} label={t('discounts.loading')} />}
            failed={t('discounts.failed')}
          >
            {(discount) => <DiscountForm key={id} discount={discount} onSave={save} />}
          </QueryView>
        )}
      </div>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
