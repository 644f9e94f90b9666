import type { MyTerms } from '#contract/customers.ts'
import { CheckoutSection, Choice } from '#web/checkout/checkout-section.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

export type PaymentWay = 'card' | 'invoice'

/** Chooses how the order is paid: by card in the next step, or on account for buyers with terms. */
export function CheckoutPayment({
  terms,
  total,
  chosen,
  onChoose,
}: {
  terms: MyTerms | undefined
  /** In dollars; undefined while it is calculated for the first time. */
  total: number | undefined
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
        <Choice
          name="payment"
          value="card"
          isChosen={chosen === 'card'}
          title={t('checkout.card')}
          text={t('checkout.card-text')}
          onChoose={() => onChoose('card')}
        />
      </div>
    </CheckoutSection>
  )
}

/** Whether what is left of the credit pays for a total; without a limit it always does. */
export const hasCredit = ({ creditLeft }: MyTerms, total = 0): boolean => creditLeft === null || total <= creditLeft

function creditText(terms: MyTerms, total: number | undefined): string | undefined {
  if (terms.creditLeft === null) return undefined
  const amount = moneyText(terms.creditLeft)
  return hasCredit(terms, total) ? t('checkout.credit-left', { amount }) : t('checkout.credit-too-low', { amount })
}
