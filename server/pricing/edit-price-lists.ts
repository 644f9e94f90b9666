import { eq, sql } from 'drizzle-orm'
import type { addPriceList as addEndpoint, PriceList, updatePriceList as updateEndpoint } from '#contract/pricing.ts'
import type { Body } from '#contract/endpoint.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { pricedProducts } from '#server/pricing/read-catalog.ts'
import { getPriceList, lockPriceList } from '#server/pricing/read-price-lists.ts'
import { priceLists } from '#server/pricing/pricing.tables.ts'

type Change = Body<typeof updateEndpoint>

/** Adds a price list. Throws the problems of its endpoint. */
export function addPriceList(
  db: Database,
  input: Body<typeof addEndpoint>,
  by: AuditActor | undefined,
): Promise<PriceList> {
  const name = input.name.trim()
  return db
    .transaction((tx) => insertPriceList(tx, { ...columnsOf(input), userId: input.customerId, name }, by))
    .catch(throwRefusal(name))
}

/** Inserts a price list. */
export async function insertPriceList(
  tx: Transaction,
  columns: typeof priceLists.$inferInsert,
  by: AuditActor | undefined,
): Promise<PriceList> {
  const [row] = await tx.insert(priceLists).values(columns).returning()
  if (!row) throw new Error('The insert of a price list answered no row.')
  const list = await getPriceList(tx, String(row.id))
  const subject = { type: 'price-list' as const, id: list._id }
  await recordAuditEvent(tx, by, { kind: 'price-list-added', subject, after: factsOf(list) })
  return list
}

/** Changes what is given of a price list. Throws the problems of its endpoint. */
export function updatePriceList(db: Database, id: string, change: Change, by: AuditActor): Promise<PriceList> {
  return db
    .transaction(async (tx) => {
      const { isBase } = await lockPriceList(tx, id)
      const before = await getPriceList(tx, id)
      const { name: _, active: __, ...others } = change
      if (isBase && Object.values(others).some((value) => value !== undefined && value !== null && value !== false)) {
        throw problem('price-list-is-base')
      }
      await tx
        .update(priceLists)
        .set({
          ...(isBase ? { name: change.name?.trim(), active: change.active } : columnsOf(change)),
          updatedAt: sql`now()`,
        })
        .where(eq(priceLists.id, Number(id)))
      await assertFirstPrices(tx, id)
      const list = await getPriceList(tx, id)
      await recordAuditEvent(tx, by, {
        kind: 'price-list-changed',
        subject: { type: 'price-list', id },
        before: factsOf(before),
        after: factsOf(list),
      })
      return list
    })
    .catch(throwRefusal(change.name?.trim() ?? ''))
}

/** Deletes a price list with its prices; throws `price-list-not-found` or `price-list-is-base`. */
export const deletePriceList = (db: Database, id: string, by: AuditActor): Promise<void> =>
  db.transaction((tx) => removePriceList(tx, id, by))

/** Deletes a price list in a transaction; throws as `deletePriceList`. */
export async function removePriceList(tx: Transaction, id: string, by: AuditActor): Promise<void> {
  const { isBase } = await lockPriceList(tx, id)
  if (isBase) throw problem('price-list-is-base')
  const list = await getPriceList(tx, id)
  await tx.delete(priceLists).where(eq(priceLists.id, Number(id)))
  const subject = { type: 'price-list' as const, id }
  await recordAuditEvent(tx, by, { kind: 'price-list-deleted', subject, before: factsOf(list) })
}

/**
 * Throws `first-prices-missing` if an exclusive list has prices, but none from 1 unit on: below its first break it would leave the price to
 * others, so that more units could have a higher price.
 */
export async function assertFirstPrices(tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.execute<{ count: number; numbers: string }>(sql`
    SELECT count(*)::int AS count, (array_agg(coalesce(sku, product.name) ORDER BY position))[1] AS numbers
    FROM (
      SELECT product_id FROM prices JOIN price_lists list ON list.id = price_list_id
      WHERE price_list_id = ${Number(id)} AND list.is_exclusive AND list.adjust_percent IS NULL
      GROUP BY product_id HAVING min(from_quantity) > 1) missing
    JOIN ${pricedProducts} product ON product.id = product_id`)
  const { count = 0, numbers = '' } = rows[0] ?? {}
  if (count > 0) throw problem('first-prices-missing', { count, numbers })
}

const columnsOf = ({ name, groupId, startsAt, endsAt, active, exclusive, adjustPercent }: Change) => ({
  name: name?.trim(),
  groupId: typeof groupId === 'string' ? Number(groupId) : groupId,
  startsAt: momentOf(startsAt),
  endsAt: momentOf(endsAt),
  active,
  isExclusive: exclusive,
  adjustPercent: adjustPercent === 0 ? null : adjustPercent,
})

const momentOf = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text)

/** Returns what the audit log keeps of a list; that of one customer bears a name that may have to be erased. */
const factsOf = ({ name, group, customer, startsAt, endsAt, active, exclusive, adjustPercent }: PriceList) => ({
  ...(!customer && { name }),
  group: group?.name ?? null,
  startsAt: startsAt ?? null,
  endsAt: endsAt ?? null,
  active,
  exclusive,
  adjustPercent: adjustPercent ?? null,
})

const throwRefusal = (name: string) => (error: unknown) => {
  switch (violatedConstraint(error)) {
    case 'price_lists_name':
      throw problem('price-list-name-taken', { name })
    case 'price_lists_group_id_fkey':
      throw problem('group-not-found')
    case 'price_lists_user_id_fkey':
      throw problem('user-not-found')
    case 'price_lists_one_audience':
      throw problem('price-list-of-customer')
    case 'price_lists_dates':
      throw problem('price-list-dates')
    default:
      throw error
  }
}
