/** Describes a small change of the sources that breaks a law of what happens after an order, and the tests that must notice it. */
export interface LawMutation {
  law: string
  breaks: string
  file: string
  /** Stands in the file exactly once. */
  from: string
  to: string
  /** A part of the path of the tests. */
  tests: string
}

const laws = {
  units: 'shipped and cancelled units are never more than were ordered, returned ones never more than were shipped',
  parcels: 'the counters of a line are the sums of its parcels, and what is undone once can ship again',
  rest: 'who ships a part and cancels the rest refunds exactly the rest, and the order is shipped',
  shippable: 'nothing ships that is not confirmed, disputed, short or cancelled',
  ledger: 'available and held units are those of the ledger',
  apart: 'receiving is not refunding is not restocking',
  money: 'all refunds together are what was paid at most, and the last unit leaves no cent',
  race: 'of two who ship the same units, one does',
  mail: 'a parcel has one mail, and none after it was undone',
}

const shipments = 'server/orders/shipments/shipments'
const refunds = 'server/payments/refunds'
const returns = 'server/returns/returns'

export const lawMutations: readonly LawMutation[] = [
  {
    law: laws.units,
    breaks: 'a line owes what was cancelled',
    file: 'server/orders/order-lines.ts',
    from: 'quantity - shipped - cancelled\n',
    to: 'quantity - shipped\n',
    tests: shipments,
  },
  {
    law: laws.units,
    breaks: 'a parcel may have more than its line holds',
    file: 'server/orders/shipments/create-shipment.ts',
    from: 'if (wanted > line.held)',
    to: 'if (wanted > line.held + 1)',
    tests: shipments,
  },
  {
    law: laws.parcels,
    breaks: 'an undone parcel leaves its units shipped',
    file: 'server/orders/shipments/undo-shipment.ts',
    from: 'units: -units }',
    to: 'units: 0 * units }',
    tests: shipments,
  },
  {
    law: laws.parcels,
    breaks: 'a parcel is undone twice',
    file: 'server/orders/shipments/lock-shipment.ts',
    from: 'if (shipment.undoneAt) throw',
    to: 'if (shipment.undoneAt && shipment.announcedAt) throw',
    tests: shipments,
  },
  {
    law: laws.rest,
    breaks: 'cancelled units leave the order open',
    file: 'server/orders/shipments/update-shipped-times.ts',
    from: 'shipped_quantity + cancelled_quantity < quantity',
    to: 'shipped_quantity < quantity',
    tests: shipments,
  },
  {
    law: laws.rest,
    breaks: 'a later part of a line is priced as if it were the first',
    file: 'contract/refund-amount.ts',
    from: 'shareOf(returnedUnits + units) - shareOf(returnedUnits)',
    to: 'shareOf(units)',
    tests: 'server/payments/credit-refund',
  },
  {
    law: laws.shippable,
    breaks: 'an order in dispute ships',
    file: 'server/orders/order-rules.ts',
    from: '  !order.disputedAt &&\n  (order.refundAskedCents',
    to: '  (order.refundAskedCents',
    tests: 'server/payments/payment-lifecycle',
  },
  {
    law: laws.shippable,
    breaks: 'an order that waits for stock ships',
    file: 'server/orders/order-rules.ts',
    from: "['paid', 'confirmed'].includes(orderState(order))",
    to: "['paid', 'paid_short', 'confirmed'].includes(orderState(order))",
    tests: 'server/payments/payment-lifecycle',
  },
  {
    law: laws.ledger,
    breaks: 'the ledger counts a movement twice',
    file: 'server/stock/move-stock.ts',
    from: 'moved, moved * available, moved * shelf, reason',
    to: 'moved, 2 * moved * available, moved * shelf, reason',
    tests: 'server/orders/open-orders',
  },
  {
    law: laws.ledger,
    breaks: 'released units do not become available',
    file: 'server/stock/move-stock.ts',
    from: 'release: { available: 1 }',
    to: 'release: {}',
    tests: refunds,
  },
  {
    law: laws.apart,
    breaks: 'what comes back is restocked at once',
    file: 'server/stock/move-stock.ts',
    from: 'return: { returned: 1 }',
    to: 'return: { returned: 1, available: 1, shelf: 1 }',
    tests: refunds,
  },
  {
    law: laws.apart,
    breaks: 'all that is received is restocked',
    file: 'server/returns/receive-return.ts',
    from: "kind: 'restock' as const, lineId, units: restocked",
    to: "kind: 'restock' as const, lineId, units: received",
    tests: returns,
  },
  {
    law: laws.units,
    breaks: 'more comes back than the return has',
    file: 'server/returns/receive-return.ts',
    from: 'if (received > left) throw',
    to: 'if (received > line.quantity) throw',
    tests: returns,
  },
  {
    law: laws.money,
    breaks: 'a refund may be larger than what is left',
    file: 'server/payments/refund-order.ts',
    from: 'if (amountCents > leftCents || (amountCents === 0 && !mayBeEmpty))',
    to: 'if (amountCents > order.totalCents || amountCents === 0)',
    tests: refunds,
  },
  {
    law: laws.money,
    breaks: 'money that an order does not cost any more is lost',
    file: 'server/payments/refund-order.ts',
    from: 'if (last && surplusCents > 0) await',
    to: 'if (last && surplusCents < 0) await',
    tests: 'server/payments/partial-payments',
  },
  {
    law: laws.money,
    breaks: 'the last refund leaves what was rounded',
    file: 'server/payments/credit-refund.ts',
    from: 'if (amountCents >= leftCents) return leftSum',
    to: 'if (amountCents >= leftCents) return amountCents - 1',
    tests: 'server/payments/credit-refund',
  },
  {
    law: laws.race,
    breaks: 'an order is not locked',
    file: 'server/orders/find-orders.ts',
    from: ".for('update', { of: orders })",
    to: '',
    tests: shipments,
  },
  {
    law: laws.mail,
    breaks: 'a parcel is told twice',
    file: 'server/orders/shipments/announce-shipments.ts',
    from: 'await queueMail(tx, await orderShippedMail(tx, row, shipment))',
    to: 'for (const _ of [1, 2]) await queueMail(tx, await orderShippedMail(tx, row, shipment))',
    tests: shipments,
  },
  {
    law: laws.mail,
    breaks: 'a parcel that was told is undone',
    file: 'server/orders/shipments/shipment-rules.ts',
    from: '!shipment.undoneAt && !shipment.announcedAt && now < undoableUntil(shipment)',
    to: '!shipment.undoneAt',
    tests: shipments,
  },
]
