import { and, asc, inArray, sql } from 'drizzle-orm'
import type { KeptMails } from '#contract/notifications.ts'
import { hasWords, isKeptMail, type OutdatedSql } from '#server/notifications/list-messages.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { DeliveryPolicy } from '#server/notifications/present-message.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

interface Chosen {
  q?: string | undefined
  /** Separated by commas. */
  ids?: string | undefined
}

interface KeptDeps {
  jobs: Pick<Jobs, 'enqueue'>
  deliveryPolicy: DeliveryPolicy
  outdated: OutdatedSql
}

const areChosen = ({ q, ids }: Chosen) =>
  and(isKeptMail, hasWords(q ?? ''), ids === undefined ? undefined : inArray(outbox.id, ids.split(',').map(Number)))

/** Returns the number of kept mails, and the time in which those were written that can be sent. */
export async function countKeptMails(
  db: Database,
  { deliveryPolicy, outdated }: Omit<KeptDeps, 'jobs'>,
  chosen: Chosen,
): Promise<KeptMails> {
  const kept = db
    .select({ writtenAt: outbox.writtenAt, reason: sql`${outdated}`.as('reason') })
    .from(outbox)
    .where(areChosen(chosen))
    .as('kept')
  const holds = sql`FILTER (WHERE ${kept.reason} IS NULL)`
  const [found] = await db
    .select({
      count: sql<number>`count(*) ${holds}`.mapWith(Number),
      outdated: sql<number>`count(${kept.reason})`.mapWith(Number),
      since: sql<Date | null>`min(${kept.writtenAt}) ${holds}`.mapWith(outbox.writtenAt),
      until: sql<Date | null>`max(${kept.writtenAt}) ${holds}`.mapWith(outbox.writtenAt),
    })
    .from(kept)
  const { since, until, ...counts } = found ?? { count: 0, outdated: 0 }
  return {
    isDeliverable: deliveryPolicy.mail,
    ...counts,
    ...(since && until ? { since: since.toISOString(), until: until.toISOString() } : {}),
  }
}

/** Limits the mails of a transaction. */
const batchSize = 500

/** Queues kept mails that still hold, oldest first; of callers at once, one gets each mail. Throws `message-not-deliverable`. */
export async function sendKeptMails(
  db: Database,
  { jobs, deliveryPolicy, outdated }: KeptDeps,
  chosen: Chosen,
): Promise<number> {
  if (!deliveryPolicy.mail) throw problem('message-not-deliverable')
  let sent = 0
  for (let queued = batchSize; queued === batchSize;) {
    queued = await db.transaction(async (tx) => {
      const batch = tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(areChosen(chosen), sql`${outdated} IS NULL`))
        .orderBy(asc(outbox.id))
        .limit(batchSize)
        .for('update')
      const rows = await tx
        .update(outbox)
        .set({ queuedAt: sql`now()` })
        .where(inArray(outbox.id, batch))
        .returning({ id: outbox.id })
      for (const { id } of rows) await jobs.enqueue(tx, 'deliver-mail', { id })
      return rows.length
    })
    sent += queued
  }
  return sent
}
