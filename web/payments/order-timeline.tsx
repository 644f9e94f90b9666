import type { ReactNode } from 'react'
import { isPaidOffline } from '#contract/offline-transaction.ts'
import type { OrderDetails, TimelineEntry } from '#contract/payments.ts'
import { isPickedUp, orderTitle } from '#web/orders/order-labels.ts'
import { refundReasonLabels } from '#web/payments/payment-labels.ts'
import { moneyText } from '#web/ui/money.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Shows the timeline of an order; admins also see the actor, the reason and the transaction of each entry. */
export function OrderTimeline({ details, isAdmin }: { details: OrderDetails; isAdmin: boolean }) {
  return (
    <Timeline
      entries={details.timeline.map((entry, index) => ({
        key: index,
        at: entry.at,
        title: titleOf(entry, details),
        note: isAdmin ? adminNote(entry, details.order) : t(`timeline.by.${entry.actor}`),
        tone: successKinds.has(entry.kind) ? 'good' : errorKinds.has(entry.kind) ? 'bad' : 'plain',
      }))}
    />
  )
}

const amountOf = ({ amount, currency }: TimelineEntry) =>
  amount === undefined || currency === undefined ? '' : moneyText(amount, currency)

/** Names the transaction only where it is not the order’s own. */
function adminNote(
  { kind, actor, email, reason = '', units = 0, transactionId }: TimelineEntry,
  order: OrderDetails['order'],
): string {
  const label = reasonLabels[reason]
  const notes = [
    email ?? t(`timeline.by.${actor}`),
    label && t(label),
    refundKinds.has(kind) && units > 0 && t('refund.units-back', { count: units }),
    transactionId &&
      transactionId !== order.transactionId &&
      !isPaidOffline(transactionId) &&
      `${t('orders.transaction')} ${transactionId}`,
  ]
  return notes.filter(Boolean).join(' · ')
}

const reasonLabels: Partial<Record<string, MessageId>> = {
  ...refundReasonLabels,
  amount: 'timeline.mismatch.amount',
  currency: 'timeline.mismatch.currency',
  owner: 'timeline.mismatch.owner',
}

// Money that did not come by card is refunded at once.
const refundKinds = new Set(['refund_requested', 'refunded'])
const successKinds = new Set([
  'paid',
  'payment_received',
  'confirmed',
  'paid_late',
  'allocated',
  'ready_for_pickup',
  'shipped',
  'dispute_closed',
])
const errorKinds = new Set(['paid_short', 'refund_failed', 'payment_held', 'dispute_opened', 'expired', 'cancelled'])

/** Names the version of the terms, if they are a legal text of the shop. */
function termsText(address: string): string {
  const version = /^\/legal\/terms\/[a-z]+\/(\d+)$/.exec(address)?.[1]
  return version === undefined ? address : t('timeline.terms-version', { version })
}

function titleOf(entry: TimelineEntry, { order, shipments }: OrderDetails): ReactNode {
  const { termsAddress } = entry
  if (entry.kind === 'terms_accepted' && termsAddress !== undefined)
    return (
      <RichMessage
        id="timeline.terms_accepted"
        values={{ terms: termsText(termsAddress) }}
        parts={{ link: <a href={termsAddress} target="_blank" rel="noreferrer" className="link wrap-anywhere" /> }}
      />
    )
  const amount = amountOf(entry)
  // One that was undone is in no list any more.
  const parcel = shipments.find(({ number }) => number === entry.shipment) ?? {}
  if (entry.kind === 'shipped' && isPickedUp(order, parcel)) return t('orders.badge.picked_up')
  if (entry.kind === 'placed' && order.lineCount > 1)
    return t('timeline.placed-lines', { count: order.lineCount, amount })
  if ((entry.kind === 'paid' || entry.kind === 'payment_received') && entry.method)
    return t('timeline.payment-recorded', {
      amount,
      method: t(`payment-method.${entry.method}`),
      reference: entry.reference ?? '',
    })
  if (entry.kind === 'payment_taken_back' && entry.withdrawn !== undefined)
    return t('timeline.payment-withdrawn', { amount, withdrawn: amountOf({ ...entry, amount: entry.withdrawn }) })
  return t(`timeline.${entry.kind}`, { ...entry, name: orderTitle(order), amount })
}
