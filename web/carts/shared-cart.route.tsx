import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { keyOf } from '#contract/cart-lines.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { getSharedCart } from '#contract/carts.ts'
import { totalsOf } from '#contract/price-lines.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { AddLinesToCart } from '#web/carts/add-lines-to-cart.tsx'
import { asOrderable } from '#web/carts/use-cart.ts'
import { lineRefusalText } from '#web/catalog/refusal-text.ts'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { NeedsScript } from '#web/identity/account-page.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Table } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

export const meta = () => [{ title: t('cart.page-title') }, { name: 'robots', content: 'noindex' }]

/** Shows a cart or list that a buyer shares: to read, and to add to one's own cart. */
export default function SharedCartRoute() {
  const { key = '' } = useParams()
  const [cart, setCart] = useState<ResponseBody<typeof getSharedCart>>()
  const [failure, setFailure] = useState<string>()
  const load = useCallback(
    () =>
      call(getSharedCart, { params: { id: key } }).then(
        (loaded) => {
          setCart(loaded)
          setFailure(undefined)
        },
        (error: unknown) => setFailure(errorMessageOf(error)),
      ),
    [key],
  )
  useEffect(() => void load(), [load])
  if (failure !== undefined) {
    return <ErrorState heading="h1" title={t('cart.failed')} message={failure} onRetry={() => void load()} />
  }
  const totals = totalsOf(asOrderable(cart?.lines ?? []))
  const title = t(cart?.kind === 'list' ? 'lists.shared-title' : 'cart.shared-title')
  return (
    <div className="page-width py-6 lg:py-10">
      <NeedsScript what={t('cart.shared-title')} />
      {cart ? (
        <>
          <PageHeading
            eyebrow={t(cart.kind === 'list' ? 'lists.shared-by' : 'cart.shared-by')}
            title={cart.name || title}
            text={`${t('cart.totals', { lines: cart.lines.length, units: totals.units })} · ${moneyText(totals.total)}`}
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
                { head: t('product.part-number'), cell: ({ product }) => product?.sku ?? '–' },
                { head: t('orders.quantity'), numeric: true, cell: ({ quantity }) => unitsText(quantity) },
                {
                  head: t('product.price'),
                  numeric: true,
                  cell: ({ product }) => (product ? priceText(product) : '–'),
                },
                {
                  head: t('cart.total'),
                  numeric: true,
                  cell: ({ total }) => (total === undefined ? '–' : <Money amount={total} />),
                },
              ]}
              rows={cart.lines}
              rowKey={keyOf}
            />
          </div>
        </>
      ) : (
        <PageSpinner />
      )}
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
