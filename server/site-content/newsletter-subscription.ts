import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newsletterSubscriptions as subscriptions } from '#server/site-content/site-content.tables.ts'

/** Subscribes the address of a mailed link; repeating it changes nothing. Throws `subscription-not-found`. */
export async function confirmSubscription(db: Database, token: string): Promise<void> {
  const confirmed = await db
    .update(subscriptions)
    .set({ confirmedAt: sql`coalesce(${subscriptions.confirmedAt}, now())` })
    .where(eq(subscriptions.token, token))
    .returning({ id: subscriptions.id })
  if (confirmed.length === 0) throw problem('subscription-not-found')
}

/** Removes the subscription of a mailed link. Throws `subscription-not-found`. */
export async function endSubscription(db: Database, token: string): Promise<void> {
  const ended = await db.delete(subscriptions).where(eq(subscriptions.token, token)).returning({ id: subscriptions.id })
  if (ended.length === 0) throw problem('subscription-not-found')
}

/** Returns the confirmed subscribers, newest first, and one row beyond the page. */
export function listSubscribers(db: Database, page: Page) {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.confirmedAt),
        rowsAfter(page, 'descending', [subscriptions.confirmedAt, subscriptions.id]),
      ),
    )
    .orderBy(sql`${subscriptions.confirmedAt} DESC, ${subscriptions.id} DESC`)
    .limit(page.limit + 1)
}
