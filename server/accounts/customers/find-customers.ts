import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { listCustomers } from '#contract/customers.ts'
import type { Query } from '#contract/endpoint.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { customerTerms } from '#server/accounts/customers/customers.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { readList } from '#server/platform/database/search.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

export type CustomerRow = Awaited<ReturnType<typeof selectCustomers>>[number]

function selectCustomers(db: Database | Transaction, where: SQL | undefined, order: SQL[], limit: number) {
  return db
    .select({ id: users.id, user: users, terms: customerTerms })
    .from(users)
    .leftJoin(customerTerms, eq(customerTerms.userId, users.id))
    .where(where)
    .orderBy(...order)
    .limit(limit)
}

interface CustomerFilter {
  q: string | undefined
  terms: Query<typeof listCustomers>['terms'] | undefined
  /** Selects the ids of those to find. */
  among: SQL | undefined
}

/** Returns the customers, newest first, and one row beyond the page. */
export function findCustomers(db: Database, page: Page, { q, terms, among }: CustomerFilter): Promise<CustomerRow[]> {
  return readList(
    {
      keys: [users.createdAt, users.id],
      direction: 'descending',
      where: and(isNull(users.removedAt), terms && withTerms[terms], among && sql`${users.id} IN ${among}`),
      q,
      page,
    },
    (where, order, limit) => selectCustomers(db, where, order, limit),
  )
}

const withTerms = {
  active: sql`${users.id} IN (SELECT user_id FROM customer_terms WHERE is_active)`,
  owing: sql`${users.id} IN (SELECT user_id FROM customer_terms WHERE owed_cents > 0)`,
}

/** Returns a customer by id; throws `customer-not-found`. */
export async function getCustomer(db: Database | Transaction, id: string): Promise<CustomerRow> {
  const isCustomer = and(eq(users.id, parseId(id, 'customer-not-found')), isNull(users.removedAt))
  const [row] = await selectCustomers(db, isCustomer, [], 1)
  if (!row) throw problem('customer-not-found')
  return row
}
