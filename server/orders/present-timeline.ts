import { toAmount } from '#contract/currency.ts'
import type { TimelineEntry } from '#contract/payments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { returnName } from '#contract/order-name.ts'
import { shipmentName } from '#server/orders/shipments/shipment-name.ts'
import type { OrderEventFacts, OrderEventKind } from '#server/orders/orders.tables.ts'

export interface TimelineEvent {
  kind: OrderEventKind
  happenedAt: Date
  happenedBy: string | null
  /** The e-mail of the actor. */
  email: string | null
  facts: OrderEventFacts
}

/** Presents the timeline of an order, oldest first; an admin also sees who did it. */
export function presentTimeline(
  row: OrderRow,
  {
    events,
    placedBy,
    reader,
  }: {
    events: readonly TimelineEvent[]
    /** The e-mail of the member of staff who placed it; null if the buyer did. */
    placedBy: string | null
    reader: 'buyer' | 'admin'
  },
): TimelineEntry[] {
  const { order } = row
  const { totalCents, currency, buyerId, buyerEmail } = order
  // Freight that was set later, or another address, may have changed it since.
  const [orderedCents = totalCents] = events.flatMap(({ facts: { totalBeforeCents } }) => totalBeforeCents ?? [])
  const facts = { amountCents: orderedCents, currency, units: row.order.units }
  const placed = {
    kind: 'placed' as const,
    happenedAt: order.placedAt,
    happenedBy: order.placedBy ?? buyerId,
    email: order.placedBy === null ? buyerEmail : placedBy,
    facts,
  }
  const confirmed: TimelineEvent | null = order.confirmedAt && {
    kind: 'confirmed',
    happenedAt: order.confirmedAt,
    happenedBy: null,
    email: null,
    facts: {},
  }
  const accepted = order.acceptedTerms !== null && {
    ...placed,
    kind: 'terms_accepted' as const,
    facts: { amountCents: undefined, termsAddress: order.acceptedTerms },
  }
  // A buyer is not told of a parcel that was undone.
  const undone = new Set(events.flatMap(({ kind, facts: of }) => (kind === 'shipment_undone' ? [of.shipment] : [])))
  const told = reader === 'admin' ? events : events.filter(({ facts: of }) => !of.shipment || !undone.has(of.shipment))
  return [placed, ...(accepted ? [accepted] : []), ...(confirmed ? [confirmed] : []), ...told].map((event) => {
    const actor = actorOf(event, order)
    const email = actor === 'buyer' ? buyerEmail : event.email
    // Payments of the first version did not keep their amount.
    const { amountCents = event.kind === 'paid' ? totalCents : undefined, ...rest } = event.facts
    const absent = { shipment: undefined, return: undefined, totalBeforeCents: undefined, withdrawnCents: undefined }
    const { shipment, return: returned, totalBeforeCents: _, withdrawnCents, ...others } = { ...absent, ...rest }
    return {
      at: event.happenedAt.toISOString(),
      kind: event.kind,
      actor: actor === 'admin' && reader === 'buyer' ? 'shop' : actor,
      ...(reader === 'admin' && email !== null && { email }),
      ...(amountCents !== undefined && {
        amount: toAmount(amountCents, 'currency' in others ? others.currency : currency),
        currency,
      }),
      ...(withdrawnCents !== undefined && { withdrawn: toAmount(withdrawnCents, currency) }),
      ...others,
      ...(shipment !== undefined && { shipment: shipmentName(order.number, shipment) }),
      ...(returned !== undefined && { return: returnName(order.number, returned) }),
    }
  })
}

function actorOf(
  { kind, happenedBy }: { kind: keyof typeof actors; happenedBy: string | null },
  order: OrderRow['order'],
) {
  if (happenedBy === null) return actors[kind]
  return happenedBy === order.buyerId ? 'buyer' : 'admin'
}

/** Names the actor of events that have none. */
const actors: Record<TimelineEntry['kind'], TimelineEntry['actor']> = {
  placed: 'buyer',
  terms_accepted: 'buyer',
  confirmed: 'shop',
  paid: 'buyer',
  paid_late: 'buyer',
  paid_short: 'buyer',
  payment_received: 'buyer',
  payment_taken_back: 'shop',
  reminded: 'shop',
  allocated: 'shop',
  ready_for_pickup: 'shop',
  shipped: 'shop',
  shipment_corrected: 'shop',
  shipment_undone: 'shop',
  return_requested: 'buyer',
  withdrawn: 'buyer',
  return_approved: 'shop',
  return_refused: 'shop',
  return_cancelled: 'shop',
  return_received: 'shop',
  return_replaced: 'shop',
  cancelled: 'shop',
  units_cancelled: 'shop',
  credited: 'shop',
  details_changed: 'shop',
  freight_set: 'shop',
  payment_method_changed: 'shop',
  expired: 'shop',
  refund_requested: 'shop',
  refunded: 'provider',
  refund_failed: 'provider',
  payment_held: 'provider',
  payment_returned: 'shop',
  dispute_opened: 'provider',
  dispute_closed: 'provider',
}
