import { hasPermission, type Permission } from '#contract/permissions.ts'
import { maxCountedTasks, type TaskKind, taskKinds, taskPermissions } from '#contract/reports.ts'
import { countProductsIn } from '#server/catalog/find-products.ts'
import { searchMisses } from '#server/catalog/search/search.tables.ts'
import { countGivenUpMessages } from '#server/notifications/list-messages.ts'
import { countOrdersIn } from '#server/orders/find-orders.ts'
import { isUnmatched } from '#server/payments/find-payments.ts'
import { payments } from '#server/payments/payments.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countFailedJobs } from '#server/reports/failed-jobs.ts'
import { countUncheckedReviews } from '#server/reviews/list-reviews.ts'

/** Counts what waits for staff with these permissions; counting ends at `maxCountedTasks`. */
export async function listTasks(
  db: Database,
  actor: { permissions: readonly Permission[] },
): Promise<{ kind: TaskKind; count: number }[]> {
  const kinds = taskKinds.filter((kind) => hasPermission(actor, taskPermissions[kind]))
  return Promise.all(kinds.map(async (kind) => ({ kind, count: await countTask[kind](db) })))
}

const ordersIn = (state: Parameters<typeof countOrdersIn>[1]) => (db: Database) =>
  countOrdersIn(db, state, maxCountedTasks)
const productsIn = (state: Parameters<typeof countProductsIn>[1]) => (db: Database) =>
  countProductsIn(db, state, maxCountedTasks)

const countTask: Record<TaskKind, (db: Database) => Promise<number>> = {
  toShip: ordersIn('to_ship'),
  onHold: ordersIn('paid_short'),
  freightToQuote: ordersIn('freight_to_quote'),
  overdue: ordersIn('overdue'),
  disputed: ordersIn('disputed'),
  refundsFailed: ordersIn('refund_failed'),
  unmatchedPayments: (db) => db.$count(payments, isUnmatched),
  stranded: productsIn('stranded'),
  outOfStock: productsIn('out'),
  lowStock: productsIn('low'),
  searchesWithoutResult: (db) => db.$count(searchMisses),
  reviews: (db) => countUncheckedReviews(db, maxCountedTasks),
  failedMails: (db) => countGivenUpMessages(db, maxCountedTasks),
  failedJobs: (db) => countFailedJobs(db, maxCountedTasks),
}
