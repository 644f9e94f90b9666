import { listOrders } from '#contract/orders.ts'
import { toAmount, toCents } from '#contract/currency.ts'
import { type CustomerDetails, getCustomer, type MyTerms, type Terms } from '#contract/customers.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { AddByNumber } from '#web/carts/add-by-number.tsx'
import { LineList } from '#web/carts/line-list.tsx'
import { Checkout } from '#web/checkout/checkout-page.tsx'
import { CheckoutSection } from '#web/checkout/checkout-section.tsx'
import { useCustomerLines } from '#web/checkout/use-checkout-lines.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/customer-order.route.ts'

export const handle = staffWith('orders')

export const meta: Route.MetaFunction = () => hiddenPage(t('customer-order.page-title'))

/** Takes an order of a customer on the phone. */
export default function CustomerOrderRoute({ params: { id } }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(getCustomer, { params: { id } }))
  const person = usePerson()
  return (
    <>
      {mayUse(person, 'customers') ? (
        <BackLink to={`/dashboard/customers/${id}`}>{t('word.back-to-customer')}</BackLink>
      ) : (
        <BackLink to="/dashboard/all-order">{t('word.orders')}</BackLink>
      )}
      <QueryView query={query} heading="h1" placeholder={<SkeletonCard lines={6} />} failed={t('customers.one-failed')}>
        {(details) => <CustomerOrder key={id} details={details} />}
      </QueryView>
    </>
  )
}

function CustomerOrder({ details: { customer, addresses, profile } }: { details: CustomerDetails }) {
  const { _id: id, name, email, terms } = customer
  const source = useCustomerLines(id)
  // Earlier orders are only a convenience.
  const orders = useQuery(endpointQuery(listOrders, { query: { email, limit: '5' } }))
  return (
    <>
      <PageHeading title={t('customer-order.title', { name: name || email })} text={name ? email : undefined} />
      <div className="mt-6">
        <CheckoutSection title={t('word.parts')}>
          <AddByNumber change={source.change} customer={id} label={t('customer-order.find')} addLabel={t('word.add')} />
          <div className="mt-4">
            <LineList
              of="cart"
              lines={source.lines}
              change={source.change}
              empty={<p className="muted">{t('customer-order.empty')}</p>}
            />
          </div>
        </CheckoutSection>
      </div>
      {source.lines.length > 0 ? (
        <Checkout
          person={{ name, email }}
          customer={id}
          source={source}
          draft={`checkout-for-${id}`}
          termsAddress=""
          legal={[]}
          lines={source.lines}
          addresses={addresses}
          terms={terms?.active ? creditOf(terms) : undefined}
          orders={orders.data ?? []}
          knownPhone={profile.phone}
        />
      ) : null}
    </>
  )
}

const creditOf = ({ netDays, creditLimit, owed, poRequired }: Terms): MyTerms => ({
  netDays,
  creditLimit,
  creditLeft: creditLimit === null ? null : toAmount(toCents(creditLimit) - toCents(owed)),
  owed,
  poRequired,
})

export { RouteErrorBoundary as ErrorBoundary }
