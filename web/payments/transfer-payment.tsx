import { type ReactNode, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { getOrderDetails, type OrderDetails } from '#contract/payments.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { MailsWaitNotice } from '#web/payments/mails-wait-notice.tsx'
import { TransferDetails } from '#web/payments/transfer-details.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says whom to ask where no account is known to pay into. */
function AskWhere({ details: { order, invoice } }: { details: OrderDetails }) {
  return (
    <div>
      <p>{t('transfer.ask-where')}</p>
      <p className="mt-2 whitespace-pre-line">{invoice.seller}</p>
      <p className="mt-4">
        <ButtonLink to={`/dashboard/order/${order._id}`} variant="outline">
          {t('order-help.title')}
        </ButtonLink>
      </p>
    </div>
  )
}

/** Says how to pay an order by bank transfer; the card form opens on request only, since it opens a payment at the provider. */
export function TransferPayment({ order, card }: { order: Order; card: ReactNode | undefined }) {
  const [isByCard, setByCard] = useState(false)
  const query = useQuery(endpointQuery(getOrderDetails, { params: { id: order._id } }))
  if (isByCard) return card
  return (
    <div className="grid gap-5">
      <p>
        {order.onAccount
          ? t('transfer.on-account')
          : order.received === undefined
            ? t('transfer.text')
            : t('transfer.rest', { amount: moneyText(order.received, order.currency) })}
      </p>
      <QueryView query={query} placeholder={<Skeleton className="h-40 w-full" />} failed={t('order.failed')}>
        {(details) => (
          <>
            <TransferDetails details={details} />
            {details.invoice.bankDetails === undefined ? <AskWhere details={details} /> : null}
            <MailsWaitNotice details={details} />
          </>
        )}
      </QueryView>
      {card === undefined ? null : (
        <div className="border-t border-base-300 pt-5">
          <Button variant="outline" onClick={() => setByCard(true)}>
            {t('transfer.by-card')}
          </Button>
        </div>
      )}
    </div>
  )
}
