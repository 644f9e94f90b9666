import { getAddressFormat } from '#contract/addresses.ts'
import { getShippingSetup, setShippingEnabled, type ShippingSetup } from '#contract/shipping.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { OrderPreview } from '#web/orders/order-preview.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { IssueList } from '#web/shipping/issue-list.tsx'
import { Methods } from '#web/shipping/methods.tsx'
import { ShippingSettings } from '#web/shipping/shipping-settings.tsx'
import { Zones } from '#web/shipping/zones.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/shipping.route.ts'

export const handle = staffWith('settings')

export const meta: Route.MetaFunction = () => hiddenPage(t('word.shipping'))

export default function ShippingRoute() {
  const query = useQuery(endpointQuery(getShippingSetup))
  const { data: format } = useQuery(endpointQuery(getAddressFormat, { query: { country: 'US' } }))
  const countries = format?.countries ?? ['US']
  return (
    <>
      <PageHeading title={t('word.shipping')} text={t('shipping.text')} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={8} label={t('shipping.loading')} />}
          failed={t('shipping.failed')}
        >
          {(setup) => (
            <>
              <Card className="grid gap-4">
                <Switch setup={setup} />
                <IssueList setup={setup} />
              </Card>
              <Zones setup={setup} />
              <Methods setup={setup} />
              <ShippingSettings setup={setup} countries={countries} />
              <OrderPreview className="mt-10" />
            </>
          )}
        </QueryView>
      </div>
    </>
  )
}

function Switch({ setup: { enabled } }: { setup: ShippingSetup }) {
  const switching = useAction(async (value: boolean) => {
    await write(setShippingEnabled, { body: { enabled: value } })
    toast.success(t(value ? 'shipping.switched-on' : 'shipping.switched-off'))
  })
  return (
    <label className="flex min-h-11 items-center gap-3 font-semibold">
      <input
        type="checkbox"
        className="checkbox"
        checked={enabled}
        disabled={switching.isPending}
        onChange={({ target }) => switching.mutate(target.checked)}
      />
      {t('shipping.charge')}
    </label>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
