import { sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { GroupQuantityRule, ListedPrices } from '#contract/pricing.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { getGroup } from '#server/pricing/list-groups.ts'
import { pricedProducts } from '#server/pricing/read-catalog.ts'
import { getPriceList } from '#server/pricing/read-price-lists.ts'

/** Builds the condition of a page of products in the shop's order, and of words in name or part number. */
const inPage = ({ after }: Page, q = '') => sql`
  (${q.trim() === ''} OR strpos(lower(concat(product.sku, ' ', product.name)), lower(${q.trim()})) > 0)
  AND (${after ?? null}::uuid IS NULL
    OR product.position > (SELECT position FROM ${pricedProducts} last WHERE id = ${after ?? null}::uuid))`

/** Returns the products of a list with their prices, and one beyond the page; throws `price-list-not-found`. */
export async function listPrices(db: Database, id: string, page: Page, q?: string): Promise<Listed<ListedPrices>[]> {
  const list = await getPriceList(db, id)
  const { rows } = await db.execute<PriceRow>(sql`
    SELECT product.id, product.name, sku, price_cents AS cents, price_per AS per, steps
    FROM (
      SELECT product_id, json_agg(json_build_array(from_quantity, cents) ORDER BY from_quantity) AS steps
      FROM prices WHERE price_list_id = ${Number(list._id)} GROUP BY product_id) priced
    JOIN ${pricedProducts} product ON product.id = product_id
    WHERE ${inPage(page, q)} ORDER BY product.position LIMIT ${page.limit + 1}`)
  return rows.map((row) => ({
    ...rowProduct(row),
    ownPrice: toAmount(row.cents),
    ...(row.per > 1 && { pricePer: row.per }),
    prices: row.steps.map(([from, cents]) => ({ from, price: toAmount(cents) })),
  }))
}

/** Returns the quantity rules of a group, and one beyond the page; throws `group-not-found`. */
export async function listQuantityRules(
  db: Database,
  id: string,
  page: Page,
  q?: string,
): Promise<Listed<GroupQuantityRule>[]> {
  const group = await getGroup(db, id)
  const { rows } = await db.execute<RuleRow>(sql`
    SELECT product.id, product.name, sku, minimum, multiple, maximum, minimum_quantity AS "ownMinimum",
      order_multiple AS "ownMultiple", maximum_quantity AS "ownMaximum"
    FROM quantity_rules JOIN ${pricedProducts} product ON product.id = product_id
    WHERE group_id = ${Number(group._id)} AND ${inPage(page, q)} ORDER BY product.position LIMIT ${page.limit + 1}`)
  return rows.map((row) => ({
    ...rowProduct(row),
    ...presentRule(row),
    own: presentRule({ minimum: row.ownMinimum, multiple: row.ownMultiple, maximum: row.ownMaximum }),
  }))
}

/** A row with the id that pages go by. */
type Listed<Row> = Row & { id: string }

const rowProduct = ({ id, name, sku }: { id: string; name: string; sku: string | null }) => ({
  id,
  _id: id,
  name,
  ...(sku !== null && { sku }),
})

/** Presents a quantity rule as a product has it. */
export const presentRule = (rule: { minimum: number; multiple: number; maximum: number | null }) => ({
  minOrder: rule.minimum,
  ...(rule.multiple > 1 && { orderMultiple: rule.multiple }),
  ...(rule.maximum !== null && { maxOrder: rule.maximum }),
})

type PriceRow = {
  id: string
  name: string
  sku: string | null
  cents: number
  per: number
  steps: [from: number, cents: number][]
}
type RuleRow = {
  id: string
  name: string
  sku: string | null
  minimum: number
  multiple: number
  maximum: number | null
  ownMinimum: number
  ownMultiple: number
  ownMaximum: number | null
}
