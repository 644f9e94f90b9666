import { type SQL, sql } from 'drizzle-orm'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Demo, DemoPart, listDemoParts as endpoint } from '#contract/opening.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { demoRows, unchangedRows } from '#server/setup/demo-rows.ts'
import { lockSetup } from '#server/shipping/record-shipping-change.ts'
import { isEuCountry } from '#server/tax/vat-area.ts'

/** Holds the set-up of the demo that a seller has neither changed nor uses. */
interface DemoSetup {
  parts: DemoPart[]
  zones: Named[]
  /** Whether goods are sent from the demo's address. */
  hasShippingOrigin: boolean
  hasTaxOrigin: boolean
  /** The ids of rates that add to those of the seller where she is registered. */
  addingRates: string[]
  groups: Named[]
  /** Names what the seller uses or has changed. */
  stays: Demo['stays']
}

export type Named = { id: number; name: string }

/** Adds what goes with some products and with the parts that are not kept. */
export interface GoingSetup extends DemoSetup {
  going: DemoPart[]
  classes: { table: string; code: string; name: string }[]
  publicPrices: Demo['publicPrices']
}

/** Returns whether shipping, tax and price lists still have something that came with the demo, and that removing it would delete. */
export async function hasDemoSetup(db: Database | Transaction): Promise<boolean> {
  const { stays: _, ...goes } = await findDemoSetup(db)
  return Object.values(goes).some((found) => (Array.isArray(found) ? found.length > 0 : found))
}

export const namesOf = (named: readonly { name: string }[]): string[] => named.map(({ name }) => name)

/** Returns whether the seller has an active method of delivery, and a place or rate of tax, that are not the demo's. */
async function hasOwnSetup(db: Database | Transaction): Promise<{ shipping: boolean; tax: boolean }> {
  const { rows } = await db.execute<{ shipping: boolean; tax: boolean }>(sql`
    SELECT EXISTS (
        SELECT FROM shipping_methods WHERE active AND id NOT IN (${unchangedRows('shipping_methods')})) AS shipping,
      country <> '' AND 'origin' NOT IN (${unchangedRows('tax_settings')})
        OR EXISTS (SELECT FROM tax_registrations WHERE id NOT IN (${unchangedRows('tax_registrations')}))
        OR EXISTS (SELECT FROM tax_rates WHERE id NOT IN (${unchangedRows('tax_rates')})) AS tax
    FROM tax_settings`)
  return rows[0] ?? { shipping: false, tax: false }
}

/**
 * Throws `demo-beside-own`, with names, where delivery or tax is charged and the seller has methods, places or rates of her own beside those
 * of the demo: what she never chose is not charged with what she has.
 */
export async function assertNotOfDemo(tx: Transaction, what: 'shipping' | 'tax'): Promise<void> {
  const { rows } = await tx.execute(
    what === 'shipping'
      ? sql`SELECT FROM shipping_settings WHERE enabled`
      : sql`SELECT FROM tax_settings WHERE enabled`,
  )
  if (rows.length === 0 || !(await hasOwnSetup(tx))[what]) return
  const names = (await findChargedDemo(tx))[what]
  if (names.length > 0) throw problem('demo-beside-own', { parts: names.join(', ') })
}

/**
 * Names what of the demo buyers are charged by, if they are charged: its methods, its registrations, and its rates that add to those of the
 * seller.
 */
export async function findChargedDemo(db: Database | Transaction): Promise<Record<'shipping' | 'tax', string[]>> {
  const charged = chargedParts(await findDemoSetup(db))
  return {
    shipping: charged.shipping.map(({ name }) => name),
    tax: charged.tax.map(({ country, region, scheme, name }) =>
      [country, region, scheme === 'oss' && 'OSS', name].filter(Boolean).join(' '),
    ),
  }
}

const chargedParts = ({ parts, addingRates }: DemoSetup): Record<'shipping' | 'tax', DemoPart[]> => ({
  shipping: parts.filter(({ kind }) => kind === 'method'),
  tax: parts.filter(({ id, kind }) => kind === 'registration' || addingRates.includes(id)),
})

/** Lists the parts of the demo, those with `blocks` that keep delivery or tax of the seller's own from being switched on. */
export async function listDemoParts(db: Database): Promise<ResponseBody<typeof endpoint>> {
  const setup = await findDemoSetup(db)
  const { parts } = setup
  const own = await hasOwnSetup(db)
  const charged = chargedParts(setup)
  return parts.map((part) => {
    const blocks = (['shipping', 'tax'] as const).find((what) => own[what] && charged[what].includes(part))
    return { ...part, ...(blocks && { blocks }) }
  })
}

const idsOf = (parts: readonly DemoPart[], kind: DemoPart['kind']) =>
  parts.filter((part) => part.kind === kind).map(({ id }) => Number(id.slice(kind.length + 1)))

/** Locks what the set-up of the demo stands in. */
export async function lockDemoSetup(tx: Transaction): Promise<void> {
  await lockSetup(tx)
  await tx.execute(sql`LOCK TABLE tax_registrations IN SHARE ROW EXCLUSIVE MODE`)
  await tx.execute(sql`SELECT FROM customer_groups ORDER BY id FOR UPDATE`)
  await tx.execute(sql`SELECT FROM price_lists ORDER BY id FOR UPDATE`)
}

/** Finds what goes with these products if the seller keeps these parts; without a choice, those that her own set-up lacks. */
export async function findGoingSetup(
  db: Database | Transaction,
  deletedProducts: readonly string[],
  keep?: readonly string[],
): Promise<GoingSetup> {
  const found = await findDemoSetup(db, keep)
  const going = found.parts.filter((part) => (keep ? !keep.includes(part.id) : !part.keep))
  return {
    ...found,
    going,
    classes: await findUnusedClasses(db, deletedProducts, going),
    publicPrices: await findPublicPrices(db, deletedProducts),
  }
}

/** Deletes set-up of the demo; products of the demo are deleted before. */
export async function deleteDemoSetup(
  tx: Transaction,
  { going, zones, groups, classes, publicPrices, ...found }: GoingSetup,
): Promise<void> {
  const among = (ids: readonly number[]) => sql`id = ANY (${sql.param(ids)}::bigint[])`
  const idsIn = (named: readonly Named[]) => named.map(({ id }) => id)
  const codesOf = (wanted: string) => sql.param(classes.filter(({ table }) => table === wanted).map(({ code }) => code))
  await tx.execute(sql`DELETE FROM shipping_methods WHERE ${among(idsOf(going, 'method'))}`)
  await tx.execute(sql`DELETE FROM shipping_zones WHERE ${among(idsIn(zones))}`)
  if (found.hasShippingOrigin)
    // Methods that stay can need the weight.
    await tx.execute(sql`
      UPDATE shipping_settings SET origin = NULL, default_weight_grams = CASE
        WHEN EXISTS (SELECT FROM shipping_methods) OR 'weight' NOT IN (${unchangedRows('shipping_settings')})
        THEN default_weight_grams END`)
  if (found.hasTaxOrigin) await tx.execute(sql`UPDATE tax_settings SET country = '', region = ''`)
  await tx.execute(sql`DELETE FROM tax_registrations WHERE ${among(idsOf(going, 'registration'))}`)
  await tx.execute(sql`DELETE FROM tax_rates WHERE ${among(idsOf(going, 'rate'))}`)
  await tx.execute(sql`DELETE FROM ship_classes WHERE code = ANY (${codesOf('ship_classes')}::text[])`)
  await tx.execute(sql`DELETE FROM tax_classes WHERE code = ANY (${codesOf('tax_classes')}::text[])`)
  await tx.execute(sql`DELETE FROM price_lists WHERE ${among(idsOf(going, 'list'))}`)
  await tx.execute(sql`DELETE FROM customer_groups WHERE ${among(idsIn(groups))}`)
  if (publicPrices.activates) await tx.execute(sql`UPDATE price_lists SET active = true WHERE is_base`)
}

/** Finds the classes of the demo that nothing but these products and parts of it has. */
async function findUnusedClasses(
  db: Database | Transaction,
  products: readonly string[],
  parts: readonly DemoPart[],
): Promise<GoingSetup['classes']> {
  const othersProducts = sql`id <> ALL (${sql.param(products)}::uuid[])`
  const others = (column: SQL, kind: DemoPart['kind']) =>
    sql`${column} <> ALL (${sql.param(idsOf(parts, kind))}::bigint[])`
  const { rows } = await db.execute<GoingSetup['classes'][number]>(sql`
    SELECT 'ship_classes' AS "table", code, name FROM ship_classes
    WHERE code IN (${unchangedRows('ship_classes')})
      AND NOT EXISTS (SELECT FROM products WHERE ship_class = code AND ${othersProducts})
      AND NOT EXISTS (SELECT FROM shipping_class_rules WHERE class = code AND ${others(sql`method_id`, 'method')})
    UNION ALL
    SELECT 'tax_classes', code, name FROM tax_classes
    WHERE code IN (${unchangedRows('tax_classes')})
      AND NOT EXISTS (SELECT FROM products WHERE tax_class = code AND ${othersProducts})
      AND NOT EXISTS (SELECT FROM tax_rates WHERE tax_class = code AND ${others(sql`id`, 'rate')})
    ORDER BY 1, 2`)
  return rows
}

/**
 * Returns the list of public price breaks, and whether it is switched on: it is where only the demo has switched it off, unless products
 * that stay have breaks, which would change what buyers pay.
 */
async function findPublicPrices(
  db: Database | Transaction,
  deletedProducts: readonly string[],
): Promise<Demo['publicPrices']> {
  const { rows } = await db.execute<Demo['publicPrices']>(sql`
    SELECT name, id IN (${unchangedRows('price_lists')}) AND NOT EXISTS (
      SELECT FROM prices WHERE price_list_id = price_lists.id AND product_id <> ALL (${sql.param(deletedProducts)}::uuid[])) AS activates
    FROM price_lists WHERE is_base`)
  const [list] = rows
  if (!list) throw new Error('The list of public price breaks is missing.')
  return list
}

/** Finds the set-up of the demo; `keep` are the ids of parts that are the seller's own from now on. */
async function findDemoSetup(db: Database | Transaction, keep: readonly string[] = []): Promise<DemoSetup> {
  const { parts: methods, usedZones, ...shipping } = await findShipping(db, keep)
  const { parts, ...tax } = await findTax(db, keep)
  const { parts: lists, stays, ...prices } = await findPrices(db, keep)
  return {
    parts: [...methods, ...parts, ...lists],
    ...shipping,
    ...tax,
    ...prices,
    stays: { ...stays, zones: namesOf(usedZones) },
  }
}

async function findShipping(
  db: Database | Transaction,
  keep: readonly string[],
): Promise<Pick<DemoSetup, 'parts' | 'zones' | 'hasShippingOrigin'> & { usedZones: Named[] }> {
  const { rows: methods } = await db.execute<Named>(sql`
    SELECT id, name FROM shipping_methods
    WHERE id IN (${unchangedRows('shipping_methods')}) AND 'method-' || id <> ALL (${sql.param(keep)}::text[]) ORDER BY position, id`)
  const { rows: zones } = await db.execute<Named & { isUsed: boolean }>(sql`
    SELECT id, name, EXISTS (
      SELECT FROM shipping_rates
      WHERE zone_id = shipping_zones.id AND method_id <> ALL (${sql.param(methods.map(({ id }) => id))}::integer[])) AS "isUsed"
    FROM shipping_zones WHERE id IN (${unchangedRows('shipping_zones')}) ORDER BY position, id`)
  const { rows: origins } = await db.execute(
    sql`SELECT FROM shipping_settings WHERE 'origin' IN (${unchangedRows('shipping_settings')})`,
  )
  return {
    parts: methods.map(({ id, name }) => ({ id: `method-${id}`, kind: 'method' as const, name, keep: false })),
    zones: zones.filter(({ isUsed }) => !isUsed),
    usedZones: zones.filter(({ isUsed }) => isUsed),
    hasShippingOrigin: origins.length > 0,
  }
}

/**
 * Finds the demo's entries of tax. Rates stay where the seller is registered and has none: beside the seller's they would add up. A
 * registration that is kept keeps its rates.
 */
async function findTax(
  db: Database | Transaction,
  keep: readonly string[],
): Promise<Pick<DemoSetup, 'hasTaxOrigin' | 'addingRates' | 'parts'>> {
  const { rows } = await db.execute<{
    id: string
    country: string
    region: string
    scheme: 'normal' | 'oss'
    isOfDemo: boolean
  }>(
    sql`SELECT id, country, region, scheme, id IN (${unchangedRows('tax_registrations')}) AS "isOfDemo" FROM tax_registrations ORDER BY country, region, id`,
  )
  const registrations = rows.map((one) => ({
    ...one,
    id: `registration-${one.id}`,
    isOfDemo: one.isOfDemo && !keep.includes(`registration-${one.id}`),
  }))
  const { rows: origins } = await db.execute<{ country: string }>(
    sql`SELECT country FROM tax_settings WHERE 'origin' IN (${unchangedRows('tax_settings')})`,
  )
  // A seller can be at home in the same place.
  const hasTaxOrigin = registrations.some((one) => one.isOfDemo && one.country === origins[0]?.country)
  type StoredRate = Record<'id' | 'country' | 'region' | 'postalPrefix' | 'name' | 'rate', string> & {
    isOfDemo: boolean
  }
  const { rows: rates } = await db.execute<StoredRate>(sql`
    SELECT id, country, region, postal_prefix AS "postalPrefix", name, trim_scale(rate)::text AS rate,
      id IN (${unchangedRows('tax_rates')}) AS "isOfDemo"
    FROM tax_rates ORDER BY country, region, postal_prefix, name, id`)
  const placeOf = (one: { country: string; region: string }) => `${one.country} ${one.region.toUpperCase()}`
  const ownPlaces = new Set(rates.filter((one) => !one.isOfDemo).map(placeOf))
  const demoRates = rates
    .filter((one) => one.isOfDemo)
    .map((one) => ({ ...one, id: `rate-${one.id}`, isAdding: ownPlaces.has(placeOf(one)) }))
  const holds = ({ scheme, ...place }: (typeof registrations)[number], one: { country: string; region: string }) =>
    scheme === 'oss'
      ? isEuCountry(one.country)
      : one.country === place.country && (place.region === '' || ['', place.region].includes(one.region))
  const ratesOf = (registration: (typeof registrations)[number]) =>
    demoRates.filter((one) => !one.isAdding && holds(registration, one)).map(({ id }) => id)
  const isUsed = (one: { country: string; region: string }) =>
    registrations.some((registration) => !registration.isOfDemo && holds(registration, one))
  const staying = new Set(registrations.filter(({ id }) => keep.includes(id)).flatMap(ratesOf))
  return {
    hasTaxOrigin,
    addingRates: demoRates.filter((one) => one.isAdding && isUsed(one)).map(({ id }) => id),
    parts: [
      ...registrations
        .filter((one) => one.isOfDemo)
        .map((one) => ({ ...one, rates: ratesOf(one) }))
        .map(({ id, country, region, scheme, rates: itsRates }) => ({
          id,
          kind: 'registration' as const,
          name: '',
          country,
          region,
          scheme,
          ...(itsRates.length > 0 && { rates: itsRates }),
          keep: false,
        })),
      ...demoRates
        .filter(({ id }) => !staying.has(id))
        .map(({ isOfDemo: _, isAdding, ...one }) => ({
          kind: 'rate' as const,
          ...one,
          keep: !isAdding && isUsed(one),
        })),
    ],
  }
}

/** Finds the demo's price lists and groups; a group with a real customer stays, and so does its list. */
async function findPrices(
  db: Database | Transaction,
  keep: readonly string[],
): Promise<Pick<DemoSetup, 'parts' | 'groups'> & { stays: Pick<Demo['stays'], 'lists' | 'groups'> }> {
  const { rows: lists } = await db.execute<Named & { groupId: number; group: string; isGoing: boolean | null }>(sql`
    SELECT list.id::integer, list.name, g.id::integer AS "groupId", g.name AS "group",
      is_unchanged AND NOT is_used AND 'list-' || list.id <> ALL (${sql.param(keep)}::text[]) AS "isGoing"
    FROM (${demoGroups}) g JOIN price_lists list ON list.group_id = g.id LEFT JOIN (${demoRows('price_lists')}) demo ON demo.id = list.id
    ORDER BY g.name, list.id`)
  const { rows: groups } = await db.execute<Named & { isFree: boolean }>(sql`
    SELECT id::integer, name, NOT is_used AND id IN (${unchangedRows('customer_groups')}) AS "isFree" FROM (${demoGroups}) g ORDER BY name`)
  const goes = ({ id, isFree }: (typeof groups)[number]) =>
    isFree && lists.every(({ groupId, isGoing }) => groupId !== id || isGoing)
  return {
    parts: lists
      .filter(({ isGoing }) => isGoing)
      .map(({ id, name, group }) => ({ id: `list-${id}`, kind: 'list' as const, name, group, keep: false })),
    groups: groups.filter(goes),
    stays: {
      // Others than the demo's have no facts.
      lists: namesOf(lists.filter(({ isGoing }) => isGoing === false)),
      groups: namesOf(groups.filter((group) => !goes(group))),
    },
  }
}

/** Selects what is left of the demo's groups, and whether quantity rules or customers other than the demo's are in them. */
const demoGroups = sql`
  SELECT id, name, EXISTS (SELECT FROM quantity_rules WHERE group_id = customer_groups.id) OR EXISTS (
    SELECT FROM group_members WHERE group_id = customer_groups.id
      AND user_id NOT IN (SELECT value::uuid FROM shop_facts WHERE name = 'demo-customer')) AS is_used
  FROM customer_groups WHERE id IN (SELECT id FROM (${demoRows('customer_groups')}) demo)`

/** Returns the ids of the demo's price lists where the seller has delivery, tax or price lists of her own: they are hers to switch on. */
export async function findListsBesideOwn(db: Database | Transaction): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; isOfDemo: boolean }>(sql`
    SELECT id::text, id IN (${unchangedRows('price_lists')}) AS "isOfDemo" FROM price_lists WHERE NOT is_base ORDER BY id`)
  const own = await hasOwnSetup(db)
  if (!own.shipping && !own.tax && rows.every(({ isOfDemo }) => isOfDemo)) return []
  return rows.filter(({ isOfDemo }) => isOfDemo).map(({ id }) => id)
}
