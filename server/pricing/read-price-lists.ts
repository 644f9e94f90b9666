import { eq, sql } from 'drizzle-orm'
import type { PriceList, PriceListState } from '#contract/pricing.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { priceLists } from '#server/pricing/pricing.tables.ts'

/** Tells by the clock of the database whether a list is in force. */
export const stateOfList = sql<PriceListState>`CASE WHEN NOT list.active THEN 'off' WHEN list.starts_at > now() THEN 'planned'
  WHEN list.ends_at <= now() THEN 'ended' ELSE 'active' END`

/** Returns the price lists, that of the public price breaks first, or one of them, or those of one customer. */
export async function readPriceLists(
  db: Database | Transaction,
  { id, customerId }: { id?: number | undefined; customerId?: string | undefined } = {},
): Promise<PriceList[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT list.id::text, list.name, is_base AS "isBase", group_id::text AS "groupId", customer_groups.name AS "groupName",
      list.user_id AS "userId", coalesce(nullif(users.display_name, ''), users.email) AS "userName",
      starts_at AS "startsAt", ends_at AS "endsAt", active, ${stateOfList} AS state, is_exclusive AS "isExclusive",
      adjust_percent::float AS "adjustPercent",
      (SELECT count(DISTINCT product_id)::int FROM prices WHERE price_list_id = list.id) AS products
    FROM price_lists list LEFT JOIN customer_groups ON customer_groups.id = group_id
      LEFT JOIN users ON users.id = list.user_id
    WHERE ${id === undefined ? sql`true` : sql`list.id = ${id}`}
      AND ${customerId === undefined ? sql`true` : sql`list.user_id = ${customerId}`}
    ORDER BY is_base DESC, list.id`)
  return rows.map(present)
}

/** Describes a price list by its name and that of its group. */
export interface NamedPriceList extends Record<string, unknown> {
  id: number
  name: string
  isBase: boolean
  group: string | null
}

/** Returns the names of the price lists, that of the public price breaks first. */
export async function namePriceLists(db: Database | Transaction): Promise<NamedPriceList[]> {
  const { rows } = await db.execute<NamedPriceList>(sql`
    SELECT list.id::float8 AS id, list.name, is_base AS "isBase", customer_groups.name AS "group"
    FROM price_lists list LEFT JOIN customer_groups ON customer_groups.id = group_id ORDER BY is_base DESC, list.id`)
  return rows
}

/** Returns a price list without its prices; throws `price-list-not-found`. */
export async function getPriceList(db: Database | Transaction, id: string): Promise<PriceList> {
  const [list] = await readPriceLists(db, { id: Number(id) })
  if (!list) throw problem('price-list-not-found')
  return list
}

/** Locks a price list until the end of the transaction; throws `price-list-not-found`. */
export async function lockPriceList(tx: Transaction, id: string) {
  const [list] = await tx
    .select()
    .from(priceLists)
    .where(eq(priceLists.id, Number(id)))
    .for('update')
  if (!list) throw problem('price-list-not-found')
  return list
}

type Row = {
  id: string
  name: string
  isBase: boolean
  groupId: string | null
  groupName: string | null
  userId: string | null
  userName: string | null
  startsAt: string | null
  endsAt: string | null
  active: boolean
  state: PriceListState
  isExclusive: boolean
  adjustPercent: number | null
  products: number
}

const present = (row: Row): PriceList => ({
  _id: row.id,
  name: row.name,
  ...(row.isBase && { base: true as const }),
  audience: row.userId !== null ? 'customer' : row.groupId === null ? 'everyone' : 'group',
  ...(row.groupId !== null && { group: { _id: row.groupId, name: row.groupName ?? '' } }),
  ...(row.userId !== null && { customer: { _id: row.userId, name: row.userName ?? '' } }),
  ...(row.startsAt !== null && { startsAt: new Date(row.startsAt).toISOString() }),
  ...(row.endsAt !== null && { endsAt: new Date(row.endsAt).toISOString() }),
  active: row.active,
  state: row.state,
  exclusive: row.isExclusive,
  ...(row.adjustPercent !== null && { adjustPercent: row.adjustPercent }),
  products: row.products,
})
