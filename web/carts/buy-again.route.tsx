import { changeLines, seenPriceOf } from '#contract/cart-lines.ts'
import { getOrderDetails } from '#contract/payments.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useQuery } from '#web/api/queries.ts'
import { priceCartLines } from '#web/carts/cart-store.ts'
import { LinesToBuy } from '#web/carts/lines-to-buy.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/buy-again.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('again.buy'))

/** Shows the lines of an order with what has changed since, before they go into the cart once more. */
export default function BuyAgainRoute({ params: { id } }: Route.ComponentProps) {
  // Priced once for each visit: what is changed on the page stays.
  const query = useQuery({
    queryKey: ['buy-again', id],
    queryFn: () => readOrder(id),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <>
      <BackLink to={`/dashboard/order/${id}`}>{t('again.back')}</BackLink>
      <QueryView query={query} placeholder={<PageSpinner />} failed={t('order.failed')} heading="h1">
        {({ number, lines }) => (
          <>
            <PageHeading title={t('again.title', { number })} text={t('again.text')} />
            <LinesToBuy key={id} initial={lines} of="list" empty={t('again.empty')} draft={`buy-again ${id}`} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** Returns the lines of an order without their jobs, those of one product as one, with the prices that were paid and those of now. */
async function readOrder(id: string) {
  const { order, lines } = await call(getOrderDetails, { params: { id } })
  const wanted = lines.map(({ productId, quantity, unitPrice, pricePer }) => ({
    productId,
    quantity,
    add: true,
    ...seenPriceOf({ seenPrice: unitPrice, seenPricePer: pricePer }),
  }))
  return { number: order.number, lines: await priceCartLines(changeLines([], wanted).lines) }
}

export { RouteErrorBoundary as ErrorBoundary }
