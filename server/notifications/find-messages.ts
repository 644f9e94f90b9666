import { and, desc, ilike, or } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Database } from '#server/platform/database.ts'
import { type Page, rowsAfter } from '#server/platform/paging.ts'

/** Messages that have every word in their recipient, subject or kind, newest first; one more than the page holds. */
export function findMessages(db: Database, words: string, page: Page) {
  const matches = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .map((pattern) => or(ilike(outbox.recipient, pattern), ilike(outbox.subject, pattern), ilike(outbox.kind, pattern)))
  return db
    .select()
    .from(outbox)
    .where(and(...matches, rowsAfter(page, 'descending', [outbox.id])))
    .orderBy(desc(outbox.id))
    .limit(page.limit + 1)
}
