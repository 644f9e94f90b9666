import { and, count, eq, sql } from 'drizzle-orm'
import { maxTagsEach } from '#contract/tags.ts'
import { findOrAddTag } from '#server/customers/tags/find-or-add-tag.ts'
import { tags } from '#server/customers/tags/tags.tables.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { orderTags } from '#server/orders/order-notes.tables.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'

/** Whether an order has a tag. */
export const isOnOrder = sql`EXISTS (SELECT FROM ${orderTags} WHERE ${orderTags.tagId} = ${tags.id})`

type Outcome = 'done' | 'unchanged'

/** Ends the transaction of a preview without its changes. */
class Rehearsal extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('a preview changes nothing')
    this.outcome = outcome
  }
}

/** Gives an order a tag, or with `preview` tries it only. Throws `order-not-found` or `too-many-tags`. */
export function tagOrder(db: Database, id: string, name: string, by: AuditActor, preview: boolean): Promise<Outcome> {
  return run(db, preview, async (tx) => {
    const orderId = await lockOrder(tx, id)
    const tag = await findOrAddTag(tx, 'order', name, by)
    const { rowCount } = await tx
      .insert(orderTags)
      .values({ orderId, tagId: tag.id, taggedBy: by.id })
      .onConflictDoNothing()
    if (!rowCount) return 'unchanged'
    const [held] = await tx.select({ count: count() }).from(orderTags).where(eq(orderTags.orderId, orderId))
    if ((held?.count ?? 0) > maxTagsEach) throw problem('too-many-tags', { count: maxTagsEach })
    const subject = { type: 'order', id: orderId } as const
    await recordAuditEvent(tx, by, { kind: 'order-tagged', subject, after: { tag: tag.name } })
    return 'done'
  })
}

/** Takes a tag off an order, or with `preview` tries it only. Throws `order-not-found`. */
export function untagOrder(
  db: Database,
  id: string,
  tagId: string,
  by: AuditActor,
  preview: boolean,
): Promise<Outcome> {
  return run(db, preview, async (tx) => {
    const orderId = await lockOrder(tx, id)
    const isTag = and(eq(orderTags.orderId, orderId), eq(orderTags.tagId, Number(tagId)))
    const { rowCount } = await tx.delete(orderTags).where(isTag)
    if (!rowCount) return 'unchanged'
    const [tag] = await tx
      .select({ name: tags.name })
      .from(tags)
      .where(eq(tags.id, Number(tagId)))
    const subject = { type: 'order', id: orderId } as const
    await recordAuditEvent(tx, by, { kind: 'order-untagged', subject, before: { tag: tag?.name } })
    return 'done'
  })
}

async function run(db: Database, preview: boolean, work: (tx: Transaction) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await work(tx)
      if (preview) throw new Rehearsal(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof Rehearsal) return error.outcome
    throw error
  }
}

/** Locks the order, so that the number of its tags holds; throws `order-not-found`. */
async function lockOrder(tx: Transaction, id: string): Promise<string> {
  const [row] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, parseId(id, 'order-not-found')))
    .for('no key update')
  if (!row) throw problem('order-not-found')
  return row.id
}
