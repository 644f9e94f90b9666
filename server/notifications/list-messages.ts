import { and, desc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { OutdatedReason } from '#contract/notifications.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import { containsWords } from '#server/platform/database/contains-words.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'

/** Selects messages whose delivery was given up. */
export const isGivenUp = and(isNotNull(outbox.givenUpAt), isNull(outbox.sentAt))

/** Selects mails that were written while no mail server was set. */
export const isKeptMail = and(
  eq(outbox.channel, 'mail'),
  isNull(outbox.queuedAt),
  isNull(outbox.sentAt),
  isNull(outbox.givenUpAt),
)

/** Says of a row of the outbox why it no longer holds; null if it does. */
export type OutdatedSql = SQL<OutdatedReason | null>

/** Says in SQL that the link of a mail is void; `isValid` says of the hash of a code whether it still works. */
export const outdatedLink = (isValid: (codeHash: SQLWrapper) => SQL): OutdatedSql =>
  sql`CASE WHEN ${outbox.codeHash} IS NOT NULL AND NOT ${isValid(outbox.codeHash)} THEN 'link' END`

/** Selects a message with the reason why it no longer holds, if it waits for somebody to send it. */
export const messageColumns = (outdated: OutdatedSql) => ({
  ...getTableColumns(outbox),
  outdated: sql<OutdatedReason | null>`CASE WHEN ${or(isKeptMail, isGivenUp)} THEN ${outdated} END`,
})

/** Returns messages with every word in recipient, subject or kind, newest first, and one row beyond the page. */
export function listMessages(
  db: Database,
  { words, show, outdated }: { words: string; show: 'given-up' | 'kept' | undefined; outdated: OutdatedSql },
  page: Page,
) {
  const shown = { 'given-up': isGivenUp, kept: isKeptMail }
  return db
    .select(messageColumns(outdated))
    .from(outbox)
    .where(and(show && shown[show], hasWords(words), rowsAfter(page, 'descending', [outbox.id])))
    .orderBy(desc(outbox.id))
    .limit(page.limit + 1)
}

/** Selects messages with every word in recipient, subject or kind. */
export const hasWords = (words: string): SQL | undefined =>
  containsWords(sql`concat_ws(' ', ${outbox.recipient}, ${outbox.subject}, ${outbox.kind})`, words)
