import { inState } from '#server/orders/find-orders.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Returns the number of unpaid orders whose buyers pay by bank transfer. */
export const countAwaitedTransfers = (db: Database | Transaction): Promise<number> =>
  db.$count(orders, inState('awaiting_transfer'))
