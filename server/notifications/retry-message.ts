import { and, eq, isNull, sql } from 'drizzle-orm'
import { messageColumns, type OutdatedSql } from '#server/notifications/list-messages.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { DeliveryPolicy } from '#server/notifications/present-message.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { problem } from '#server/platform/http/problem.ts'

interface RetryDeps {
  jobs: Pick<Jobs, 'enqueue'>
  deliveryPolicy: DeliveryPolicy
  outdated: OutdatedSql
}

/** Delivers a message again that has not gone out; throws `message-not-found`, `message-sent`, `message-not-deliverable` or `message-outdated`. */
export function retryMessage(db: Database, { jobs, deliveryPolicy, outdated }: RetryDeps, id: string): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw problem('message-not-found')
  return db.transaction(async (tx) => {
    const [message] = await tx
      .select(messageColumns(outdated))
      .from(outbox)
      .where(eq(outbox.id, Number(id)))
    if (!message) throw problem('message-not-found')
    if (message.sentAt) throw problem('message-sent')
    if (!deliveryPolicy[message.channel]) throw problem('message-not-deliverable')
    if (message.outdated !== null) throw problem('message-outdated')
    await tx
      .update(outbox)
      .set({ givenUpAt: null, attempts: 0, queuedAt: sql`coalesce(${outbox.queuedAt}, now())` })
      .where(and(eq(outbox.id, message.id), isNull(outbox.sentAt)))
    await jobs.enqueue(tx, `deliver-${message.channel}`, { id: message.id })
  })
}
