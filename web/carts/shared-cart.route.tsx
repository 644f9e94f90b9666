import { useEffect, useState } from 'react'
import { data } from 'react-router'
import { keyOf } from '#contract/cart-lines.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { getSharedCart } from '#contract/carts.ts'
import { type Charges, getCharges } from '#contract/charges.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { totalsOf } from '#contract/price-lines.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { serverCall } from '#web/api/server-call.ts'
import { AddLinesToCart } from '#web/carts/add-lines-to-cart.tsx'
import { asOrderable } from '#web/carts/use-cart.ts'
import { PriceTerms } from '#web/catalog/prices/price-terms.tsx'
import { lineRefusalText } from '#web/catalog/refusal-text.ts'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { useSession } from '#web/identity/session.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Table } from '#web/ui/table.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/shared-cart.route.ts'

export const meta = () => [{ title: t('cart.page-title') }, { name: 'robots', content: 'noindex' }]

/** Answers with a status of its own for a link that has ended, and is kept by no cache: what it shows ends with the cart. */
export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    return data(await serverCall(context, getSharedCart, { params: { id: params.key } }), { headers: unkept })
  } catch (error) {
    throw error instanceof ApiProblem && [404, 410].includes(error.status)
      ? data(error.message, { status: error.status, headers: unkept })
      : error
  }
}

const unkept = { 'cache-control': 'no-store' }

export const headers: Route.HeadersFunction = ({ errorHeaders, loaderHeaders }) => errorHeaders ?? loaderHeaders

/** Shows a cart or list that a buyer shares: to read, and to add to one's own cart. */
export default function SharedCartRoute({ loaderData, params: { key } }: Route.ComponentProps) {
  const [own, setOwn] = useState<{ key: string; cart: ResponseBody<typeof getSharedCart> }>()
  const { status } = useSession()
  // The page has the prices for everybody.
  useEffect(() => {
    if (status !== 'signed-in') return
    call(getSharedCart, { params: { id: key } }).then(
      (cart) => setOwn({ key, cart }),
      () => undefined,
    )
  }, [key, status])
  const cart = own?.key === key ? own.cart : loaderData
  const [charges, setCharges] = useState<Charges>()
  useEffect(() => {
    // Without an answer the page is as good as before.
    cachedCall(getCharges).then(setCharges, () => undefined)
  }, [])
  const totals = totalsOf(asOrderable(cart.lines))
  const title = t(cart.kind === 'list' ? 'lists.shared-title' : 'cart.shared-title')
  return (
    <div className="page-width py-6 lg:py-10">
      <PageHeading
        eyebrow={t(cart.kind === 'list' ? 'lists.shared-by' : 'cart.shared-by', { name: cart.sharedBy ?? 'none' })}
        title={cart.name || title}
        text={
          <>
            {t('cart.totals', { lines: cart.lines.length, units: totals.units })} · {moneyText(totals.total)}
            <span className="block text-sm">{t(own?.key === key ? 'cart.own-prices' : 'cart.public-prices')}</span>
            <span className="block">{charges ? <PriceTerms charges={charges} /> : null}</span>
          </>
        }
        action={<AddLinesToCart lines={cart.lines} />}
      />
      <div className="mt-6">
        <Table
          caption={title}
          columns={[
            {
              head: t('product.name'),
              phone: 'title',
              cell: (line) => (
                <>
                  {line.product?.name ?? t('cart.unknown-product')}
                  {line.code && line.code !== 'product-ambiguous' ? (
                    <span className="block text-sm font-medium text-error">{lineRefusalText(line.code, line)}</span>
                  ) : null}
                </>
              ),
            },
            { head: t('product.sku'), cell: ({ product }) => brandedNumber(product ?? {}) || '–' },
            { head: t('word.quantity'), numeric: true, cell: ({ quantity }) => unitsText(quantity) },
            {
              head: t('product.priceCents'),
              numeric: true,
              cell: ({ product }) => (product ? priceText(product) : '–'),
            },
            {
              head: t('word.total'),
              numeric: true,
              cell: ({ total }) => (total === undefined ? '–' : <Money amount={total} />),
            },
          ]}
          rows={cart.lines}
          rowKey={keyOf}
        />
      </div>
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
