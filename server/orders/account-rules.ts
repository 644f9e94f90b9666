import { storeDay } from '#contract/time-zone.ts'
import { awaitsFreight, costCents } from '#server/orders/order-rules.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'

type Order = Pick<
  OrderRow['order'],
  'cancelledAt' | 'confirmedAt' | 'creditedCents' | 'freightSetAt' | 'paidAt' | 'shipping' | 'terms' | 'totalCents'
>

const dayMs = 24 * 3_600_000

/** Returns when an order on account is due, counted from its invoice; undefined for others, and while its freight is not in the total. */
export function dueAt(
  order: Pick<Order, 'confirmedAt' | 'freightSetAt' | 'paidAt' | 'shipping' | 'terms'>,
): Date | undefined {
  const { confirmedAt, freightSetAt, terms } = order
  if (!confirmedAt || !terms || awaitsFreight(order)) return undefined
  return new Date(Math.max(confirmedAt.getTime(), freightSetAt?.getTime() ?? 0) + terms.netDays * dayMs)
}

/** Whether an order on account is due only after a day of the store. */
export function isDueAfter(order: Parameters<typeof dueAt>[0], day: string): boolean {
  const due = dueAt(order)
  return due !== undefined && storeDay(due) > day
}

/** Whether an order on account is still to be paid. */
export const isOwed = (order: Order): boolean =>
  order.confirmedAt !== null &&
  order.paidAt === null &&
  order.cancelledAt === null &&
  !awaitsFreight(order) &&
  costCents(order) > 0
