import { changeLines } from '#contract/cart-lines.ts'
import { getPastOrder } from '#contract/orders.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useQuery } from '#web/api/queries.ts'
import { priceCartLines } from '#web/carts/cart-store.ts'
import { LinesToBuy } from '#web/carts/lines-to-buy.tsx'
import { ownOrdersPage, usePerson } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/buy-past-order.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('again.buy'))

/** Shows the lines of an order from before that are still on sale, at the prices of now, before they go into the cart. */
export default function BuyPastOrderRoute({ params: { id } }: Route.ComponentProps) {
  const query = useQuery({
    queryKey: ['buy-past-order', id],
    queryFn: () => readOrder(id),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <>
      <BackLink to={ownOrdersPage(usePerson())}>{t('again.back-to-orders')}</BackLink>
      <QueryView query={query} placeholder={<PageSpinner />} failed={t('order.failed')} heading="h1">
        {({ number, gone, lines }) => (
          <>
            <PageHeading title={t('again.title', { number })} text={t('again.text')} />
            {gone.length > 0 ? <p className="mt-4">{t('again.gone', { names: gone.join(', ') })}</p> : null}
            <LinesToBuy key={id} initial={lines} of="list" empty={t('again.empty')} draft={`buy-past-order ${id}`} />
          </>
        )}
      </QueryView>
    </>
  )
}

async function readOrder(id: string) {
  const { number, lines } = await call(getPastOrder, { params: { id } })
  const wanted = lines.flatMap(({ productId, quantity }) => (productId ? [{ productId, quantity, add: true }] : []))
  const gone = lines.flatMap(({ productId, partNumber, name }) => (productId ? [] : [partNumber || name]))
  return { number, gone, lines: wanted.length === 0 ? [] : await priceCartLines(changeLines([], wanted).lines) }
}

export { RouteErrorBoundary as ErrorBoundary }
