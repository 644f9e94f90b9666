import { sql } from 'drizzle-orm'
import type { RefusedRow } from '#contract/price-rows.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { rowsRefused } from '#server/platform/http/problem.ts'
import { checkPrices, type PriceRow } from '#server/pricing/check-prices.ts'
import { pricedProducts } from '#server/pricing/read-catalog.ts'
import { lockPriceList } from '#server/pricing/read-price-lists.ts'
import { readPrices, writePriceRows } from '#server/pricing/write-prices.ts'

/** Describes the price of a product in a list from a quantity on; null is none. */
export interface PriceStep extends PriceRow {
  listId: number
}

/** Describes a price with what names its list and its product. */
export type ListedStep = PriceStep & { list: string; sku: string | null; brand: string | null }

/** Returns the prices that their lists would refuse, by their places; the lists are locked one after the other. */
export async function checkPriceSteps(
  tx: Transaction,
  steps: readonly PriceStep[],
): Promise<{ index: number; code: RefusedRow['code'] }[]> {
  const refused: { index: number; code: RefusedRow['code'] }[] = []
  for (const { listId, indexes } of listsOf(steps)) {
    const list = await lockPriceList(tx, String(listId))
    const rows = indexes.flatMap((index) => steps[index] ?? [])
    const before = await readPrices(tx, listId, [...new Set(rows.map(({ productId }) => productId))])
    const needsFirst = list.isExclusive && list.adjustPercent === null
    for (const { row, code } of checkPrices(rows, before, { isBase: list.isBase, needsFirst })) {
      refused.push({ index: indexes[row] ?? 0, code })
    }
  }
  return refused
}

/** Sets and removes prices of many products and lists. Throws `rows-refused`. */
export async function writePriceSteps(tx: Transaction, steps: readonly PriceStep[]): Promise<void> {
  const refused = await checkPriceSteps(tx, steps)
  if (refused.length > 0) throw rowsRefused(refused.map(({ index, code }) => ({ row: index, code })))
  for (const { listId, indexes } of listsOf(steps)) {
    await writePriceRows(
      tx,
      listId,
      indexes.flatMap((index) => steps[index] ?? []),
    )
  }
}

/** Returns the lists in the order of their ids, with the places of their prices. */
function listsOf(steps: readonly PriceStep[]): { listId: number; indexes: number[] }[] {
  const indexes = Map.groupBy(steps.keys(), (index) => steps[index]?.listId ?? 0)
  return [...indexes].toSorted(([one], [other]) => one - other).map(([listId, places]) => ({ listId, indexes: places }))
}

/** Lists all prices of lists behind a cursor, list by list in the order of products and quantities. */
export async function listPriceSteps(
  db: Database | Transaction,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<(ListedStep & { cursor: string })[]> {
  const [listId = 0, productId, from = 0] = after === undefined ? [] : (JSON.parse(after) as [number, string, number])
  const { rows } = await db.execute<ListedStep & Record<string, unknown>>(sql`
    SELECT price_list_id::float8 AS "listId", product_id AS "productId", from_quantity AS "from", cents, price_lists.name AS list, sku, brand
    FROM prices JOIN price_lists ON price_lists.id = price_list_id JOIN ${pricedProducts} product ON product.id = product_id
    WHERE (price_list_id, product_id, from_quantity) > (${listId}, ${productId ?? '00000000-0000-0000-0000-000000000000'}::uuid, ${from})
      AND (archived_at IS NULL OR is_draft)
    ORDER BY price_list_id, product_id, from_quantity LIMIT ${limit}`)
  return rows.map((row) => ({ ...row, cursor: JSON.stringify([row.listId, row.productId, row.from]) }))
}
