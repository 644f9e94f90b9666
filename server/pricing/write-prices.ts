import { sql } from 'drizzle-orm'
import type { AuditedPrice } from '#contract/audit-log.ts'
import { toCents } from '#contract/currency.ts'
import type { Body } from '#contract/endpoint.ts'
import type { writePrices as endpoint } from '#contract/pricing.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { rowsRefused } from '#server/platform/http/problem.ts'
import { checkPrices, type PriceRow } from '#server/pricing/check-prices.ts'
import { nameProducts } from '#server/pricing/name-products.ts'
import { pricedProducts } from '#server/pricing/read-catalog.ts'
import { lockPriceList } from '#server/pricing/read-price-lists.ts'

/** The number of changes that the audit log keeps in words. */
const maxAuditedRows = 100

/** Sets and removes prices of a list, all or none; returns how many changed. Throws `price-list-not-found`, or `rows-refused` with all rows. */
export function writePrices(
  db: Database,
  id: string,
  rows: Body<typeof endpoint>['rows'],
  by: AuditActor | undefined,
): Promise<number> {
  return db.transaction(async (tx) => {
    const list = await lockPriceList(tx, id)
    const { ids, refused: unknown } = await nameProducts(tx, rows)
    const wanted = rows.map(({ from, price }, index): PriceRow => ({
      productId: ids[index] ?? '',
      from,
      cents: price === null ? null : toCents(price),
    }))
    const known = wanted.filter((_, index) => !unknown.some(({ row }) => row === index))
    const before = await readPrices(tx, list.id, [...new Set(known.map(({ productId }) => productId))])
    const needsFirst = list.isExclusive && list.adjustPercent === null
    // Rows of unknown products have a product of their own, so that they contradict no other row.
    const checked = wanted.map((row, index) => (known.includes(row) ? row : { ...row, productId: `row ${index}` }))
    const others = checkPrices(checked, before, { isBase: list.isBase, needsFirst })
    const refused = [...unknown, ...others.filter(({ row }) => !unknown.some((other) => other.row === row))]
    if (refused.length > 0) throw rowsRefused(refused.toSorted((one, other) => one.row - other.row))
    const changed = wanted.filter(({ productId, from, cents }) => (before.get(productId)?.get(from) ?? null) !== cents)
    if (changed.length === 0) return 0
    await writePriceRows(tx, list.id, changed)
    await recordAuditEvent(tx, by, {
      kind: 'prices-changed',
      subject: { type: 'price-list', id },
      before: { prices: await describe(tx, changed, ({ productId, from }) => before.get(productId)?.get(from)) },
      after: { prices: await describe(tx, changed, ({ cents }) => cents ?? undefined) },
    })
    return changed.length
  })
}

/** Returns the prices of a list in cents, by product and quantity. */
export async function readPrices(tx: Transaction, listId: number, productIds: readonly string[]) {
  const { rows } = await tx.execute<{ id: string; from: number; cents: number }>(sql`
    SELECT product_id AS id, from_quantity AS from, cents FROM prices
    WHERE price_list_id = ${listId} AND product_id = ANY (${sql.param(productIds)}::uuid[])`)
  const prices = new Map<string, Map<number, number>>()
  for (const { id, from, cents } of rows) prices.set(id, (prices.get(id) ?? new Map<number, number>()).set(from, cents))
  return prices
}

/** Sets and removes prices of a list that the caller holds. */
export async function writePriceRows(tx: Transaction, listId: number, rows: readonly PriceRow[]): Promise<void> {
  await tx.execute(sql`
    WITH input AS (
      SELECT * FROM unnest(${sql.param(rows.map(({ productId }) => productId))}::uuid[],
        ${sql.param(rows.map(({ from }) => from))}::int[], ${sql.param(rows.map(({ cents }) => cents))}::int[])
        AS input (product_id, from_quantity, cents)),
    removed AS (
      DELETE FROM prices USING input WHERE price_list_id = ${listId} AND input.cents IS NULL
        AND prices.product_id = input.product_id AND prices.from_quantity = input.from_quantity),
    touched AS (UPDATE price_lists SET updated_at = now() WHERE id = ${listId})
    INSERT INTO prices (price_list_id, product_id, from_quantity, cents)
    SELECT ${listId}, product_id, from_quantity, cents FROM input WHERE cents IS NOT NULL
    ON CONFLICT (product_id, price_list_id, from_quantity) DO UPDATE SET cents = excluded.cents`)
}

/** Returns prices for the audit log, which names the first ones of a long list. */
async function describe(
  tx: Transaction,
  rows: readonly PriceRow[],
  centsOf: (row: PriceRow) => number | undefined,
): Promise<AuditedPrice[]> {
  const shown = rows.slice(0, maxAuditedRows)
  const { rows: products } = await tx.execute<{ id: string; name: string }>(sql`
    SELECT id, coalesce(sku, name) AS name FROM ${pricedProducts} product
    WHERE id = ANY (${sql.param(shown.map(({ productId }) => productId))}::uuid[])`)
  const names = new Map(products.map(({ id, name }) => [id, name]))
  const more = rows.length > shown.length ? [{ more: rows.length - shown.length }] : []
  return [
    ...shown.flatMap((row) => {
      const cents = centsOf(row)
      return cents === undefined ? [] : [{ product: names.get(row.productId) ?? '', from: row.from, cents }]
    }),
    ...more,
  ]
}
