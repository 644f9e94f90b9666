import type { OrderQuote } from '#contract/orders.ts'
import { CheckoutSection, Choice } from '#web/checkout/checkout-section.tsx'
import { shippingText } from '#web/orders/amount-rows.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses how the order is sent, among what goes to its place; nothing is shown in a shop that does not charge for it. */
export function CheckoutShipping({
  quote,
  chosen,
  failure,
  error,
  onChoose,
}: {
  quote: OrderQuote | undefined
  /** Holds the buyer's choice; the quote with it may be on its way. */
  chosen: string | undefined
  /** Why there is no quote, such as that nothing goes to the place. */
  failure: string | undefined
  error: string | undefined
  onChoose: (id: string) => void
}) {
  if (quote && !quote.charges.shipping) return null
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
      {error ? <p className="mt-3 font-medium text-error">{error}</p> : null}
    </CheckoutSection>
  )
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
