import type { PricedCartLine } from '#contract/carts.ts'
import type { OrderQuote } from '#contract/orders.ts'
import { CheckoutSection, Choice } from '#web/checkout/checkout-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { shippingText } from '#web/orders/amount-rows.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses how the order is sent, among what goes to its place; nothing is shown in a shop that does not charge for it. */
export function CheckoutShipping({
  quote,
  lines,
  left,
  chosen,
  failure,
  error,
  onChoose,
  onLeave,
}: {
  quote: OrderQuote | undefined
  /** What is ordered. */
  lines: readonly PricedCartLine[]
  /** What stays in the cart, since all would go as freight with it. */
  left: readonly PricedCartLine[]
  /** Holds the buyer's choice; the quote with it may be on its way. */
  chosen: string | undefined
  /** Why there is no quote, such as that nothing goes to the place. */
  failure: string | undefined
  error: string | undefined
  onChoose: (id: string) => void
  /** Leaves only these products in the cart; undefined without a cart. */
  onLeave: ((products: readonly string[]) => void) | undefined
}) {
  if (quote && !quote.charges.shipping) return null
  const heavy = lines.filter(({ productId }) => quote?.freightProducts?.includes(productId))
  const shown = quote?.shippingMethods.some(({ id }) => id === chosen) ? chosen : quote?.shippingMethod
  return (
    <CheckoutSection title={t('word.shipping')}>
      {!quote ? (
        failure ? (
          <p className="font-medium text-error">{failure}</p>
        ) : (
          <Skeleton className="h-12 w-full" />
        )
      ) : quote.needs.includes('place') ? (
        <p className="muted">{t('checkout.needs-place')}</p>
      ) : (
        <div role="radiogroup" aria-label={t('word.shipping')} className="grid gap-2">
          {quote.shippingMethods.map((method) => (
            <Choice
              key={method.id}
              name="shipping"
              value={method.id}
              isChosen={method.id === shown}
              title={method.name}
              text={factsOf(method)}
              aside={method.price === undefined ? t('amounts.on-request') : shippingText(method.price)}
              onChoose={() => onChoose(method.id)}
            />
          ))}
        </div>
      )}
      {heavy.length > 0 || left.length > 0 ? (
        <div className="mt-3 grid justify-items-start gap-2 rounded-field bg-base-200 px-3 py-2">
          <p className="text-sm wrap-anywhere">
            {heavy.length > 0
              ? t('checkout.freight-because', { names: namesOf(heavy) })
              : t('checkout.freight-left', { names: namesOf(left) })}
          </p>
          {onLeave ? (
            <Button
              variant="outline"
              size="sm"
              onClick={() => onLeave(heavy.length > 0 ? heavy.map(({ productId }) => productId) : [])}
            >
              {heavy.length > 0
                ? t('checkout.freight-leave', { count: lines.length - heavy.length })
                : t('checkout.freight-together')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {error ? <p className="mt-3 font-medium text-error">{error}</p> : null}
    </CheckoutSection>
  )
}

/** Names one product, and says how many there are besides it. */
function namesOf([first, ...others]: readonly PricedCartLine[]): string {
  const name = first?.product?.name ?? ''
  return others.length === 0 ? name : t('orders.and-more', { name, count: others.length })
}

function factsOf({ price, days, missingForFree }: OrderQuote['shippingMethods'][number]): string {
  return [
    days && t(days.from === days.to ? 'checkout.days' : 'checkout.days-between', { ...days }),
    missingForFree !== undefined && t('checkout.missing-for-free', { amount: moneyText(missingForFree) }),
    price === undefined && t('checkout.freight-later'),
  ]
    .filter(Boolean)
    .join(' · ')
}
