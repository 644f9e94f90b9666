import { roundPayable } from '#contract/currency.ts'
import { refundAmount } from '#contract/refund-amount.ts'
import { returnReasonRules } from '#contract/returns.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsTakenBack } from '#server/orders/order-lines.ts'
import { isCreditable } from '#server/orders/order-rules.ts'
import { readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { findRefundableOrder } from '#server/payments/find-credits.ts'
import { writeRefund } from '#server/payments/refund-order.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { findReplacedUnits, findReturn, type ReturnRow } from '#server/returns/find-returns.ts'
import { assertState, lockReturn } from '#server/returns/lock-return.ts'

export interface RefundChoice {
  /** Whether the restocking fee is taken off; it is if undefined. */
  fee?: boolean | undefined
  shipping?: boolean | undefined
}

/** Pays back the received units of a return, once. Throws `return-not-found`, `return-move-not-allowed`, or as `writeReturnRefund`. */
export async function refundReturn(
  db: Database,
  deps: SettleDeps,
  actor: Actor,
  { id, ...choice }: RefundChoice & { id: string },
): Promise<ReturnRow> {
  const refundId = await db.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, actor, 'refunds')
    assertState(locked, ['received'], 'paid back')
    return writeReturnRefund(tx, deps, actor, { ...locked, choice })
  })
  await sendRefund(db, deps, refundId)
  const found = await findReturn(db, id)
  if (!found) throw problem('return-not-found')
  return found
}

interface ReceivedReturn {
  row: OrderRow
  found: ReturnRow
  choice: RefundChoice
}

/**
 * Writes the refund of a received return, whose order the caller has locked. Throws `return-not-refundable`, or as `writeRefund`;
 * returns the id of the refund.
 */
export async function writeReturnRefund(
  tx: Transaction,
  deps: SettleDeps,
  actor: Actor,
  { row, found, choice }: ReceivedReturn,
): Promise<string> {
  if (found.refundedCents !== null || found.replacement) throw problem('return-not-refundable')
  const units = new Map(found.lines.map(({ position, receivedUnits }) => [position, receivedUnits]))
  const quote = await quoteReturn(tx, { row, found, choice }, { units, isReceived: true })
  return writeRefund(tx, { ...deps, findReplacedUnits }, actor, {
    orderId: row.id,
    amountCents: quote.amountCents,
    returned: [...quote.units].map(([line, count]) => ({ line, units: count })),
    withShipping: quote.shippingCents > 0,
    reason: 'requested_by_customer',
    note: '',
    restock: [],
    returnId: found.id,
    fee: { cents: quote.feeCents, lines: quote.feeLines },
    idempotencyKey: undefined,
  })
}

interface Quoted {
  /** By the positions of lines. */
  units: ReadonlyMap<number, number>
  /** Whether they are in the ledger: then only those are paid back that no refund has paid for. */
  isReceived: boolean
}

/** Calculates what units of a return are paid back with, in cents, or credited if the order is not paid. Throws `return-not-refundable` if neither is possible. */
export async function quoteReturn(
  db: Database | Transaction,
  { row: { order }, found, choice }: ReceivedReturn,
  { units: asked, isReceived }: Quoted,
) {
  const isCredit = isCreditable(order)
  if (!isCredit && (!order.paidAt || order.transactionId === null)) throw problem('return-not-refundable')
  const lines = await listOrderLines(db, order.id)
  const refundable = await findRefundableOrder(db, order, lines, await readOrderAmounts(db, order))
  const replaced = await findReplacedUnits(db, order.id, isReceived ? 'received' : 'all')
  const units = new Map<number, number>()
  for (const line of lines) {
    const settled = (refundable.lines.get(line.position)?.returnedUnits ?? 0) + (replaced.get(line.position) ?? 0)
    const left = (isReceived ? unitsTakenBack(line) : line.quantity) - settled
    const count = Math.min(asked.get(line.position) ?? 0, left)
    if (count > 0) units.set(line.position, count)
  }
  if (isReceived && units.size === 0) throw problem('return-not-refundable')
  const goodsCents = refundAmount(refundable, units, false)
  const wholeCents = refundAmount(refundable, units, true)
  const shippingLeftCents = Math.max(0, wholeCents - goodsCents)
  const shippingCents = choice.shipping ? shippingLeftCents : 0
  const charged = choice.fee === false ? new Map<number, number>() : unitsWithFee(found, units)
  const feeCents = quoteFee(found, refundAmount(refundable, charged, false))
  return {
    units,
    goodsCents,
    shippingLeftCents,
    shippingCents,
    feeCents: Math.min(feeCents, goodsCents),
    feeLines: new Set(charged.keys()),
    amountCents: Math.max(0, goodsCents + shippingCents - feeCents),
    isCredit,
  }
}

/** Returns the units that the restocking fee is for, those that were not needed or do not fit, by the positions of their lines. */
function unitsWithFee({ lines }: ReturnRow, units: ReadonlyMap<number, number>): Map<number, number> {
  const charged = new Set(lines.flatMap(({ position, reason }) => (returnReasonRules[reason].hasFee ? [position] : [])))
  return new Map([...units].filter(([position]) => charged.has(position)))
}

/** Returns the part of a cost that is the restocking fee. */
const quoteFee = ({ currency, feePercent }: ReturnRow, costCents: number): number =>
  // Hundredths of a percent are whole numbers.
  roundPayable(Math.round((costCents * Math.round(feePercent * 100)) / 10_000), currency)
