import type { paymentMethods } from '#contract/orders.ts'
import type { MyTerms } from '#contract/customers.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { CheckoutSection, Choice } from '#web/checkout/checkout-section.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'

export type PaymentWay = (typeof paymentMethods)[number]

/** Returns how an order of a total can be paid, what is chosen at first before the others; cards always, if nothing else can. */
export function paymentWays(terms: MyTerms | undefined, total: number | undefined): [PaymentWay, ...PaymentWay[]] {
  const others: PaymentWay[] = [
    ...(terms && hasCredit(terms, total) ? (['invoice'] as const) : []),
    ...(pageSettings().cards.mode === 'off' ? [] : (['card'] as const)),
    ...(currentStore().transferDays === undefined ? [] : (['transfer'] as const)),
  ]
  const [first = 'card', ...rest] = others
  return [first, ...rest]
}

/** Chooses how the order is paid: by card in the next step, in advance by bank transfer, or on account for buyers with terms. */
export function CheckoutPayment({
  terms,
  total,
  ways,
  chosen,
  onChoose,
}: {
  terms: MyTerms | undefined
  /** In dollars; undefined while it is calculated for the first time. */
  total: number | undefined
  ways: readonly PaymentWay[]
  chosen: PaymentWay
  onChoose: (way: PaymentWay) => void
}) {
  return (
    <CheckoutSection title={t('checkout.payment')}>
      <div role="radiogroup" aria-label={t('checkout.payment')} className="grid gap-2">
        {terms ? (
          <Choice
            name="payment"
            value="invoice"
            isChosen={chosen === 'invoice'}
            title={t('checkout.on-account', { days: terms.netDays })}
            text={creditText(terms, total)}
            disabled={!hasCredit(terms, total)}
            onChoose={() => onChoose('invoice')}
          />
        ) : null}
        {ways.includes('card') ? (
          <Choice
            name="payment"
            value="card"
            isChosen={chosen === 'card'}
            title={t('checkout.card')}
            text={t('checkout.card-text')}
            onChoose={() => onChoose('card')}
          />
        ) : null}
        {ways.includes('transfer') ? (
          <Choice
            name="payment"
            value="transfer"
            isChosen={chosen === 'transfer'}
            title={t('checkout.transfer')}
            text={t('checkout.transfer-text', { days: currentStore().transferDays ?? 0 })}
            onChoose={() => onChoose('transfer')}
          />
        ) : null}
      </div>
    </CheckoutSection>
  )
}

/** Whether what is left of the credit pays for a total; without a limit it always does. */
const hasCredit = ({ creditLeft }: MyTerms, total = 0): boolean => creditLeft === null || total <= creditLeft

function creditText(terms: MyTerms, total: number | undefined): string | undefined {
  if (terms.creditLeft === null) return undefined
  const amount = moneyText(terms.creditLeft)
  return hasCredit(terms, total) ? t('checkout.credit-left', { amount }) : t('checkout.credit-too-low', { amount })
}
