import { useNavigate } from 'react-router'
import { toCents } from '#contract/currency.ts'
import { getMyTerms } from '#contract/customers.ts'
import { changePaymentMethod, type Order } from '#contract/orders.ts'
import { isPayableBy } from '#contract/payment-limits.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'

/** Offers what else pays an order whose card was declined: another card, a bank transfer, or on account. */
export function OtherWays({ order, onOtherCard }: { order: Order; onOtherCard: () => void }) {
  const navigate = useNavigate()
  // Without an answer the others are offered.
  const { data } = useQuery(endpointQuery(getMyTerms))
  const changing = useAction(async (payBy: 'transfer' | 'invoice') => {
    await write(changePaymentMethod, { params: { id: order._id }, body: { payBy } })
    if (payBy === 'invoice') await navigate(`/dashboard/order/${order._id}`)
  })
  const takes = (way: 'transfer' | 'invoice') =>
    isPayableBy(way, toCents(order.totalPrice, order.currency), order.currency)
  const terms = data?.terms
  return (
    <section aria-label={t('payment.other-ways')} className="mt-5 border-t border-base-300 pt-4">
      <p className="font-semibold">{t('payment.other-ways')}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" disabled={changing.isPending} onClick={onOtherCard}>
          {t('payment.other-card')}
        </Button>
        {currentStore().transferDays !== undefined && takes('transfer') ? (
          <Button variant="outline" size="sm" busy={changing.isPending} onClick={() => changing.mutate('transfer')}>
            {t('checkout.transfer')}
          </Button>
        ) : null}
        {terms && takes('invoice') && (terms.creditLeft === null || terms.creditLeft >= order.totalPrice) ? (
          <Button variant="outline" size="sm" busy={changing.isPending} onClick={() => changing.mutate('invoice')}>
            {t('checkout.on-account', { days: terms.netDays })}
          </Button>
        ) : null}
      </p>
    </section>
  )
}
