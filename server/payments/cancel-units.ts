import { and, eq } from 'drizzle-orm'
import { hasPermission } from '#contract/permissions.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsOwed } from '#server/orders/order-lines.ts'
import { type MessageDeps, writeMessage } from '#server/orders/order-messages.ts'
import { type OrderMessageRow, orderMessages } from '#server/orders/order-messages.tables.ts'
import { assertChangeable, orderState } from '#server/orders/order-rules.ts'
import { type AskReason, findUnitsLeftReason, UnitsLeftRefused } from '#server/orders/refuse-units-left.ts'
import { assertCancellable, cancelOrder } from '#server/payments/cancel-order.ts'
import { chooseCancelled, unitsByPosition } from '#server/payments/choose-units.ts'
import { type RefundDeps, refundOrder } from '#server/payments/refund-order.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Holds the refund of a cancellation, if there is one, or that the shop was asked instead, and why. */
interface Cancelled {
  refundId?: string
  asked?: true
  because?: AskReason
}

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
 * them, and their money goes back, is credited, or waits until staff have sent it. An unpaid order without any left is cancelled. Where the shop wants to be asked, or what is left of a line could not be ordered so at its price, it only writes a message.
 * Returns the id of the refund, if there is one.
 */
export async function cancelUnits(
  db: Database,
  deps: CancelDeps,
  actor: Actor,
  cancellation: Cancellation,
): Promise<Cancelled> {
  const { orderId, lines } = cancellation
  const row = await getOrderFor(db, orderId, actor, 'orders')
  const { order } = row
  // The same call again, after its answer was lost.
  if (order.cancelledAt && order.cancelledBy === actor.id && lines === undefined) return {}
  const because = await findAskReason(db, deps, actor, cancellation, row)
  if (because && !hasPermission(actor, 'orders')) return askToCancel(db, deps, actor, cancellation, because)
  try {
    return await takeOff(db, deps, actor, { ...cancellation, row })
  } catch (error) {
    // Other units were cancelled meanwhile.
    if (error instanceof UnitsLeftRefused) return askToCancel(db, deps, actor, cancellation, error.reason)
    throw error
  }
}

/** Says whether a cancellation would be a question to the shop; staff are told what it would be for the buyer. */
export async function previewCancellation(
  db: Database,
  deps: CancelDeps,
  actor: Actor,
  cancellation: Cancellation,
): Promise<Cancelled> {
  const row = await getOrderFor(db, cancellation.orderId, actor, 'orders')
  assertChangeable(row.order, actor, 'cancelled')
  const because = await findAskReason(db, deps, actor, cancellation, row)
  return because ? { because, ...(!hasPermission(actor, 'orders') && { asked: true }) } : {}
}

async function findAskReason(
  db: Database,
  { asksFirst }: CancelDeps,
  actor: Actor,
  { lines: asked }: Cancellation,
  row: OrderRow,
): Promise<AskReason | undefined> {
  if (orderState(row.order) !== 'unpaid' && !hasPermission(actor, 'orders') && (await asksFirst())) return 'shop-asks'
  if (asked === undefined) return undefined
  return findUnitsLeftReason(db, row, await listOrderLines(db, row.id), unitsByPosition(asked))
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
  const mayLeaveLess = hasPermission(actor, 'orders')
  const writesOff = !isBuyer && !restock
  if (orderState(row.order) === 'unpaid' && row.order.receivedCents === 0 && (await isWhole(db, row, lines))) {
    assertCancellable(row, actor)
    if (await cancelOrder(db, deps, actor, row, writesOff)) return {}
    // Some money may have come meanwhile.
    assertCancellable(await getOrderFor(db, orderId, actor, 'orders'), actor)
  }
  const refundId = await refundOrder(db, deps, actor, {
    orderId,
    cancels: { tellSeller: deps, onlyUnpaid, writesOff, mayLeaveLess },
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
  because: AskReason,
): Promise<Cancelled> {
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
  return { asked: true, because }
}

/** Whether a message asks for what a call asks for; one for all units had those that were left then. */
function isSameRequest({ message, request }: OrderMessageRow, asked: Cancellation['lines'], note: string): boolean {
  const sums = unitsByPosition(asked ?? [])
  const hasUnits = ({ line, units }: { line: number; units: number }) => sums.get(line) === units
  const known = request?.units ?? []
  return message === note && (asked === undefined || (known.length === sums.size && known.every(hasUnits)))
}
