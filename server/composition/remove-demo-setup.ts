import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { mainLanguage } from '#contract/main-language.ts'
import type { Demo, DemoPart } from '#contract/opening.ts'
import type { Names } from '#contract/attributes.ts'
import { defaultLanguage } from '#contract/language.ts'
import { currentCurrency } from '#contract/currency.ts'
import { demoMethods, demoSettings, demoShipClasses, demoZones } from '#database/demo/shipping.ts'
import { demoTaxClasses, demoTaxOrigin, demoTaxRegistrations, listDemoTaxRates } from '#database/demo/tax.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { readMethod } from '#server/shipping/edit-methods.ts'
import { readMembers } from '#server/shipping/edit-zones.ts'
import { readSetup, type Setup } from '#server/shipping/read-setup.ts'
import { lockSetup } from '#server/shipping/record-shipping-change.ts'
import type { Method, Rate } from '#server/shipping/shipping-rules.ts'
import { isEuCountry } from '#server/tax/vat-area.ts'

/** Holds the set-up of the demo that a seller has neither changed nor uses. */
interface DemoSetup {
  parts: DemoPart[]
  zones: number[]
  /** Whether goods are sent from the demo's address. */
  hasShippingOrigin: boolean
  hasTaxOrigin: boolean
  /** The ids of rates that add to those of the seller where she is registered. */
  addingRates: string[]
  priceLists: number[]
  groups: number[]
}

/** Returns whether shipping, tax and price lists still have something that came with the demo, and that removing it would delete. */
export async function hasDemoSetup(db: Database | Transaction): Promise<boolean> {
  return Object.values(await findDemoSetup(db)).some((found) => (Array.isArray(found) ? found.length > 0 : found))
}

/** Lists the shipping methods, registrations and rates of the demo that are as they came. */
export const findDemoParts = async (db: Database | Transaction): Promise<DemoPart[]> => (await findDemoSetup(db)).parts

/** Returns whether an admin has removed the demo: what looks like it from then on was kept, and is the seller's own. */
export async function isDemoRemoved(db: Database | Transaction): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM shop_facts WHERE name = 'demo-removed'`)
  return rows.length > 0
}

/** Returns whether the seller has an active method of delivery, and a place or rate of tax, that are not the demo's. */
async function hasOwnSetup(db: Database | Transaction): Promise<{ shipping: boolean; tax: boolean }> {
  const isRemoved = await isDemoRemoved(db)
  const methods = isRemoved ? [] : idsOf(findShipping(await readSetup(db)).parts, 'method')
  const { rows } = await db.execute<{ shipping: boolean; tax: boolean }>(sql`
    SELECT EXISTS (
        SELECT FROM shipping_methods WHERE active AND id <> ALL (${sql.param(methods)}::bigint[])) AS shipping,
      country <> '' AND (country, region) <> (${demoTaxOrigin.country}, ${demoTaxOrigin.region})
        OR EXISTS (SELECT FROM tax_registrations WHERE ${isRemoved} OR NOT ${isDemoRegistration})
        OR EXISTS (SELECT FROM tax_rates WHERE ${isRemoved} OR NOT ${await isDemoRate()}) AS tax
    FROM tax_settings`)
  return rows[0] ?? { shipping: false, tax: false }
}

/**
 * Throws `demo-beside-own`, with names, where delivery or tax is charged and the seller has methods, places or rates of her own beside those
 * of the demo: what she never chose is not charged with what she has.
 */
export async function assertNotOfDemo(tx: Transaction, what: 'shipping' | 'tax'): Promise<void> {
  const { rows } = await tx.execute(sql`SELECT FROM ${sql.identifier(`${what}_settings`)} WHERE enabled`)
  if (rows.length === 0 || !(await hasOwnSetup(tx))[what]) return
  const names = (await findChargedDemo(tx))[what]
  if (names.length > 0) throw problem('demo-beside-own', { parts: names.join(', ') })
}

/**
 * Names what of the demo buyers are charged by, if they are charged: its methods, its registrations, and its rates that add to those of the
 * seller.
 */
export async function findChargedDemo(db: Database | Transaction): Promise<Record<'shipping' | 'tax', string[]>> {
  const { rows } = await db.execute(sql`SELECT FROM shop_facts WHERE name = 'demo-customer'`)
  // In a shop without the demo, what looks like it is the seller's.
  if (rows.length === 0) return { shipping: [], tax: [] }
  const { parts, addingRates } = await findDemoSetup(db)
  const isCharged = ({ id, kind }: DemoPart) => kind === 'registration' || addingRates.includes(id)
  return {
    shipping: parts.filter(({ kind }) => kind === 'method').map(({ name }) => name),
    tax: parts
      .filter(isCharged)
      .map(({ country, region, scheme, name }) =>
        [country, region, scheme === 'oss' && 'OSS', name].filter(Boolean).join(' '),
      ),
  }
}

const isDemoRegistration = sql`(number = '' AND ends_on IS NULL AND NOT reverse_charge AND (country, region, scheme, starts_on) IN (
  SELECT country, region, scheme, "startsOn" FROM jsonb_to_recordset(${JSON.stringify(demoTaxRegistrations)}::jsonb)
    AS demo (country text, region text, scheme text, "startsOn" date)))`

const isDemoRate = async () => sql`((country, region, postal_prefix, tax_class, name, rate, starts_on, on_shipping) IN (
  SELECT country, region, "postalPrefix", "taxClass", name, rate, "startsOn", "onShipping"
  FROM jsonb_to_recordset(${JSON.stringify(await listDemoTaxRates())}::jsonb) AS demo (country text, region text,
    "postalPrefix" text, "taxClass" text, name text, rate numeric, "startsOn" date, "onShipping" boolean)))`

const idsOf = (parts: readonly DemoPart[], kind: DemoPart['kind']) =>
  parts.filter((part) => part.kind === kind).map(({ id }) => Number(id.slice(kind.length + 1)))

/** Deletes the set-up of the demo without the parts to keep; products of the demo are deleted before. */
export async function removeDemoSetup(tx: Transaction, keep?: readonly string[]): Promise<void> {
  await lockSetup(tx)
  await tx.execute(sql`LOCK TABLE tax_registrations IN SHARE ROW EXCLUSIVE MODE`)
  await tx.execute(sql`SELECT FROM customer_groups ORDER BY id FOR UPDATE`)
  await tx.execute(sql`SELECT FROM price_lists ORDER BY id FOR UPDATE`)
  const found = await findDemoSetup(tx, keep)
  const removed = found.parts.filter((part) => (keep ? !keep.includes(part.id) : !part.keep))
  const among = (ids: readonly number[]) => sql`id = ANY (${sql.param(ids)}::bigint[])`
  await tx.execute(sql`DELETE FROM shipping_methods WHERE ${among(idsOf(removed, 'method'))}`)
  await tx.execute(sql`DELETE FROM shipping_zones WHERE ${among(found.zones)}`)
  if (found.hasShippingOrigin)
    // Methods that stay can need the weight.
    await tx.execute(sql`
      UPDATE shipping_settings SET origin = NULL, default_weight_grams = CASE
        WHEN EXISTS (SELECT FROM shipping_methods) OR default_weight_grams <> ${demoSettings.defaultWeight * 1000}
        THEN default_weight_grams END`)
  for (const { code, name, names } of demoShipClasses.map(withOwnName))
    await tx.execute(sql`
      DELETE FROM ship_classes WHERE code = ${code} AND name = ${name} AND names = ${JSON.stringify(names)}::jsonb
        AND NOT EXISTS (SELECT FROM products WHERE ship_class = ${code})
        AND NOT EXISTS (SELECT FROM shipping_class_rules WHERE class = ${code})`)
  if (found.hasTaxOrigin) await tx.execute(sql`UPDATE tax_settings SET country = '', region = ''`)
  await tx.execute(sql`DELETE FROM tax_registrations WHERE ${among(idsOf(removed, 'registration'))}`)
  await tx.execute(sql`DELETE FROM tax_rates WHERE ${among(idsOf(removed, 'rate'))}`)
  for (const { code, name, isExempt, taxCode } of demoTaxClasses)
    await tx.execute(sql`
      DELETE FROM tax_classes WHERE code = ${code} AND name = ${name} AND is_exempt = ${isExempt}
        AND coalesce(tax_code, '') = ${taxCode}
        AND NOT EXISTS (SELECT FROM products WHERE tax_class = ${code})
        AND NOT EXISTS (SELECT FROM tax_rates WHERE tax_class = ${code})`)
  await tx.execute(sql`DELETE FROM price_lists WHERE ${among(found.priceLists)}`)
  await tx.execute(sql`DELETE FROM customer_groups WHERE ${among(found.groups)}`)
  await tx.execute(sql`UPDATE price_lists SET active = true WHERE is_base AND ${isSwitchedOffByDemo([])}`)
}

/** Returns the list of public price breaks, and whether removing the demo with these products switches it on. */
export async function findPublicPrices(
  db: Database | Transaction,
  deletedProducts: readonly string[],
): Promise<Demo['publicPrices']> {
  const { rows } = await db.execute<Demo['publicPrices']>(sql`
    SELECT name, ${isSwitchedOffByDemo(deletedProducts)} AS activates FROM price_lists WHERE is_base`)
  const [list] = rows
  if (!list) throw new Error('The list of public price breaks is missing.')
  return list
}

/** The demo has switched the public price breaks off; those of products that stay would change what buyers pay. */
const isSwitchedOffByDemo = (deletedProducts: readonly string[]) => sql`(
  NOT active AND updated_at = created_at AND NOT EXISTS (
    SELECT FROM prices WHERE price_list_id = price_lists.id AND product_id <> ALL (${sql.param(deletedProducts)}::uuid[])))`

/** Finds the set-up of the demo; `keep` are the ids of parts that are the seller's own from now on. */
async function findDemoSetup(db: Database | Transaction, keep: readonly string[] = []): Promise<DemoSetup> {
  if (await isDemoRemoved(db))
    return {
      parts: [],
      zones: [],
      hasShippingOrigin: false,
      hasTaxOrigin: false,
      addingRates: [],
      priceLists: [],
      groups: [],
    }
  const { parts: methods, ...shipping } = findShipping(await readSetup(db), keep)
  const { parts, ...tax } = await findTax(db, keep)
  return { parts: [...methods, ...parts], ...shipping, ...tax, ...(await findPrices(db)) }
}

function findShipping(
  setup: Setup,
  keep: readonly string[] = [],
): Pick<DemoSetup, 'parts' | 'zones' | 'hasShippingOrigin'> {
  const methods = setup.methods.filter((method) => isDemoMethod(method, setup) && !keep.includes(`method-${method.id}`))
  const isUsed = (zone: number) =>
    setup.methods.some((method) => !methods.includes(method) && method.rates.some(({ zoneId }) => zoneId === zone))
  const known = Object.values(demoZones).map(({ name, members }) => ({ name, members: readMembers([...members]) }))
  return {
    parts: methods.map(({ id, name }) => ({ id: `method-${id}`, kind: 'method' as const, name, keep: false })),
    zones: setup.zones
      .filter(({ id, name, members }) => !isUsed(id) && known.some((one) => isDeepStrictEqual(one, { name, members })))
      .map(({ id }) => id),
    hasShippingOrigin: isDeepStrictEqual(setup.origin, demoSettings.origin),
  }
}

/** Returns whether a method is as the demo has written it; zones and ship classes that were deleted have taken their rows with them. */
function isDemoMethod({ id: _, rates, classRules, ...method }: Method, { classes }: Setup): boolean {
  const demo = demoMethods.map(withOwnName).find(({ name }) => name === method.name)
  if (!demo) return false
  const zones = Object.keys(demoZones)
  const known = readMethod({
    ...demo,
    rates: demo.rates.map(({ zone, ...rate }) => ({ ...rate, zone: zones.indexOf(zone) })),
  })
  const tables = tablesOf(known.rates)
  const rules = known.classRules
    .filter((rule) => classes.some(({ code }) => code === rule.class))
    .toSorted((one, other) => (one.class < other.class ? -1 : 1))
  const { rates: _rates, classRules: _rules, ...facts } = known
  return (
    isDeepStrictEqual(method, facts) &&
    isSame(classRules, rules) &&
    tablesOf(rates).every((table) => tables.some((one) => isSame(one, table)))
  )
}

/** Names something of the demo, which was added in English, in the main language of the store. */
function withOwnName<Named extends { name: string; names?: Names }>(named: Named): Named {
  const { [mainLanguage()]: own, ...others } = named.names ?? {}
  return own === undefined ? named : { ...named, name: own, names: { ...others, [defaultLanguage]: named.name } }
}

/** Groups the rows of a method by their zones. */
const tablesOf = (rates: readonly Rate[]): object[][] =>
  [...Map.groupBy(rates, ({ zoneId }) => zoneId).values()].map((rows) => rows.map(({ zoneId: _, ...row }) => row))

/** Compares rows; in another currency, amounts were rounded when it was changed. */
function isSame(rows: readonly object[], others: readonly object[]): boolean {
  const { code, digits } = currentCurrency()
  const tolerance = code === 'USD' ? 0 : 0.5 * 10 ** digits
  const isClose = (one: unknown, other: unknown, key: string) =>
    one === other ||
    (key.endsWith('Cents') &&
      typeof one === 'number' &&
      typeof other === 'number' &&
      Math.abs(one - other) <= tolerance)
  return (
    rows.length === others.length &&
    rows.every((row, index) => {
      const other = new Map(Object.entries(others[index] ?? {}))
      return Object.entries(row).every(([key, value]) => isClose(value, other.get(key), key))
    })
  )
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
    sql`SELECT id, country, region, scheme, ${isDemoRegistration} AS "isOfDemo" FROM tax_registrations ORDER BY country, region, id`,
  )
  const registrations = rows.map((one) => ({
    ...one,
    id: `registration-${one.id}`,
    isOfDemo: one.isOfDemo && !keep.includes(`registration-${one.id}`),
  }))
  const { rows: settings } = await db.execute<{ country: string; region: string }>(
    sql`SELECT country, region FROM tax_settings`,
  )
  const { country = '', region = '' } = settings[0] ?? {}
  // A seller can be at home in the same place.
  const hasTaxOrigin =
    country === demoTaxOrigin.country &&
    region === demoTaxOrigin.region &&
    registrations.some((one) => one.isOfDemo && one.country === country)
  type StoredRate = Record<'id' | 'country' | 'region' | 'postalPrefix' | 'name' | 'rate', string> & {
    isOfDemo: boolean
  }
  const { rows: rates } = await db.execute<StoredRate>(sql`
    SELECT id, country, region, postal_prefix AS "postalPrefix", name, trim_scale(rate)::text AS rate,
      ${await isDemoRate()} AS "isOfDemo"
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

/** Finds the demo's price lists that were never changed, and its groups; a group with a real customer stays, and so does its list. */
async function findPrices(db: Database | Transaction): Promise<Pick<DemoSetup, 'priceLists' | 'groups'>> {
  const { rows } = await db.execute<{ lists: string[]; groups: string[] }>(sql`
    WITH empty_group AS (
      SELECT id, name FROM customer_groups g WHERE name IN ('Workshops', 'Fleets')
        AND NOT EXISTS (SELECT FROM quantity_rules WHERE group_id = g.id)
        AND NOT EXISTS (SELECT FROM group_members WHERE group_id = g.id
          AND user_id NOT IN (SELECT value::uuid FROM shop_facts WHERE name = 'demo-customer'))),
    demo_list AS (
      SELECT list.id FROM price_lists list JOIN empty_group g ON g.id = list.group_id
      WHERE (list.name, g.name) IN (('Workshop prices', 'Workshops'), ('Fleet prices', 'Fleets'))
        AND NOT active AND list.updated_at = list.created_at)
    SELECT array(SELECT id::text FROM demo_list) AS lists, array(
      SELECT id::text FROM empty_group g
      WHERE NOT EXISTS (SELECT FROM price_lists list WHERE list.group_id = g.id AND list.id NOT IN (SELECT id FROM demo_list))
        AND NOT EXISTS (SELECT FROM audit_events WHERE subject_type = 'group' AND subject_id = g.id::text)) AS groups`)
  const [found] = rows
  return { priceLists: (found?.lists ?? []).map(Number), groups: (found?.groups ?? []).map(Number) }
}
