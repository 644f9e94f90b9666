import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { rowDays } from '#contract/imports.ts'
import { hasPermission, type Permission } from '#contract/permissions.ts'
import { maxCountedTasks, type TaskKind, taskKinds, taskPermissions } from '#contract/reports.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { inProductState } from '#server/catalog/find-products.ts'
import { searchMisses } from '#server/catalog/search/search.tables.ts'
import { processesEnded } from '#server/imports/attempts.ts'
import { imports } from '#server/imports/imports.tables.ts'
import { seenKinds } from '#server/imports/may-see.ts'
import { plannedLeftOut } from '#server/imports/planned-left-out.ts'
import { isGivenUp } from '#server/notifications/list-messages.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import { inState } from '#server/orders/find-orders.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { refundFilters } from '#server/payments/find-refunds.ts'
import { isUnmatched } from '#server/payments/find-payments.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { differingAddresses } from '#server/platform/database/live-servers.ts'
import type { Database } from '#server/platform/database/database.ts'
import { failedJobs } from '#server/reports/failed-jobs.ts'
import { inReturnFilter } from '#server/returns/find-returns.ts'
import { isUnchecked } from '#server/reviews/list-reviews.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'
import { textsToApply } from '#server/vehicles/fits-phrases.ts'

/** Counts in one statement what waits for staff with these permissions; each count ends at `maxCountedTasks`. */
export async function listTasks(
  db: Database,
  actor: { permissions: readonly Permission[] },
): Promise<{ kind: TaskKind; count: number; only?: string }[]> {
  const kinds = taskKinds.filter((kind) => hasPermission(actor, taskPermissions[kind]))
  const waiting = waitingFor(actor)
  const counts = kinds.map(
    (kind) => sql`
      (SELECT count(*)::integer FROM (SELECT FROM ${waiting[kind]} LIMIT ${maxCountedTasks}) listed) AS ${sql.identifier(kind)}`,
  )
  const ids = kinds.filter(isOfImports).map(
    (kind) => sql`
      (SELECT CASE count(*) WHEN 1 THEN min(id::text) END FROM (SELECT id FROM ${waiting[kind]} LIMIT 2) listed) AS ${sql.identifier(`${kind}Only`)}`,
  )
  const { rows } = await db.execute<Record<string, number | string | null>>(
    sql`SELECT ${sql.join([...counts, ...ids], sql`, `)}`,
  )
  return kinds.map((kind) => {
    const only = rows[0]?.[`${kind}Only`]
    return { kind, count: Number(rows[0]?.[kind] ?? 0), ...(typeof only === 'string' && { only }) }
  })
}

/** Whether a task is about imports, each of which has a page. */
const isOfImports = (kind: TaskKind) =>
  kind === 'plannedImportsLeft' || kind === 'failedImports' || kind === 'waitingImports'

const rowsOf = (table: PgTable, condition: SQL | undefined) => sql`${table} WHERE ${condition ?? true}`
const ordersIn = (filter: Parameters<typeof inState>[0]) => rowsOf(orders, inState(filter))
const productsIn = (state: Parameters<typeof inProductState>[0]) =>
  rowsOf(products, and(isNull(products.archivedAt), inProductState(state)))

/**
 * Whether processes have ended with an import (`processesEnded`), other failures being those of its file, and nobody has
 * imported that file again: for as long as its rows are kept.
 */
const isGivenUpImport = sql`state = 'failed' AND failure = ${processesEnded} AND finished_at > now() - make_interval(days => ${rowDays})
  AND NOT EXISTS (SELECT FROM imports later WHERE later.kind = imports.kind AND later.sha256 = imports.sha256
    AND later.created_at > imports.created_at AND later.state IN ('checked', 'applied', 'undone'))`

const isSeenBy = (actor: { permissions: readonly Permission[] }) =>
  sql`kind = ANY (${sql.param(seenKinds(actor).all)}::text[])`

/** Selects the rows of each task, under the conditions of the lists that its link opens. */
const waitingFor = (actor: { permissions: readonly Permission[] }): Record<TaskKind, SQL> => ({
  toShip: ordersIn('to_ship'),
  awaitingTransfer: ordersIn('awaiting_transfer'),
  onHold: ordersIn('paid_short'),
  freightToQuote: ordersIn('freight_to_quote'),
  toAnswer: ordersIn('to_answer'),
  overdue: ordersIn('overdue'),
  disputed: ordersIn('disputed'),
  returnsToAnswer: sql`returns WHERE ${inReturnFilter('requested')}`,
  withdrawals: sql`returns WHERE ${inReturnFilter('withdrawn')}`,
  refundsFailed: rowsOf(orders, refundFilters.refund_failed),
  refundsToSend: rowsOf(orders, refundFilters.refund_to_send),
  unmatchedPayments: rowsOf(payments, isUnmatched),
  stranded: productsIn('stranded'),
  outOfStock: productsIn('out'),
  lowStock: productsIn('low'),
  awaited: productsIn('awaited'),
  unfitted: productsIn('unfitted'),
  fitsToApply: textsToApply,
  searchesWithoutResult: rowsOf(searchMisses, undefined),
  reviews: rowsOf(reviews, isUnchecked),
  failedMails: rowsOf(outbox, isGivenUp),
  failedJobs,
  plannedImportsLeft: rowsOf(imports, and(plannedLeftOut, isSeenBy(actor))),
  failedImports: rowsOf(imports, isGivenUpImport),
  waitingImports: rowsOf(imports, and(sql`state = 'checked' AND exceeded <> '[]'`, isSeenBy(actor))),
  failingSources: sql`import_sources WHERE failure IS NOT NULL AND paused_at IS NULL AND ${isSeenBy(actor)}`,
  cardsRefused: sql`card_key_refusals`,
  serverAddresses: differingAddresses,
})
