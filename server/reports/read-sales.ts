import { type SQL, sql } from 'drizzle-orm'
import { currentStore } from '#contract/current-store.ts'
import { currentCurrency, toAmount } from '#contract/currency.ts'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { maxSalesDays, type Sales, type SalesGroup } from '#contract/reports.ts'
import { addDays } from '#contract/time-zone.ts'
import { nameIn } from '#server/catalog/name-in.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

const dayMs = 86_400_000
/** A million lines take two seconds; a year of a shop with 100 orders of 40 lines a day has one and a half. */
const timeoutMs = 15_000

interface SalesInput {
  by: SalesGroup
  /** Days of the store as `2026-11-24`; both belong to the period. */
  from: string
  to: string
  /** Of the names of products; absent for the main one of the store. */
  language?: Language | undefined
  limit: number
}

interface Figures {
  orders: number
  units: number
  cents: number
}

/**
 * Sums up the orders that are paid or on account, by the day on which they were placed, less what was refunded, by the day of the
 * refund: the goods after discounts, without tax and delivery, so that the sums of all groupings agree. Throws `period-not-valid`.
 */
export async function readSales(db: Database, { by, from, to, language, limit }: SalesInput): Promise<Sales> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1 || days > maxSalesDays) throw problem('period-not-valid', { days: maxSalesDays })
  const end = addDays(to, 1)
  return db.readLong(timeoutMs, async (tx) => {
    const { rows } = await tx.execute<
      { key: string; name: string | null; detail: string | null } & Figures & Record<string, unknown>
    >(sql`
      SELECT * FROM (${groupings[by](sold(from, end), language ?? mainLanguage())}) grouped
      ORDER BY ${by === 'day' ? sql`key` : sql`cents DESC, key`} LIMIT ${limit}`)
    const total = await readTotal(tx, from, end)
    const before = await readTotal(tx, addDays(from, -days), from)
    const refunded = await tx.execute<{ cents: number }>(
      sql`SELECT coalesce(-sum(cents), 0)::float8 AS cents FROM (${credited(from, end)}) credited`,
    )
    return {
      total: { ...presentFigures(total), refunded: toAmount(refunded.rows[0]?.cents ?? 0) },
      before: presentFigures(before),
      rows: rows.map(({ key, name, detail, ...figures }) => ({
        key,
        ...(name === null ? {} : { name }),
        ...(detail === null ? {} : { detail }),
        ...presentFigures(figures),
      })),
    }
  })
}

const presentFigures = ({ orders, units, cents }: Figures) => ({ orders, units, amount: toAmount(cents) })

async function readTotal(db: Transaction, start: string, end: string): Promise<Figures> {
  const { rows } = await db.execute<Figures & Record<string, unknown>>(
    sql`SELECT ${figures} FROM (${sold(start, end)}) sold`,
  )
  return rows[0] ?? { orders: 0, units: 0, cents: 0 }
}

/** Selects what has its time from the beginning of a day of the store until that of another. */
const isWithin = (time: SQL, start: string, end: string) => sql`
  ${time} >= ${start}::timestamp AT TIME ZONE ${currentStore().timeZone} AND ${time} < ${end}::timestamp AT TIME ZONE ${currentStore().timeZone}
  AND o.currency = ${currentCurrency().code.toLowerCase()}`

const lineColumns = sql`o.buyer_id, o.buyer_name, o.buyer_email, l.product_id, l.product_name, l.sku`

/** Selects the lines of the orders and of the credit notes of a period; PostgreSQL leaves out what a grouping does not use. */
const sold = (start: string, end: string) => sql`
  SELECT o.id AS order_id, o.placed_at AS happened_at, ${lineColumns}, l.quantity,
    coalesce(l.net_cents, l.total_cents - l.discount_cents) AS cents
  FROM orders o JOIN order_lines l ON l.order_id = o.id
  WHERE ${isWithin(sql`o.placed_at`, start, end)} AND (o.paid_at IS NOT NULL OR o.confirmed_at IS NOT NULL) AND o.cancelled_at IS NULL
  UNION ALL ${credited(start, end)}`

/** Selects the lines of the credit notes of a period, below zero; they are of no order of it. */
const credited = (start: string, end: string) => sql`
  SELECT NULL::uuid AS order_id, n.issued_at AS happened_at, ${lineColumns}, -c.units AS quantity, -c.net_cents AS cents
  FROM credit_notes n JOIN refunds r ON r.id = n.refund_id AND r.state <> 'failed' JOIN credit_note_lines c ON c.refund_id = n.refund_id
    JOIN order_lines l ON l.id = c.order_line_id JOIN orders o ON o.id = n.order_id
  WHERE ${isWithin(sql`n.issued_at`, start, end)} AND (o.paid_at IS NOT NULL OR o.confirmed_at IS NOT NULL) AND o.cancelled_at IS NULL`

const figures = sql`count(DISTINCT order_id)::integer AS orders, coalesce(sum(quantity), 0)::float8 AS units,
  coalesce(sum(cents), 0)::float8 AS cents`

/**
 * Groups lines. A product is shown with the name that it has now, in a language; one that is gone, or a buyer, with several names by the last
 * one in the alphabet.
 */
const groupings: Record<SalesGroup, (lines: SQL, language: Language) => SQL> = {
  day: (lines) => sql`
    SELECT to_char(happened_at AT TIME ZONE ${currentStore().timeZone}, 'YYYY-MM-DD') AS key, NULL AS name, NULL AS detail, ${figures}
    FROM (${lines}) sold GROUP BY 1`,
  product: (lines, language) => sql`
    SELECT product_id::text AS key, coalesce(
      (SELECT ${nameIn(sql`${language}`, sql`p.id`, sql`p.name`)} FROM products p WHERE p.id = product_id),
      max(product_name)) AS name, max(sku) AS detail, ${figures}
    FROM (${lines}) sold GROUP BY product_id`,
  category: (lines) => sql`
    SELECT coalesce(slug, '') AS key, NULL AS name, NULL AS detail, ${figures}
    FROM (${lines}) sold LEFT JOIN products p ON p.id = product_id LEFT JOIN categories c ON c.id = p.category_id GROUP BY 1`,
  buyer: (lines) => sql`
    SELECT buyer_id::text AS key, max(buyer_name) AS name, max(buyer_email) AS detail, ${figures}
    FROM (${lines}) sold GROUP BY buyer_id`,
}
