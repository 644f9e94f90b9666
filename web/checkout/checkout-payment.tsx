import type { paymentMethods } from '#contract/orders.ts'
import { toCents } from '#contract/currency.ts'
import type { MyTerms } from '#contract/customers.ts'
import { isPayableBy } from '#contract/payment-limits.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { CheckoutSection, Choice } from '#web/checkout/checkout-section.tsx'
import { paymentLimitsText } from '#web/orders/payment-limits-text.ts'
import { moneyText } from '#web/ui/money.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { type MessageId, t } from '#web/i18n/messages.ts'

export type PaymentWay = (typeof paymentMethods)[number]

/** Returns the ways that a shop offers a buyer, what is chosen at first before the others; cards always, if there is nothing else. */
function offeredWays(terms: MyTerms | undefined): PaymentWay[] {
  const offersTransfer = currentStore().transferDays !== undefined
  return [
    ...(terms ? (['invoice'] as const) : []),
    ...(pageSettings().cards.mode !== 'off' || (!terms && !offersTransfer) ? (['card'] as const) : []),
    ...(offersTransfer ? (['transfer'] as const) : []),
  ]
}

/** Returns how an order of a total can be paid, what is chosen at first before the others; empty if the total is too small or too large. */
export const paymentWays = (terms: MyTerms | undefined, total: number | undefined): PaymentWay[] =>
  offeredWays(terms).filter((way) => isPossible(way, total) && (way !== 'invoice' || !terms || hasCredit(terms, total)))

/** Whether the total is within the limits of a way; what costs nothing is paid as it is ordered. */
const isPossible = (way: PaymentWay, total = 0): boolean => total === 0 || isPayableBy(way, toCents(total))

const buyerTexts = {
  card: 'word.card',
  cardText: 'checkout.card-text',
  transferText: 'checkout.transfer-text',
  creditLeft: 'checkout.credit-left',
  creditTooLow: 'checkout.credit-too-low',
} as const satisfies Record<string, MessageId>

const staffTexts = {
  card: 'customer-order.link',
  cardText: 'customer-order.link-text',
  transferText: 'customer-order.transfer-text',
  creditLeft: 'customer-order.credit-left',
  creditTooLow: 'customer-order.credit-too-low',
} as const satisfies Record<keyof typeof buyerTexts, MessageId>
type Words = typeof buyerTexts | typeof staffTexts

/** Chooses how the order is paid: by card in the next step, in advance by bank transfer, or on account for buyers with terms. */
export function CheckoutPayment({
  terms,
  total,
  chosen,
  isByStaff,
  onChoose,
}: {
  terms: MyTerms | undefined
  /** In the currency of the store; undefined while it is calculated for the first time. */
  total: number | undefined
  chosen: PaymentWay | undefined
  /** Whether staff order for a customer, who then gets a link to pay by card. */
  isByStaff: boolean
  onChoose: (way: PaymentWay) => void
}) {
  const ways = offeredWays(terms)
  const words = isByStaff ? staffTexts : buyerTexts
  return (
    <CheckoutSection title={t('word.payment')}>
      <div role="radiogroup" aria-label={t('word.payment')} className="grid gap-2">
        {terms ? (
          <Choice
            name="payment"
            value="invoice"
            isChosen={chosen === 'invoice'}
            title={t('checkout.on-account', { days: terms.netDays })}
            text={isPossible('invoice', total) ? creditText(terms, total, words) : paymentLimitsText('invoice')}
            disabled={!hasCredit(terms, total) || !isPossible('invoice', total)}
            onChoose={() => onChoose('invoice')}
          />
        ) : null}
        {ways.includes('card') ? (
          <Choice
            name="payment"
            value="card"
            isChosen={chosen === 'card'}
            title={t(words.card)}
            text={isPossible('card', total) ? t(words.cardText) : paymentLimitsText('card')}
            disabled={!isPossible('card', total)}
            onChoose={() => onChoose('card')}
          />
        ) : null}
        {ways.includes('transfer') ? (
          <Choice
            name="payment"
            value="transfer"
            isChosen={chosen === 'transfer'}
            title={t('checkout.transfer')}
            text={
              isPossible('transfer', total)
                ? t(words.transferText, { days: currentStore().transferDays ?? 0 })
                : paymentLimitsText('transfer')
            }
            disabled={!isPossible('transfer', total)}
            onChoose={() => onChoose('transfer')}
          />
        ) : null}
      </div>
    </CheckoutSection>
  )
}

/** Whether what is left of the credit pays for a total; without a limit it always does. */
const hasCredit = ({ creditLeft }: MyTerms, total = 0): boolean => creditLeft === null || total <= creditLeft

function creditText(terms: MyTerms, total: number | undefined, words: Words): string | undefined {
  if (terms.creditLeft === null) return undefined
  const amount = moneyText(terms.creditLeft)
  return hasCredit(terms, total) ? t(words.creditLeft, { amount }) : t(words.creditTooLow, { amount })
}
