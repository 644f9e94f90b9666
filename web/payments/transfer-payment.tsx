import { type ReactNode, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { getOrderDetails } from '#contract/payments.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { MailsWaitNotice } from '#web/payments/mails-wait-notice.tsx'
import { TransferDetails } from '#web/payments/transfer-details.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says how to pay an order by bank transfer; the card form opens on request only, since it opens a payment at the provider. */
export function TransferPayment({ order, card }: { order: Order; card: ReactNode | undefined }) {
  const [isByCard, setByCard] = useState(false)
  const query = useQuery(endpointQuery(getOrderDetails, { params: { id: order._id } }))
  if (isByCard) return card
  return (
    <div className="grid gap-5">
      <p>{t('transfer.text')}</p>
      <QueryView query={query} placeholder={<Skeleton className="h-40 w-full" />} failed={t('order.failed')}>
        {(details) => (
          <>
            <TransferDetails details={details} />
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
