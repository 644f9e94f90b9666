import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { maxOrderMessages, type OrderMessage } from '#contract/order-messages.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { orderAnswerMail, orderMessageMail } from '#server/orders/order-mails.ts'
import { type OrderLine, unitsOwed } from '#server/orders/order-lines.ts'
import { type OrderMessageRow, orderMessages } from '#server/orders/order-messages.tables.ts'
import { mailSeller, type SellerMailDeps } from '#server/orders/read-seller.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'

// Messages may say something about a person: the audit log, which stays for ever, has their ids and never their text.

export type MessageDeps = SellerMailDeps

type SentMessage = Pick<OrderMessageRow, 'message' | 'line'> & { idempotencyKey: string | undefined }

/** Selects the messages of buyers that wait for staff. */
export const isMessageOpen = and(isNull(orderMessages.answeredAt), ne(orderMessages.kind, 'answer'))

/** Selects whether the buyer of an order waits for an answer about it. */
export const isAskedAbout = (orderId: string): SQL =>
  sql`EXISTS (SELECT FROM ${orderMessages} WHERE ${and(eq(orderMessages.orderId, orderId), isMessageOpen)})`

/** Returns the messages about an order, oldest first. */
export async function listOrderMessages(
  db: Database,
  { order }: OrderRow,
  reader: 'buyer' | 'admin',
): Promise<OrderMessage[]> {
  const rows = await db
    .select({ message: orderMessages, email: users.email })
    .from(orderMessages)
    .innerJoin(users, eq(users.id, orderMessages.writtenBy))
    .where(eq(orderMessages.orderId, order.id))
    .orderBy(asc(orderMessages.writtenAt), asc(orderMessages.id))
  return rows.map(({ message, email }) => presentMessage(message, reader === 'admin' ? email : undefined))
}

function presentMessage(row: OrderMessageRow, email?: string): OrderMessage {
  const isAnswer = row.kind === 'answer'
  return {
    _id: row.id,
    kind: row.kind,
    message: row.message,
    ...(row.line !== null && { line: row.line }),
    ...(row.request?.units && { units: row.request.units }),
    ...(row.request?.change && { change: row.request.change }),
    at: row.writtenAt.toISOString(),
    from: isAnswer ? 'shop' : 'buyer',
    ...(isAnswer && email !== undefined && { by: email }),
    ...(!isAnswer && row.answeredAt === null && { open: true as const }),
  }
}

/**
 * Writes a message about an order: that of its buyer is mailed to the shop, that of staff answers all before it and is mailed to the buyer.
 * With an idempotency key, a repeated call returns the first message. Throws `order-not-found`, `order-line-not-found`, `too-many-messages` or
 * `idempotency-key-reused`.
 */
export async function sendOrderMessage(
  db: Database,
  deps: MessageDeps,
  actor: Actor,
  { orderId, ...sent }: SentMessage & { orderId: string },
): Promise<OrderMessage> {
  return db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'orders')
    const { message, line } = sent
    if (line !== null && line > row.order.lineCount) throw problem('order-line-not-found', { line })
    const isBuyer = row.order.buyerId === actor.id
    const repeated = await findRepeated(tx, row.id, actor, sent)
    if (repeated) return presentMessage(repeated, isBuyer ? undefined : actor.email)
    if (isBuyer) return presentMessage(await writeMessage(tx, deps, row, { kind: 'question', ...sent }))
    const answer = await insertMessage(tx, row, { kind: 'answer', ...sent, writtenBy: actor.id })
    await tx
      .update(orderMessages)
      .set({ answeredAt: sql`now()` })
      .where(and(eq(orderMessages.orderId, row.id), isMessageOpen))
    await deps.queueMail(tx, await orderAnswerMail(row, message))
    const subject = { type: 'order', id: row.id } as const
    await recordAuditEvent(tx, actor, { kind: 'order-message-answered', subject })
    return presentMessage(answer, actor.email)
  })
}

/** Returns the message of an earlier call with the same key; throws `idempotency-key-reused` if that sent another one. */
async function findRepeated(
  tx: Transaction,
  orderId: string,
  { id: writtenBy }: Actor,
  { message, line, idempotencyKey: key }: SentMessage,
): Promise<OrderMessageRow | undefined> {
  if (key === undefined) return undefined
  const isOfKey = and(eq(orderMessages.orderId, orderId), eq(orderMessages.idempotencyKey, key))
  const [row] = await tx.select().from(orderMessages).where(isOfKey)
  const isSame = row?.message === message && row.line === line && row.writtenBy === writtenBy && !row.request
  if (row && !isSame) throw problem('idempotency-key-reused')
  return row
}

/** Writes what a buyer asks, which staff are mailed; the caller has locked the order. */
export async function writeMessage(
  tx: Transaction,
  deps: MessageDeps,
  row: OrderRow,
  message: Pick<OrderMessageRow, 'message'> & {
    kind: 'question' | 'cancellation' | 'change'
    line?: number | null
    request?: OrderMessageRow['request']
    idempotencyKey?: string | undefined
  },
): Promise<OrderMessageRow> {
  const written = await insertMessage(tx, row, { line: null, ...message, writtenBy: row.order.buyerId })
  await tellSeller(tx, deps, row, { ...message, ...message.request })
  return written
}

/** Mails the seller what a buyer wrote, asks for or has done; nobody, if no address is entered. */
export async function tellSeller(
  tx: Transaction,
  deps: MessageDeps,
  row: OrderRow,
  about: Parameters<typeof orderMessageMail>[3],
): Promise<void> {
  await mailSeller(tx, deps, 'messageRecipient', (to) => orderMessageMail(tx, row, to, about))
}

async function insertMessage(
  tx: Transaction,
  { id: orderId }: OrderRow,
  message: Pick<OrderMessageRow, 'kind' | 'message' | 'line' | 'writtenBy'> & {
    request?: OrderMessageRow['request']
    idempotencyKey?: string | undefined
  },
): Promise<OrderMessageRow> {
  // The shop can always answer.
  if (message.kind !== 'answer') {
    const count = await tx.$count(
      orderMessages,
      and(eq(orderMessages.orderId, orderId), ne(orderMessages.kind, 'answer')),
    )
    if (count >= maxOrderMessages) throw problem('too-many-messages', { count })
  }
  const [row] = await tx
    .insert(orderMessages)
    .values({ id: newId(), orderId, ...message })
    .returning()
  if (!row) throw new Error('A message was not written.')
  return row
}

/**
 * Answers what a buyer has asked to cancel once it is: the units that were asked for, or all that were left of their lines. The `lines` are those
 * of before, the units by their positions; without, the whole order is.
 */
export async function answerCancellations(
  tx: Transaction,
  orderId: string,
  cancelled?: { lines: readonly OrderLine[]; units: ReadonlyMap<number, number> },
): Promise<void> {
  const asked = await tx
    .select({ id: orderMessages.id, request: orderMessages.request })
    .from(orderMessages)
    .where(and(eq(orderMessages.orderId, orderId), isMessageOpen, eq(orderMessages.kind, 'cancellation')))
  const owed = new Map(cancelled?.lines.map((line) => [line.position, unitsOwed(line)]))
  const done = asked.filter(({ request }) =>
    request?.units?.every(
      ({ line, units }) => !cancelled || (cancelled.units.get(line) ?? 0) >= Math.min(units, owed.get(line) ?? 0),
    ),
  )
  if (done.length === 0) return
  await tx
    .update(orderMessages)
    .set({ answeredAt: sql`now()` })
    .where(
      inArray(
        orderMessages.id,
        done.map(({ id }) => id),
      ),
    )
}

/** Says that nothing is left to do about a message. Throws `order-not-found` or `message-not-found`. */
export async function closeOrderMessage(db: Database, orderId: string, messageId: string, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await getOrderFor(tx, orderId, actor, 'orders')
    const isIt = and(eq(orderMessages.id, parseId(messageId, 'message-not-found')), eq(orderMessages.orderId, id))
    const [known] = await tx.select().from(orderMessages).where(isIt).for('update')
    if (!known) throw problem('message-not-found')
    if (known.answeredAt !== null || known.kind === 'answer') return
    await tx
      .update(orderMessages)
      .set({ answeredAt: sql`now()` })
      .where(isIt)
    const subject = { type: 'order', id } as const
    await recordAuditEvent(tx, actor, { kind: 'order-message-closed', subject, after: { note: known.id } })
  })
}
