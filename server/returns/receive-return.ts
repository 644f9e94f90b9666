import { eq, sql } from 'drizzle-orm'
import { hasPermission } from '#contract/permissions.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { findReturn, type ReturnRow } from '#server/returns/find-returns.ts'
import { assertState, type LockedReturn, lockReturn } from '#server/returns/lock-return.ts'
import { type RefundChoice, writeReturnRefund } from '#server/returns/refund-return.ts'
import { returnReceivedMail } from '#server/returns/return-mails.ts'
import { returns } from '#server/returns/returns.tables.ts'
import { moveStock } from '#server/stock/move-stock.ts'

interface ReceivedLine {
  line: number
  received: number
  restocked: number
  scrapped: number
}

interface ReceiveInput {
  id: string
  lines: readonly ReceivedLine[]
  /** Undefined if it is paid back later, or not at all. */
  refund: RefundChoice | undefined
}

/**
 * Receives the units of a return, puts them into stock or scraps them, and pays them back if asked, all or nothing. Throws
 * `return-not-found`, `return-move-not-allowed`, `order-line-not-found`, `line-received-twice`, `return-units-too-many`, `return-divided-wrong`,
 * `nothing-received`, `not-allowed`, or as `writeReturnRefund`.
 */
export async function receiveReturn(
  db: Database,
  deps: SettleDeps,
  actor: Actor,
  { id, lines, refund }: ReceiveInput,
): Promise<ReturnRow> {
  const { found, refundId } = await db.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, actor, ['orders', 'shipping'])
    assertState(locked, ['approved'], 'received')
    if (refund && !hasPermission(actor, 'refunds')) throw problem('not-allowed')
    const received = await writeReceived(tx, locked, actor, lines)
    const refunded =
      refund && (await writeReturnRefund(tx, deps, actor, { row: locked.row, found: received, choice: refund }))
    const after = (await findReturn(tx, received.id)) ?? received
    await deps.queueMail(tx, await returnReceivedMail(tx, locked.row, after))
    return { found: after, refundId: refunded }
  })
  if (refundId === undefined) return found
  await sendRefund(db, deps, refundId)
  return (await findReturn(db, found.id)) ?? found
}

async function writeReceived(
  tx: Transaction,
  locked: LockedReturn,
  actor: Actor,
  asked: readonly ReceivedLine[],
): Promise<ReturnRow> {
  const { found, row, name } = locked
  const parts = await divide(tx, locked, asked)
  await moveStock(
    tx,
    parts.flatMap(({ lineId, received, restocked }) => [
      { kind: 'return' as const, lineId, units: received },
      { kind: 'restock' as const, lineId, units: restocked, reason: 'order-restocked' as const },
    ]),
    actor,
  )
  await tx.execute(sql`
    UPDATE return_lines SET received_units = received, restocked_units = restocked, scrapped_units = scrapped
    FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS part ("lineId" bigint, received integer, restocked integer, scrapped integer)
    WHERE return_id = ${found.id} AND order_line_id = "lineId"`)
  await tx
    .update(returns)
    .set({ receivedAt: sql`now()`, receivedBy: actor.id })
    .where(eq(returns.id, found.id))
  const units = sumOf(parts, 'received')
  await recordOrderEvent(tx, row.id, { kind: 'return_received', by: actor, facts: { return: found.position, units } })
  await recordAuditEvent(tx, actor, {
    kind: 'return-received',
    subject: { type: 'order', id: row.id },
    after: { return: name, units, restockedUnits: sumOf(parts, 'restocked'), scrappedUnits: sumOf(parts, 'scrapped') },
  })
  const received = await findReturn(tx, found.id)
  if (!received) throw new Error('A locked return was not found.')
  return received
}

type Part = Omit<ReceivedLine, 'line'> & { lineId: number }

/** Compares what arrived with the return and with what may still come back. */
async function divide(tx: Transaction, { found, row }: LockedReturn, asked: readonly ReceivedLine[]): Promise<Part[]> {
  const lines = new Map((await listOrderLines(tx, row.id)).map((line) => [line.id, line]))
  const parts = new Map<number, Part>()
  for (const { line: position, received, restocked, scrapped } of asked) {
    const part = found.lines.find((one) => one.position === position)
    const line = part && lines.get(part.lineId)
    if (!line) throw problem('order-line-not-found', { line: position })
    if (parts.has(position)) throw problem('line-received-twice', { line: position })
    // A refund may have taken units back without the return.
    const left = Math.min(part.units, line.shipped - line.returned)
    if (received > left) throw problem('return-units-too-many', { name: part.productName, left })
    if (restocked + scrapped > received)
      throw problem('return-divided-wrong', { name: part.productName, received, divided: restocked + scrapped })
    parts.set(position, { lineId: part.lineId, received, restocked, scrapped })
  }
  const received = [...parts.values()].filter((part) => part.received > 0)
  if (received.length === 0) throw problem('nothing-received')
  return received
}

const sumOf = (parts: readonly Part[], field: 'received' | 'restocked' | 'scrapped') =>
  parts.reduce((sum, part) => sum + part[field], 0)
