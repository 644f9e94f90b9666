import { type Static, Type } from 'typebox'
import { endpoint, Text } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { orderReaders, type Permission } from '#contract/permissions.ts'

/** Lists what waits for the staff of a shop, with the permissions of which each shows it. */
export const taskPermissions = {
  toShip: orderReaders,
  awaitingTransfer: orderReaders,
  onHold: orderReaders,
  freightToQuote: orderReaders,
  toAnswer: ['orders'],
  overdue: orderReaders,
  disputed: orderReaders,
  returnsToAnswer: ['orders'],
  withdrawals: ['orders'],
  refundsFailed: ['refunds'],
  refundsToSend: ['refunds'],
  unmatchedPayments: ['refunds'],
  stranded: ['catalog'],
  outOfStock: ['catalog'],
  lowStock: ['catalog'],
  awaited: ['catalog'],
  unfitted: ['catalog'],
  fitsToApply: ['catalog'],
  searchesWithoutResult: ['catalog'],
  reviews: ['content'],
  failedMails: ['everything'],
  failedJobs: ['everything'],
  plannedImportsLeft: ['catalog', 'prices', 'customers'],
  failedImports: ['everything'],
  waitingImports: ['catalog', 'prices', 'customers'],
  failingSources: ['catalog', 'prices', 'customers'],
  cardsRefused: ['everything'],
  serverAddresses: ['everything'],
} as const satisfies Record<string, readonly Permission[]>
export type TaskKind = keyof typeof taskPermissions
// The keys are known.
export const taskKinds = Object.keys(taskPermissions) as TaskKind[]

/** Sets where counting ends. */
export const maxCountedTasks = 1000

/** Lists the permissions of which each opens the start page of staff. */
export const taskReaders = [
  'catalog',
  ...orderReaders,
  'content',
  'everything',
] as const satisfies readonly Permission[]

export const listTasks = endpoint('listTasks', 'GET', '/tasks', {
  access: 'admin',
  permission: taskReaders,
  summary: `Counts what waits for staff – orders to ship, failed refunds, low stock and more – as far as the caller's permissions go; counting ends at ${maxCountedTasks.toLocaleString('en')}.`,
  answer: Type.Array(
    Type.Object({
      kind: Type.Enum(taskKinds),
      count: Type.Integer(),
      /** The id of the import, where only one waits. */
      only: Type.Optional(Type.String()),
    }),
  ),
})

/** Limits the rows of each kind that one search of staff finds. */
export const maxFoundEach = 5

/** Lists the permissions of which each lets its holder search for something. */
export const staffSearchers = ['catalog', ...orderReaders, 'customers'] as const satisfies readonly Permission[]

const StaffFinds = Type.Object({
  orders: Type.Array(
    Type.Object({ _id: Type.String(), number: Type.String(), name: Type.String(), buyer: Type.String() }),
  ),
  products: Type.Array(Type.Object({ _id: Type.String(), name: Type.String(), sku: Type.Optional(Type.String()) })),
  customers: Type.Array(
    Type.Object({
      _id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      company: Type.Optional(Type.String()),
    }),
  ),
})
export type StaffFinds = Static<typeof StaffFinds>

export const searchAsStaff = endpoint('searchAsStaff', 'GET', '/staff-search', {
  access: 'admin',
  permission: staffSearchers,
  summary: `Finds orders, products and customers with the words of \`q\`, as their own lists do, at most ${maxFoundEach} of each; what the caller may not see is left out.`,
  query: Type.Object({ q: Type.String({ minLength: 1, maxLength: maxLengths.search, format: 'text' }) }),
  answer: StaffFinds,
})

/** Lists what sales are grouped by. */
export const salesGroups = ['day', 'product', 'category', 'buyer'] as const
export type SalesGroup = (typeof salesGroups)[number]

/** Limits the days of one report of sales. */
export const maxSalesDays = 366
export const maxSalesRows = 10_000

const figures = {
  orders: Type.Integer(),
  units: Type.Integer(),
  /** Goods after discounts, without tax and delivery, less refunds; below zero if more was refunded than sold. */
  amount: Type.Number(),
}

/** Describes one row of sales: `key` is a day as `2026-11-24`, a product's or buyer's id, or a category's slug, empty without one. */
const SalesRow = Type.Object({
  key: Type.String(),
  /** The name that a product has now, or the name of a buyer; the part number or e-mail is `detail`. */
  name: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
  ...figures,
})
export type SalesRow = Static<typeof SalesRow>

const Sales = Type.Object({
  total: Type.Object({
    ...figures,
    /** Sums up what was refunded in the period, of any orders: goods without tax and delivery; `amount` is less it. */
    refunded: Type.Number(),
  }),
  /** The same number of days before. */
  before: Type.Object(figures),
  rows: Type.Array(SalesRow),
})
export type Sales = Static<typeof Sales>

const Day = Type.String({ format: 'day', description: 'A day in the time zone of the store, as 2026-11-24.' })

export const getSales = endpoint('getSales', 'GET', '/sales', {
  access: 'admin',
  permission: 'orders',
  summary: `Sums up the orders that are paid or on account by the day of the store on which they were placed: goods after discounts, without tax and delivery, less what was refunded, by the day of the refund. By day, product, category or buyer, at most ${maxSalesDays} days and ${maxSalesRows.toLocaleString('en')} rows, the highest amounts first, days in their order.`,
  query: Type.Object({
    by: Type.Enum(salesGroups),
    from: Day,
    to: Day,
    language: Type.Optional(
      Type.Enum(languages, {
        description: 'The language of the names of products; the main one of the store if absent.',
      }),
    ),
    limit: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,5}$', description: 'How many rows, 1 to 10000; 100 if absent.' }),
    ),
  }),
  answer: Sales,
  problems: ['period-not-valid'],
})

/** Describes a job that has failed after all its retries; `reason` is in English, as in the log. */
const FailedJob = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  reason: Type.String(),
  failedAt: Type.String(),
})
export type FailedJob = Static<typeof FailedJob>

export const listFailedJobs = endpoint('listFailedJobs', 'GET', '/failed-jobs', {
  access: 'admin',
  permission: 'everything',
  summary: `Lists the jobs that have failed after all their retries, newest first, at most ${maxCountedTasks.toLocaleString('en')}; they are kept for a week.`,
  answer: Type.Array(FailedJob),
})

const JobParams = Type.Object({ id: Text(64, 1) })

export const retryJob = endpoint('retryJob', 'POST', '/failed-jobs/:id/retry', {
  access: 'admin',
  permission: 'everything',
  summary: 'Runs a failed job again.',
  params: JobParams,
  problems: ['job-not-found'],
})

export const deleteJob = endpoint('deleteJob', 'DELETE', '/failed-jobs/:id', {
  access: 'admin',
  permission: 'everything',
  summary: 'Takes a failed job off the list.',
  params: JobParams,
  problems: ['job-not-found'],
})
