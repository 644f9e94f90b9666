import type { TimelineEntry } from '#contract/payments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { goods } from '#server/orders/order-mails.ts'
import type { OrderEventFacts, OrderEventKind } from '#server/orders/orders.tables.ts'
import { formatMoney } from '#server/platform/money.ts'

export interface ToldEvent {
  kind: OrderEventKind
  happenedAt: Date
  happenedBy: string | null
  /** The e-mail of whoever did it. */
  email: string | null
  facts: OrderEventFacts
}

/** The story of an order, oldest first: to its buyer in words for a buyer, to an admin with names, reasons and numbers. */
export function presentTimeline(
  row: OrderRow,
  events: readonly ToldEvent[],
  reader: 'buyer' | 'admin',
): TimelineEntry[] {
  const { order } = row
  const total = formatMoney(order.totalCents, order.currency)
  const buyer = reader === 'admin' ? order.buyerEmail : 'You'
  return [
    {
      at: order.placedAt.toISOString(),
      kind: 'placed',
      who: buyer,
      what: `Ordered ${goods(row)} for ${total}.`,
    },
    ...events.map((event) => ({
      at: event.happenedAt.toISOString(),
      kind: event.kind,
      who: whoDid(event),
      what: [sentences[event.kind](event.facts), ...(reader === 'admin' ? asides(event.facts) : [])].join(' '),
    })),
  ]

  function whoDid({ kind, happenedBy, email }: ToldEvent): string {
    if (happenedBy === order.buyerId) return buyer
    if (happenedBy !== null) return reader === 'admin' ? (email ?? 'An admin') : 'The shop'
    return { buyer, shop: 'The shop', provider: 'The card provider' }[doers[kind]]
  }
}

/** Who it is when nobody is named. */
const doers: Record<OrderEventKind, 'buyer' | 'shop' | 'provider'> = {
  paid: 'buyer',
  paid_late: 'buyer',
  paid_short: 'buyer',
  allocated: 'shop',
  shipped: 'shop',
  cancelled: 'shop',
  expired: 'shop',
  refund_requested: 'shop',
  refunded: 'provider',
  refund_failed: 'provider',
  payment_held: 'provider',
  payment_returned: 'shop',
  dispute_opened: 'provider',
  dispute_closed: 'provider',
}

const sentences: Record<OrderEventKind, (facts: OrderEventFacts) => string> = {
  paid: (facts) => `Paid${money(facts)}.`,
  paid_late: (facts) => `Paid${money(facts)} after the order had expired. There was still stock, so it goes on.`,
  paid_short: (facts) =>
    `Paid${money(facts)} after the order had expired, when its stock was sold. It is sent when stock is back, or paid back.`,
  allocated: ({ units = 0 }) => `Stock is back: ${units} ${units === 1 ? 'unit was' : 'units were'} set aside.`,
  shipped: () => 'Shipped the order.',
  cancelled: () => 'Cancelled the order.',
  expired: () => 'The order expired, because it was not paid in time.',
  refund_requested: (facts) => `Started a refund${of(facts)}.`,
  refunded: (facts) => `Paid back${money(facts)}.`,
  refund_failed: (facts) => `A refund${of(facts)} failed. We are looking after it.`,
  payment_held: (facts) =>
    `A payment${of(facts)} arrived that is not exactly this order’s. It pays nothing until we have looked at it.`,
  payment_returned: (facts) =>
    `A payment${of(facts)} goes back, because ${returns[facts.reason ?? ''] ?? 'nobody waited for it'}.`,
  dispute_opened: (facts) => `The bank disputes the payment and asks for${money(facts)} back. Nothing ships meanwhile.`,
  dispute_closed: (facts) =>
    facts.reason === 'lost' ? `The bank has taken${money(facts)} back.` : 'The bank no longer disputes the payment.',
}

const returns: Record<string, string> = {
  cancelled: 'the order was cancelled',
  'other-payment': 'the order was paid already',
  held: 'it was not exactly this order’s',
}

const reasons: Record<string, string> = {
  requested_by_customer: 'The customer asked for it.',
  duplicate: 'It was paid twice.',
  fraudulent: 'It was fraud.',
  amount: 'Its amount differs.',
  currency: 'Its currency differs.',
  owner: 'It names another order or buyer.',
}

/** What only an admin needs to know. */
function asides({ transactionId, reason, units }: OrderEventFacts): string[] {
  return [
    ...(reason && reasons[reason] ? [reasons[reason]] : []),
    ...(units !== undefined && units > 0 && reason
      ? [`${units} ${units === 1 ? 'unit' : 'units'} back on the shelf.`]
      : []),
    ...(transactionId ? [`Transaction ${transactionId}.`] : []),
  ]
}

const money = ({ amountCents, currency }: OrderEventFacts): string =>
  amountCents === undefined || currency === undefined ? '' : ` ${formatMoney(amountCents, currency)}`
const of = (facts: OrderEventFacts): string => (money(facts) === '' ? '' : ` of${money(facts)}`)
