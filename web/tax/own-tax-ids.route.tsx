import { listTaxIds, maxTaxIds } from '#contract/tax.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { AddTaxId, TaxIdList } from '#web/tax/tax-id-list.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/own-tax-ids.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('tax-id.title'))

/** Edits the own VAT numbers and shows what is known about each. */
export default function OwnTaxIdsRoute() {
  const { email } = usePerson()
  return (
    <>
      <PageHeading title={t('tax-id.title')} text={t('tax-id.text')} />
      <OwnTaxIds key={email} />
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

function OwnTaxIds() {
  const query = useQuery(endpointQuery(listTaxIds))
  return (
    <section aria-label={t('tax-id.title')} className="card-surface mt-6 p-5 sm:p-7">
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={1} label={t('tax-id.title')} />}
        failed={t('tax-id.failed')}
      >
        {(taxIds) => (
          <>
            {taxIds.length > 0 ? <TaxIdList taxIds={taxIds} /> : null}
            {taxIds.length < maxTaxIds ? <AddTaxId /> : null}
          </>
        )}
      </QueryView>
    </section>
  )
}
