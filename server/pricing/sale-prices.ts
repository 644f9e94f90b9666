import { sql } from 'drizzle-orm'
import { currentStore } from '#contract/current-store.ts'
import type { Language } from '#contract/language.ts'
import { addDays, fromClockTime, storeDay } from '#contract/time-zone.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { insertPriceList, removePriceList } from '#server/pricing/edit-price-lists.ts'
import { type PriceStep, writePriceSteps } from '#server/pricing/price-steps.ts'

/** Describes the sale price of a product for everyone, from the beginning of a day of the store to the end of another; null is open. */
export interface SalePrice {
  cents: number
  from: string | null
  to: string | null
}

/** Returns the sale prices of products with the lists that have them; of several, the one that ends last. */
export async function readSalePrices(
  db: Database | Transaction,
  productIds: readonly string[],
): Promise<Map<string, SalePrice & { listId: number }>> {
  const { rows } = await db.execute<{
    productId: string
    listId: number
    cents: number
    startsAt: Date | string | null
    endsAt: Date | string | null
  }>(sql`
    SELECT DISTINCT ON (product_id) product_id AS "productId", list.id::float8 AS "listId", cents, starts_at AS "startsAt", ends_at AS "endsAt"
    FROM prices JOIN price_lists list ON list.id = price_list_id
    WHERE list.is_sale AND from_quantity = 1 AND product_id = ANY (${sql.param(productIds)}::uuid[])
    ORDER BY product_id, ends_at DESC NULLS FIRST, list.id DESC`)
  return new Map(
    rows.map(({ productId, listId, cents, startsAt, endsAt }) => [
      productId,
      {
        listId,
        cents,
        from: startsAt === null ? null : storeDay(new Date(startsAt)),
        // The moment of its end is the beginning of the next day.
        to: endsAt === null ? null : storeDay(new Date(endsAt).getTime() - 1),
      },
    ]),
  )
}

/**
 * Replaces the sale prices of products; null removes one. Those of the same days are in one price list, which begins and ends by itself, and
 * is deleted with its last price. Throws `rows-refused`.
 */
export async function writeSalePrices(
  tx: Transaction,
  sales: readonly { productId: string; sale: SalePrice | null }[],
  { by, language }: { by: AuditActor; language: Language },
): Promise<void> {
  if (sales.length === 0) return
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boltyard.sales'))`)
  const before = await readSalePrices(
    tx,
    sales.map(({ productId }) => productId),
  )
  const lists = new Map<string, number>()
  const steps: PriceStep[] = []
  const left = new Set<number>()
  for (const { productId, sale } of sales) {
    const old = before.get(productId)?.listId
    const period = JSON.stringify([sale?.from, sale?.to])
    const listId = sale ? (lists.get(period) ?? (await findOrAddList(tx, sale, { by, language }))) : undefined
    if (listId !== undefined) lists.set(period, listId)
    if (old !== undefined && old !== listId) {
      steps.push({ listId: old, productId, from: 1, cents: null })
      left.add(old)
    }
    if (sale && listId !== undefined) steps.push({ listId, productId, from: 1, cents: sale.cents })
  }
  await writePriceSteps(tx, steps)
  const { rows: empty } = await tx.execute<{ id: string }>(sql`
    SELECT id::text FROM price_lists WHERE id = ANY (${sql.param([...left])}::bigint[]) AND is_sale
      AND NOT EXISTS (SELECT FROM prices WHERE price_list_id = price_lists.id) ORDER BY id`)
  for (const { id } of empty) await removePriceList(tx, id, by)
}

/** Returns the list of sale prices of these days that is on; adds it if there is none. */
async function findOrAddList(
  tx: Transaction,
  { from, to }: SalePrice,
  { by, language }: { by: AuditActor; language: Language },
): Promise<number> {
  const startsAt = from === null ? null : momentOf(from)
  const endsAt = to === null ? null : momentOf(addDays(to, 1))
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT id::float8 AS id FROM price_lists
    WHERE is_sale AND active AND group_id IS NULL AND NOT is_exclusive AND adjust_percent IS NULL
      AND starts_at IS NOT DISTINCT FROM ${startsAt?.toISOString() ?? null}::timestamptz
      AND ends_at IS NOT DISTINCT FROM ${endsAt?.toISOString() ?? null}::timestamptz
    ORDER BY id LIMIT 1`)
  if (rows[0]) return rows[0].id
  const name = await freeName(tx, nameOf({ from, to }, language))
  const list = await insertPriceList(tx, { name, startsAt, endsAt, active: true, isSale: true }, by)
  return Number(list._id)
}

const momentOf = (day: string) => fromClockTime(`${day}T00:00`, currentStore().timeZone)

const words = {
  en: { sale: 'Sale prices', from: 'from', to: 'until' },
  de: { sale: 'Aktionspreise', from: 'ab', to: 'bis' },
} as const satisfies Record<Language, unknown>

/** Returns the name of a list of sale prices: `Sale prices from 2026-12-01 until 2026-12-24`. */
function nameOf({ from, to }: Pick<SalePrice, 'from' | 'to'>, language: Language): string {
  const { sale, from: start, to: end } = words[language]
  return [sale, ...(from === null ? [] : [start, from]), ...(to === null ? [] : [end, to])].join(' ')
}

/** Returns a name that no price list has. */
async function freeName(tx: Transaction, name: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`SELECT lower(name) AS name FROM price_lists`)
  const taken = new Set(rows.map((row) => row.name))
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} (${number})`
  return free
}
