import { and, eq } from 'drizzle-orm'
import { hasPermission } from '#contract/permissions.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsOwed } from '#server/orders/order-lines.ts'
import { type MessageDeps, writeMessage } from '#server/orders/order-messages.ts'
import { type OrderMessageRow, orderMessages } from '#server/orders/order-messages.tables.ts'
import { assertChangeable, orderState } from '#server/orders/order-rules.ts'
import { assertCancellable, cancelOrder } from '#server/payments/cancel-order.ts'
import { chooseCancelled, unitsByPosition } from '#server/payments/choose-units.ts'
import { type RefundDeps, refundOrder } from '#server/payments/refund-order.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'

interface Cancellation {
  orderId: string
  /** The units of lines by their positions; undefined for all that have not shipped. */
  lines: readonly { line: number; units: number }[] | undefined
  /** A message to the other side; may be empty. */
  note: string
  /** Whether what staff cancel goes back on sale, and does not leave the stock. */
  restock: boolean
  idempotencyKey: string | undefined
}

export interface CancelDeps extends RefundDeps, MessageDeps {
  /** Whether buyers ask before they cancel what they have paid or ordered on account. */
  asksFirst: () => Promise<boolean>
}

/**
 * Cancels units that have not shipped, for the buyer until the first parcel: they are on sale again, or leave the stock if staff do not have
 * them, and their money goes back, is credited, or waits until staff have sent it. An unpaid order without any left is cancelled. Where the shop wants to be asked, it only writes a message.
 * Returns the id of the refund, if there is one.
 */
export async function cancelUnits(
  db: Database,
  deps: CancelDeps,
  actor: Actor,
  cancellation: Cancellation,
): Promise<{ refundId?: string; asked?: true }> {
  const { orderId, lines } = cancellation
  const row = await getOrderFor(db, orderId, actor, 'orders')
  const { order } = row
  // The same call again, after its answer was lost.
  if (order.cancelledAt && order.cancelledBy === actor.id && lines === undefined) return {}
  if (orderState(order) !== 'unpaid' && !hasPermission(actor, 'orders') && (await deps.asksFirst())) {
    await askToCancel(db, deps, actor, cancellation)
    return { asked: true }
  }
  return takeOff(db, deps, actor, { ...cancellation, row })
}

/** Cancels an order of which nothing has shipped and that is not paid. Throws `order-not-found` or `order-move-not-allowed`. */
export async function cancelWholeOrder(db: Database, deps: CancelDeps, actor: Actor, orderId: string): Promise<void> {
  const row = await getOrderFor(db, orderId, actor, 'orders')
  assertCancellable(row, actor)
  const whole = { lines: undefined, note: '', restock: true, idempotencyKey: undefined, onlyUnpaid: true }
  await takeOff(db, deps, actor, { row, orderId, ...whole })
}

/** Cancels units: what is owed or has come for them is credited or goes back, and without any of both the order is closed. */
async function takeOff(
  db: Database,
  deps: CancelDeps,
  actor: Actor,
  {
    row,
    orderId,
    lines,
    note,
    restock,
    idempotencyKey,
    onlyUnpaid = false,
  }: Cancellation & { row: OrderRow; onlyUnpaid?: boolean },
): Promise<{ refundId?: string }> {
  const isBuyer = row.order.buyerId === actor.id
  const writesOff = !isBuyer && !restock
  if (orderState(row.order) === 'unpaid' && row.order.receivedCents === 0 && (await isWhole(db, row, lines))) {
    assertCancellable(row, actor)
    if (await cancelOrder(db, deps, actor, row, writesOff)) return {}
    // Some money may have come meanwhile.
    assertCancellable(await getOrderFor(db, orderId, actor, 'orders'), actor)
  }
  const refundId = await refundOrder(db, deps, actor, {
    orderId,
    cancels: { tellSeller: deps, onlyUnpaid, writesOff },
    amountCents: undefined,
    returned: lines,
    withShipping: false,
    reason: isBuyer ? 'requested_by_customer' : 'not_delivered',
    note,
    restock: 0,
    idempotencyKey,
  })
  return { refundId }
}

async function isWhole(db: Database, { id }: OrderRow, asked: Cancellation['lines']): Promise<boolean> {
  const lines = await listOrderLines(db, id)
  const units = chooseCancelled(lines, asked)
  return lines.every((line) => unitsOwed(line) === (units.get(line.position) ?? 0))
}

async function askToCancel(
  db: Database,
  deps: CancelDeps,
  actor: Actor,
  { orderId, lines: asked, note, idempotencyKey }: Cancellation,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'orders')
    const [before] =
      idempotencyKey === undefined
        ? []
        : await tx
            .select()
            .from(orderMessages)
            .where(and(eq(orderMessages.orderId, row.id), eq(orderMessages.idempotencyKey, idempotencyKey)))
    if (before && isSameRequest(before, asked, note)) return
    if (before) throw problem('idempotency-key-reused')
    assertChangeable(row.order, actor, 'cancelled')
    const units = [...chooseCancelled(await listOrderLines(tx, row.id), asked)].map(([line, each]) => ({
      line,
      units: each,
    }))
    await writeMessage(tx, deps, row, { kind: 'cancellation', message: note, request: { units }, idempotencyKey })
  })
}

/** Whether a message asks for what a call asks for; one for all units had those that were left then. */
function isSameRequest({ message, request }: OrderMessageRow, asked: Cancellation['lines'], note: string): boolean {
  const sums = unitsByPosition(asked ?? [])
  const hasUnits = ({ line, units }: { line: number; units: number }) => sums.get(line) === units
  const known = request?.units ?? []
  return message === note && (asked === undefined || (known.length === sums.size && known.every(hasUnits)))
}
