import { and, desc, ilike, isNotNull, isNull, or } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'

/** Selects messages whose delivery was given up. */
export const isGivenUp = and(isNotNull(outbox.givenUpAt), isNull(outbox.sentAt))

/** Returns messages with every word in recipient, subject or kind, newest first, and one row beyond the page. */
export function listMessages(
  db: Database,
  { words, show }: { words: string; show: 'given-up' | undefined },
  page: Page,
) {
  const matches = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .map((pattern) => or(ilike(outbox.recipient, pattern), ilike(outbox.subject, pattern), ilike(outbox.kind, pattern)))
  return db
    .select()
    .from(outbox)
    .where(and(show && isGivenUp, ...matches, rowsAfter(page, 'descending', [outbox.id])))
    .orderBy(desc(outbox.id))
    .limit(page.limit + 1)
}
