import { and, count, eq, gt, sql } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

const mostAnHour = 60

/**
 * Throws `too-many-requests` after 60 mails of a kind in an hour, from whomever: a form that anybody may send must not fill
 * mailboxes.
 */
export async function assertMailsLeft(tx: Transaction, kind: string): Promise<void> {
  const [written] = await tx
    .select({ lastHour: count() })
    .from(outbox)
    .where(and(eq(outbox.kind, kind), gt(outbox.writtenAt, sql`now() - interval '1 hour'`)))
  if (written && written.lastHour >= mostAnHour) throw problem('too-many-requests', { seconds: 3600 })
}
