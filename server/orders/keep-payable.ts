import { eq, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { currentStore } from '#contract/current-store.ts'
import { isPayableBy, payableRange } from '#contract/payment-limits.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { openCents } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Makes an order by card, of which less is left than cards take, one by bank transfer; throws `rest-not-payable` where the shop takes none. */
export async function keepPayable(tx: Transaction, { order }: OrderRow): Promise<void> {
  const { currency } = order
  if (order.confirmedAt || order.byTransfer || order.receivedCents > 0) return
  if (isPayableBy('card', openCents(order), currency)) return
  const { transferDays } = currentStore()
  if (transferDays === undefined)
    throw problem('rest-not-payable', {
      rest: toAmount(openCents(order), currency),
      least: toAmount(payableRange('card', currency).least, currency),
    })
  await tx
    .update(orders)
    .set({
      byTransfer: true,
      expiresAt: sql`greatest(${orders.expiresAt}, now() + make_interval(days => ${transferDays}))`,
    })
    .where(eq(orders.id, order.id))
}
