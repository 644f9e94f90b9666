import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { orderName } from '#contract/order-name.ts'
import type { Ordering } from '#server/orders/insert-order.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsTakenBack } from '#server/orders/order-lines.ts'
import { readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { findRefundableOrder } from '#server/payments/find-credits.ts'
import { placeReplacement } from '#server/orders/place-replacement.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { findReturn, type ReturnRow } from '#server/returns/find-returns.ts'
import { assertState, type LockedReturn, lockReturn } from '#server/returns/lock-return.ts'
import { replacementNote } from '#server/returns/return-mail-texts.ts'
import { isForColleague } from '#server/returns/return-rules.ts'
import { returns } from '#server/returns/returns.tables.ts'

/**
 * Places an order that replaces the units of a return at no charge, once; of a received return, the units that arrived. Throws
 * `return-not-found`, `own-return`, `return-move-not-allowed` or `replacement-not-possible`.
 */
export async function replaceReturn(
  db: Database,
  ordering: Ordering,
  actor: Actor,
  id: string,
): Promise<{ found: ReturnRow; replacement: OrderRow }> {
  let locked: LockedReturn | undefined
  const replacement = await placeReplacement(ordering, {
    async lock(tx) {
      locked = await lockReplaceable(tx, id, actor)
      const { found, row, name, state } = locked
      return {
        row,
        lines: found.lines.flatMap(({ productId, units, receivedUnits }) => {
          const quantity = state === 'received' ? receivedUnits : units
          return quantity > 0 ? [{ productId, quantity }] : []
        }),
        reason: { id: found.id, text: replacementNote(row.order.language, name) },
        by: actor,
      }
    },
    async link(tx, placed) {
      if (locked) await linkReplacement(tx, locked, placed, actor)
    },
  })
  const found = locked && (await findReturn(db, locked.found.id))
  if (!replacement || !found) throw problem('replacement-not-possible')
  return { found, replacement }
}

async function lockReplaceable(tx: Transaction, id: string, actor: Actor): Promise<LockedReturn> {
  const locked = await lockReturn(tx, id, actor, 'orders')
  if (isForColleague(locked.found, actor)) throw problem('own-return')
  assertState(locked, ['approved', 'received'], 'replaced')
  const { found, name } = locked
  const state = found.replacement ? 'replaced' : found.refundedCents !== null ? 'paid back' : undefined
  if (state !== undefined) throw problem('return-move-not-allowed', { number: name, state, move: 'replaced' })
  await assertKept(tx, locked)
  return locked
}

/** Throws `replacement-not-possible` unless all its units have shipped and were not paid back, such as by a refund without the return. */
async function assertKept(tx: Transaction, { row: { order }, found, state }: LockedReturn): Promise<void> {
  const lines = await listOrderLines(tx, order.id)
  const { lines: paid } = await findRefundableOrder(tx, order, lines, await readOrderAmounts(tx, order))
  for (const part of found.lines) {
    const line = lines.find(({ id }) => id === part.lineId)
    if (!line) continue
    const isKept =
      state === 'received'
        ? part.receivedUnits <= unitsTakenBack(line) - (paid.get(line.position)?.returnedUnits ?? 0)
        : part.units <= line.shipped - line.returned
    if (!isKept) throw problem('replacement-not-possible')
  }
}

async function linkReplacement(
  tx: Transaction,
  { found, row, name }: LockedReturn,
  placed: OrderRow,
  actor: Actor,
): Promise<void> {
  await tx.update(returns).set({ replacementId: placed.id }).where(eq(returns.id, found.id))
  const { units } = placed.order
  await recordOrderEvent(tx, row.id, { kind: 'return_replaced', by: actor, facts: { return: found.position, units } })
  await recordAuditEvent(tx, actor, {
    kind: 'return-replaced',
    subject: { type: 'order', id: row.id },
    after: { return: name, replacement: orderName(placed.order.number), units },
  })
}
