import { currentStore } from '#contract/current-store.ts'
import { getTaxSetup } from '#contract/tax.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { OrderPreview } from '#web/orders/order-preview.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { HomeProposal } from '#web/tax/home-proposal.tsx'
import { TaxClasses } from '#web/tax/tax-classes.tsx'
import { TaxRates } from '#web/tax/tax-rates.tsx'
import { TaxRegistrations } from '#web/tax/tax-registrations.tsx'
import { TaxSettings } from '#web/tax/tax-settings.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/tax.route.ts'

export const handle = staffWith('settings')

export const meta: Route.MetaFunction = () => hiddenPage(t('word.tax'))

export default function TaxRoute() {
  const query = useQuery(endpointQuery(getTaxSetup))
  return (
    <>
      <PageHeading
        title={t('word.tax')}
        text={t('tax.text')}
        action={
          <ButtonLink to="/dashboard/tax-buyers" variant="outline">
            {t('tax.buyers')}
          </ButtonLink>
        }
      />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={8} label={t('tax.loading')} />}
          failed={t('tax.failed')}
        >
          {(setup) => (
            <>
              <TaxSettings setup={setup} />
              {setup.registrations.length === 0 ? <HomeProposal /> : null}
              <TaxRegistrations registrations={setup.registrations} />
              <TaxClasses classes={setup.classes} />
              <TaxRates classes={setup.classes} home={setup.country || (currentStore().country ?? '')} />
              <OrderPreview className="mt-10" />
            </>
          )}
        </QueryView>
      </div>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
