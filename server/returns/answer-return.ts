import { eq, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import type { OrderEventKind } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { findReturn, type ReturnRow } from '#server/returns/find-returns.ts'
import { assertState, type LockedReturn, lockReturn } from '#server/returns/lock-return.ts'
import { isCancellable, isForColleague } from '#server/returns/return-rules.ts'
import { returnApprovedMail, returnCancelledMail, returnRefusedMail } from '#server/returns/return-mails.ts'
import { returns } from '#server/returns/returns.tables.ts'

interface Answer {
  id: string
  answer: string | null
}

/** Approves a return and mails its buyer number and slip. Throws `return-not-found`, `own-return` or `return-move-not-allowed`. */
export const approveReturn = (db: Database, queueMail: QueueMail, actor: Actor, { id, answer }: Answer) =>
  db.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, actor, 'orders')
    if (isForColleague(locked.found, actor)) throw problem('own-return')
    assertState(locked, ['requested'], 'approved')
    const changes = { approvedAt: sql`now()`, approvedBy: actor.id, answer }
    const found = await change(tx, locked, actor, { changes, event: 'return_approved', audit: 'return-approved' })
    await queueMail(tx, await returnApprovedMail(tx, locked.row, found))
    return found
  })

/** Refuses a return with an answer, which its buyer is mailed. Throws `return-not-found` or `return-move-not-allowed`. */
export const refuseReturn = (db: Database, queueMail: QueueMail, actor: Actor, { id, answer }: Answer) =>
  db.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, actor, 'orders')
    assertState(locked, ['requested'], 'refused')
    const changes = { refusedAt: sql`now()`, refusedBy: actor.id, answer }
    const found = await change(tx, locked, actor, { changes, event: 'return_refused', audit: 'return-refused' })
    await queueMail(tx, await returnRefusedMail(tx, locked.row, found))
    return found
  })

/** Cancels a return whose units have not arrived; its buyer is mailed if staff do. Throws `return-not-found` or `return-move-not-allowed`. */
export const cancelReturn = (db: Database, queueMail: QueueMail, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, actor, 'orders')
    assertState(locked, ['requested', 'approved'], 'cancelled')
    const { found, row, name } = locked
    if (!isCancellable(found, actor))
      throw problem('return-move-not-allowed', {
        number: name,
        state: found.replacement ? 'replaced' : 'withdrawn',
        move: 'cancelled',
      })
    const closed = await closeReturn(tx, locked, actor)
    // Of units that have come back already, the buyer knows by their refund.
    if (found.mayArrive && row.order.buyerId !== actor.id)
      await queueMail(tx, await returnCancelledMail(tx, row, closed))
    return closed
  })

/** Cancels a return; the caller has locked its order. */
export const closeReturn = (tx: Transaction, locked: LockedReturn, actor: Actor): Promise<ReturnRow> =>
  change(tx, locked, actor, {
    changes: { cancelledAt: sql`now()`, cancelledBy: actor.id },
    event: 'return_cancelled',
    audit: 'return-cancelled',
  })

interface Change {
  changes: Parameters<ReturnType<typeof update>['set']>[0]
  event: OrderEventKind
  audit: 'return-approved' | 'return-refused' | 'return-cancelled'
}

const update = (tx: Transaction) => tx.update(returns)

async function change(
  tx: Transaction,
  { found, row, name, state }: LockedReturn,
  actor: Actor,
  { changes, event, audit }: Change,
): Promise<ReturnRow> {
  await update(tx).set(changes).where(eq(returns.id, found.id))
  await recordOrderEvent(tx, row.id, { kind: event, by: actor, facts: { return: found.position } })
  await recordAuditEvent(tx, actor, {
    kind: audit,
    subject: { type: 'order', id: row.id },
    before: { return: name, returnState: state },
    after: { return: name, returnState: event.replace('return_', '') },
  })
  const changed = await findReturn(tx, found.id)
  if (!changed) throw new Error('A locked return was not found.')
  return changed
}
