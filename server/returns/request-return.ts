import { sql } from 'drizzle-orm'
import type { ReturnReason } from '#contract/returns.ts'
import { storeDay } from '#contract/time-zone.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { assertOwnImages } from '#server/media/find-image-urls.ts'
import { lockOrder, type OrderRow, visibleTo } from '#server/orders/find-orders.ts'
import { mailSeller, type SellerMailDeps } from '#server/orders/read-seller.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { hashRequest } from '#server/platform/http/idempotency-key.ts'
import { unitsByPosition } from '#server/payments/choose-units.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'
import {
  findLastShippedAt,
  findReturn,
  findReturnable,
  findReturnByKey,
  listReturnsOf,
  type ReturnRow,
} from '#server/returns/find-returns.ts'
import { closeReturn } from '#server/returns/answer-return.ts'
import { newReturnMail, returnApprovedMail, returnRequestedMail, withdrawalMail } from '#server/returns/return-mails.ts'
import { returnableUntil, returnState, withdrawableUntil } from '#server/returns/return-rules.ts'
import { readReturnSettings } from '#server/returns/return-settings.ts'
import { returnName } from '#contract/order-name.ts'

export interface RequestDeps extends SellerMailDeps {
  now: () => Date
}

interface ReturnInput {
  orderId: string
  lines: readonly { line: number; units: number; reason: ReturnReason; photo?: string | undefined }[]
  note: string | null
  idempotencyKey: string | undefined
}

interface PartInput {
  lineId: number
  units: number
  reason: ReturnReason
  photo: string | null
}

/**
 * Asks to return units of an order; what staff enter for a buyer is approved at once, whatever the days. Throws `order-not-found`,
 * `returns-not-offered`, `return-too-late`, `order-line-not-found`, `return-units-too-many`, `return-line-twice`, `image-not-yours` or
 * `idempotency-key-reused`.
 */
export async function requestReturn(
  db: Database,
  deps: RequestDeps,
  actor: Actor,
  input: ReturnInput,
): Promise<ReturnRow> {
  return db.transaction(async (tx) => {
    const row = await lockReturnedOrder(tx, input.orderId, actor)
    const key = keyOf(input, [
      input.lines.map(({ line, units, reason, photo }) => [line, units, reason, photo]),
      input.note,
    ])
    const repeated = await findRepeated(tx, row, key)
    if (repeated) return repeated
    await assertOwnImages(
      tx,
      actor,
      input.lines.flatMap(({ photo }) => photo ?? []),
    )
    const isOwn = row.order.buyerId === actor.id
    if (isOwn) await assertInTime(tx, row, deps.now())
    const parts = await chooseParts(tx, row, input.lines)
    const found = await insertReturn(tx, row, actor, {
      parts,
      note: input.note,
      isApproved: !isOwn,
      isWithdrawal: false,
      key,
    })
    await deps.queueMail(tx, await (isOwn ? returnRequestedMail : returnApprovedMail)(tx, row, found))
    if (isOwn) await mailSeller(tx, deps, 'orderRecipient', (to) => newReturnMail(row, found, to))
    return found
  })
}

interface WithdrawalInput {
  orderId: string
  /** Undefined for all that has shipped and is not back. */
  lines: readonly { line: number; units: number }[] | undefined
  idempotencyKey: string | undefined
}

/**
 * Withdraws from the contract: a return that is approved at once, in place of those that were asked for before. Staff enter those that
 * came by letter, also late. Throws `order-not-found`, `withdrawal-not-offered`, `withdrawal-too-late`, `nothing-to-return` or as
 * `requestReturn`.
 */
export async function withdrawOrder(
  db: Database,
  deps: RequestDeps,
  actor: Actor,
  { lines, ...input }: WithdrawalInput,
): Promise<ReturnRow> {
  return db.transaction(async (tx) => {
    const row = await lockReturnedOrder(tx, input.orderId, actor)
    const key = keyOf(input, ['withdrawal', lines?.map(({ line, units }) => [line, units]) ?? null])
    const repeated = await findRepeated(tx, row, key)
    if (repeated) return repeated
    const settings = await readReturnSettings(tx)
    const lastShippedAt = await findLastShippedAt(tx, row.id)
    if (!settings.withdrawal) throw problem('withdrawal-not-offered')
    if (!lastShippedAt) throw problem('nothing-to-return')
    const until = withdrawableUntil(lastShippedAt, settings)
    if (row.order.buyerId === actor.id && storeDay(deps.now()) > until)
      throw problem('withdrawal-too-late', { day: until })
    await makeRoom(tx, row, actor, lines)
    const left = await findReturnable(tx, row.id)
    const all = [...left].flatMap(([line, { units }]) => (units > 0 ? [{ line, units }] : []))
    if (all.length === 0) throw problem('nothing-to-return')
    const chosen = (lines ?? all).map((line) => ({ ...line, reason: 'withdrawal' as const }))
    const found = await insertReturn(tx, row, actor, {
      parts: await chooseParts(tx, row, chosen),
      note: null,
      isApproved: true,
      isWithdrawal: true,
      key,
    })
    await deps.queueMail(tx, await withdrawalMail(tx, row, found))
    await mailSeller(tx, deps, 'orderRecipient', (to) => newReturnMail(row, found, to))
    return found
  })
}

/**
 * Cancels open returns that have units of a withdrawal, the last first, as far as they are in its way: nothing that was asked for before keeps
 * a consumer from withdrawing.
 */
async function makeRoom(tx: Transaction, row: OrderRow, actor: Actor, wanted: WithdrawalInput['lines']): Promise<void> {
  const open = (await listReturnsOf(tx, row.id)).filter(
    (found) => ['requested', 'approved'].includes(returnState(found)) && !found.isWithdrawal && !found.replacement,
  )
  const sums = wanted && unitsByPosition(wanted)
  for (const found of open.toReversed()) {
    const left = await findReturnable(tx, row.id)
    const isInTheWay = found.lines.some(
      ({ position }) => !sums || (sums.get(position) ?? 0) > (left.get(position)?.units ?? 0),
    )
    const locked = { row, found, name: returnName(row.order.number, found.position), state: returnState(found) }
    if (isInTheWay) await closeReturn(tx, locked, actor)
  }
}

async function lockReturnedOrder(tx: Transaction, id: string, actor: Actor): Promise<OrderRow> {
  return visibleTo(actor, await lockOrder(tx, parseId(id, 'order-not-found')), 'orders')
}

/** Throws `returns-not-offered` or `return-too-late`. */
async function assertInTime(tx: Transaction, row: OrderRow, now: Date): Promise<void> {
  const settings = await readReturnSettings(tx)
  if (settings.days === 0) throw problem('returns-not-offered')
  const lastShippedAt = await findLastShippedAt(tx, row.id)
  // Without a parcel there are no units, which is refused by line.
  if (!lastShippedAt) return
  const until = returnableUntil(lastShippedAt, settings)
  if (storeDay(now) > until) throw problem('return-too-late', { day: until })
}

/** Returns the units to return by line; several entries of one line are added up. Throws `return-line-twice` if they differ in reason or photo. */
async function chooseParts(tx: Transaction, { id }: OrderRow, asked: ReturnInput['lines']): Promise<PartInput[]> {
  const left = await findReturnable(tx, id)
  const parts = new Map<number, PartInput>()
  for (const { line, units, reason, photo = null } of asked) {
    const known = left.get(line)
    if (!known) throw problem('order-line-not-found', { line })
    const before = parts.get(line)
    if (before && (before.reason !== reason || before.photo !== photo)) throw problem('return-line-twice', { line })
    const sum = (before?.units ?? 0) + units
    if (sum > known.units) throw problem('return-units-too-many', { name: known.name, left: known.units })
    parts.set(line, { lineId: known.lineId, reason, photo, ...before, units: sum })
  }
  return [...parts.values()]
}

interface NewReturn {
  parts: readonly PartInput[]
  note: string | null
  isApproved: boolean
  isWithdrawal: boolean
  key: { idempotencyKey: string; hash: string } | undefined
}

/** Writes a return with its lines, the event of its order and, if staff enter it, the audit event. Its number is the next of the order. */
async function insertReturn(
  tx: Transaction,
  { id: orderId, order }: OrderRow,
  actor: Actor,
  { parts, note, isApproved, isWithdrawal, key }: NewReturn,
): Promise<ReturnRow> {
  const id = newId()
  await tx.execute(sql`
    WITH asked AS (
      INSERT INTO returns (id, order_id, position, is_withdrawal, requested_by, note, fee_percent, approved_at, approved_by, idempotency_key, request_hash)
      SELECT ${id}::uuid, ${orderId}::uuid, coalesce(max(position), 0) + 1, ${isWithdrawal}, ${actor.id}::uuid, ${note}::text,
        (SELECT fee_percent FROM return_settings),
        CASE WHEN ${isApproved} THEN now() END, CASE WHEN ${isApproved && order.buyerId !== actor.id} THEN ${actor.id}::uuid END,
        ${key?.idempotencyKey ?? null}::text, ${key?.hash ?? null}::text
      FROM returns WHERE order_id = ${orderId} RETURNING id)
    INSERT INTO return_lines (return_id, order_line_id, units, reason, photo_url)
    SELECT asked.id, "lineId", units, reason, photo
    FROM asked, jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS part ("lineId" bigint, units integer, reason text, photo text)`)
  const found = await findReturn(tx, id)
  if (!found) throw new Error('A return was not written.')
  const units = parts.reduce((sum, part) => sum + part.units, 0)
  const kind = isWithdrawal ? 'withdrawn' : 'return_requested'
  await recordOrderEvent(tx, orderId, { kind, by: actor, facts: { return: found.position, units } })
  await recordAuditEvent(tx, actor, {
    kind: isWithdrawal ? 'order-withdrawn' : 'return-requested',
    subject: { type: 'order', id: orderId },
    after: { return: returnName(order.number, found.position), units },
  })
  return found
}

const keyOf = (
  { idempotencyKey }: Pick<ReturnInput, 'idempotencyKey'>,
  asked: Parameters<typeof hashRequest>[0],
): NewReturn['key'] => (idempotencyKey === undefined ? undefined : { idempotencyKey, hash: hashRequest(asked) })

/** Returns the return of an earlier call with the same key; throws `idempotency-key-reused` if that asked for something else. */
async function findRepeated(tx: Transaction, { id }: OrderRow, key: NewReturn['key']): Promise<ReturnRow | undefined> {
  const repeated = key && (await findReturnByKey(tx, id, key.idempotencyKey))
  if (repeated && repeated.requestHash !== key.hash) throw problem('idempotency-key-reused')
  return repeated
}
