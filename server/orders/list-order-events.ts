import { asc, eq } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { orderEvents } from '#server/orders/orders.tables.ts'
import type { TimelineEvent } from '#server/orders/present-timeline.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the e-mail of the member of staff who placed an order; null if its buyer did. */
export async function findPlacedByEmail(db: Database, placedBy: string | null): Promise<string | null> {
  if (placedBy === null) return null
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, placedBy))
  return user?.email ?? null
}

/** Returns the events of an order, oldest first, with the e-mails of the actors. */
export function listOrderEvents(db: Database, orderId: string): Promise<TimelineEvent[]> {
  return db
    .select({
      kind: orderEvents.kind,
      happenedAt: orderEvents.happenedAt,
      happenedBy: orderEvents.happenedBy,
      email: users.email,
      facts: orderEvents.facts,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.happenedBy))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
}
