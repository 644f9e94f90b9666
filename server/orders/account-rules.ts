import { storeDay } from '#contract/time-zone.ts'
import { costCents } from '#server/orders/order-rules.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'

type Order = Pick<
  OrderRow['order'],
  'cancelledAt' | 'confirmedAt' | 'creditedCents' | 'paidAt' | 'terms' | 'totalCents'
>

const dayMs = 24 * 3_600_000

/** Returns when an order on account is due; undefined for others. */
export const dueAt = ({ confirmedAt, terms }: Pick<Order, 'confirmedAt' | 'terms'>): Date | undefined =>
  confirmedAt && terms ? new Date(confirmedAt.getTime() + terms.netDays * dayMs) : undefined

/** Whether an order on account is due only after a day of the store. */
export function isDueAfter(order: Parameters<typeof dueAt>[0], day: string): boolean {
  const due = dueAt(order)
  return due !== undefined && storeDay(due) > day
}

/** Whether an order on account is still to be paid. */
export const isOwed = ({ cancelledAt, confirmedAt, paidAt, ...order }: Order): boolean =>
  confirmedAt !== null && paidAt === null && cancelledAt === null && costCents(order) > 0
