import { eq, sql } from 'drizzle-orm'
import { orderName } from '#contract/order-name.ts'
import { storeDay } from '#contract/time-zone.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { isDueAfter } from '#server/orders/account-rules.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { paymentReminderMail } from '#server/orders/order-mails.ts'
import { isRemindable, openCents } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

interface Reminder {
  /** The orders of one buyer that it is about. */
  orders: readonly string[]
  /** Whether it goes although the buyer was reminded today. */
  again?: true | undefined
  findSellerSettings: FindSellerSettings
}

/**
 * Reminds a buyer by one mail of what is open of orders, and counts it on each; returns them. Throws `order-not-found`, `orders-of-several-buyers`,
 * `order-listed-twice`, `nothing-open`, `not-due-yet`, or `reminded-today` unless it is to go again.
 */
export async function remindOfPayment(
  db: Database,
  queueMail: QueueMail,
  actor: Actor,
  { orders: asked, again, findSellerSettings }: Reminder,
): Promise<OrderRow[]> {
  const ids = asked.map((id) => parseId(id, 'order-not-found'))
  if (new Set(ids).size < ids.length) throw problem('order-listed-twice')
  await db.transaction(async (tx) => {
    const rows: OrderRow[] = []
    for (const id of [...ids].sort()) rows.push(await lockOrderFor(tx, id, actor))
    if (new Set(rows.map(({ order }) => order.buyerId)).size > 1) throw problem('orders-of-several-buyers')
    assertToRemind(rows, storeDay(Date.now()), again)
    for (const { order } of rows) {
      await tx
        .update(orders)
        .set({ reminderCount: sql`${orders.reminderCount} + 1`, lastReminderAt: sql`now()` })
        .where(eq(orders.id, order.id))
      const [amountCents, currency] = [openCents(order), order.currency]
      await recordOrderEvent(tx, order.id, { kind: 'reminded', by: actor, facts: { amountCents, currency } })
      await recordAuditEvent(tx, actor, {
        kind: 'buyer-reminded',
        subject: { type: 'order', id: order.id },
        after: { amountCents, currency, count: order.reminderCount + 1 },
      })
    }
    const { bankDetails } = await findSellerSettings(tx)
    await queueMail(tx, paymentReminderMail(rows, bankDetails))
  })
  return Promise.all(ids.map((id) => getOrderFor(db, id, actor)))
}

/** Throws `nothing-open`, `not-due-yet`, or `reminded-today` unless a reminder may go again. */
export function assertToRemind(rows: readonly OrderRow[], today: string, again?: true): void {
  refuse(
    'nothing-open',
    rows.filter(({ order }) => !isRemindable(order)),
  )
  refuse(
    'not-due-yet',
    rows.filter(({ order }) => isDueAfter(order, today)),
  )
  if (again) return
  refuse(
    'reminded-today',
    rows.filter(({ order: { lastReminderAt } }) => lastReminderAt && storeDay(lastReminderAt) === today),
  )
}

function refuse(code: 'nothing-open' | 'not-due-yet' | 'reminded-today', rows: readonly OrderRow[]): void {
  if (rows.length > 0) throw problem(code, { orders: rows.map(({ order }) => orderName(order.number)).join(', ') })
}
