import { listBoughtProducts } from '#contract/orders.ts'
import { seenPriceOf } from '#contract/cart-lines.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useQuery } from '#web/api/queries.ts'
import { priceCartLines } from '#web/carts/cart-store.ts'
import { LinesToBuy } from '#web/carts/lines-to-buy.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/bought-products.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('bought.title'))

/** Shows the products that a buyer has paid for, with the quantity of the last time, to choose from. */
export default function BoughtProductsRoute() {
  // Priced once for each visit: what is changed on the page stays.
  const query = useQuery({ queryKey: ['bought'], queryFn: readBought, staleTime: Infinity, gcTime: 0 })
  return (
    <>
      <PageHeading title={t('bought.title')} text={t('bought.text')} />
      <QueryView query={query} placeholder={<PageSpinner />} failed={t('bought.failed')}>
        {({ lines, bought }) => (
          <LinesToBuy
            initial={lines}
            of="history"
            empty={t('bought.empty')}
            extra={({ productId }) => {
              const last = bought.get(productId)
              return last ? (
                <p className="muted mt-1 text-sm">
                  <RichMessage id="bought.last" parts={{ day: <Day iso={last.orderedAt} /> }} />
                  {last.orderCount > 1 ? ` · ${t('bought.orders', { count: last.orderCount })}` : ''}
                </p>
              ) : null
            }}
          />
        )}
      </QueryView>
    </>
  )
}

async function readBought() {
  const products = await call(listBoughtProducts)
  const wanted = products.map(({ productId, quantity, unitPrice, pricePer }) => ({
    productId,
    quantity,
    ...seenPriceOf({ seenPrice: unitPrice, seenPricePer: pricePer }),
  }))
  return {
    bought: new Map(products.map((product) => [product.productId, product])),
    lines: wanted.length === 0 ? [] : await priceCartLines(wanted),
  }
}

export { RouteErrorBoundary as ErrorBoundary }
