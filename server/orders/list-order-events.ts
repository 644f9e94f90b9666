import { asc, eq } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { orderEvents } from '#server/orders/orders.tables.ts'
import type { ToldEvent } from '#server/orders/present-timeline.ts'
import type { Database } from '#server/platform/database.ts'

/** What happened to an order after it was placed, oldest first, and the e-mails of those who did it. */
export function listOrderEvents(db: Database, orderId: string): Promise<ToldEvent[]> {
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
