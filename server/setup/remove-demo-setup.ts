import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { mainLanguage } from '#contract/main-language.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Demo, DemoPart, listDemoParts as endpoint } from '#contract/opening.ts'
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

interface Named {
  id: number
  name: string
}

/** Returns whether shipping, tax and price lists still have something that came with the demo, and that removing it would delete. */
export async function hasDemoSetup(db: Database | Transaction): Promise<boolean> {
  const { stays: _, ...goes } = await findDemoSetup(db)
  return Object.values(goes).some((found) => (Array.isArray(found) ? found.length > 0 : found))
}

/** Names what of shipping, tax and price lists goes with these products of the demo, and what stays. */
export async function describeDemoSetup(
  db: Database | Transaction,
  deletedProducts: readonly string[],
): Promise<Pick<Demo, 'parts' | 'origin' | 'stays'> & { names: Pick<Demo['names'], 'zones' | 'classes' | 'groups'> }> {
  const { parts, zones, groups, stays, ...found } = await findDemoSetup(db)
  const classes = (await isDemoRemoved(db)) ? [] : await findUnusedClasses(db, deletedProducts, parts)
  return {
    parts,
    origin: found.hasShippingOrigin || found.hasTaxOrigin,
    stays,
    names: { zones: namesOf(zones), groups: namesOf(groups), classes: namesOf(classes) },
  }
}

const namesOf = (named: readonly { name: string }[]) => named.map(({ name }) => name)

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
  // In a shop without the demo, what looks like it is the seller's.
  if (!(await hasDemo(db))) return { shipping: [], tax: [] }
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
  if (!(await hasDemo(db))) return []
  const setup = await findDemoSetup(db)
  const { parts } = setup
  const own = await hasOwnSetup(db)
  const charged = chargedParts(setup)
  return parts.map((part) => {
    const blocks = (['shipping', 'tax'] as const).find((what) => own[what] && charged[what].includes(part))
    return { ...part, ...(blocks && { blocks }) }
  })
}

async function hasDemo(db: Database | Transaction): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM shop_facts WHERE name = 'demo-customer'`)
  return rows.length > 0
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
  const idsIn = (named: readonly Named[]) => named.map(({ id }) => id)
  await tx.execute(sql`DELETE FROM shipping_methods WHERE ${among(idsOf(removed, 'method'))}`)
  await tx.execute(sql`DELETE FROM shipping_zones WHERE ${among(idsIn(found.zones))}`)
  if (found.hasShippingOrigin)
    // Methods that stay can need the weight.
    await tx.execute(sql`
      UPDATE shipping_settings SET origin = NULL, default_weight_grams = CASE
        WHEN EXISTS (SELECT FROM shipping_methods) OR default_weight_grams <> ${demoSettings.defaultWeight * 1000}
        THEN default_weight_grams END`)
  if (found.hasTaxOrigin) await tx.execute(sql`UPDATE tax_settings SET country = '', region = ''`)
  await tx.execute(sql`DELETE FROM tax_registrations WHERE ${among(idsOf(removed, 'registration'))}`)
  await tx.execute(sql`DELETE FROM tax_rates WHERE ${among(idsOf(removed, 'rate'))}`)
  for (const { table, code } of await findUnusedClasses(tx))
    await tx.execute(
      table === 'ship_classes'
        ? sql`DELETE FROM ship_classes WHERE code = ${code}`
        : sql`DELETE FROM tax_classes WHERE code = ${code}`,
    )
  await tx.execute(sql`DELETE FROM price_lists WHERE ${among(idsOf(removed, 'list'))}`)
  await tx.execute(sql`DELETE FROM customer_groups WHERE ${among(idsIn(found.groups))}`)
  await tx.execute(sql`UPDATE price_lists SET active = true WHERE is_base AND ${isSwitchedOffByDemo([])}`)
}

/** Finds the classes of the demo that nothing but these products and parts of it has. */
async function findUnusedClasses(
  db: Database | Transaction,
  products: readonly string[] = [],
  parts: readonly DemoPart[] = [],
): Promise<{ table: string; code: string; name: string }[]> {
  const others = (column: SQL, ids: readonly number[]) => sql`${column} <> ALL (${sql.param(ids)}::bigint[])`
  const othersProducts = sql`id <> ALL (${sql.param(products)}::uuid[])`
  const { rows } = await db.execute<{ table: string; code: string; name: string }>(sql`
    SELECT 'ship_classes' AS "table", code, name FROM ship_classes
    WHERE (code, name, names) IN (
        SELECT code, name, names
        FROM jsonb_to_recordset(${JSON.stringify(demoShipClasses.map(withOwnName))}::jsonb) AS demo (code text, name text, names jsonb))
      AND NOT EXISTS (SELECT FROM products WHERE ship_class = code AND ${othersProducts})
      AND NOT EXISTS (
        SELECT FROM shipping_class_rules WHERE class = code AND ${others(sql`method_id`, idsOf(parts, 'method'))})
    UNION ALL
    SELECT 'tax_classes', code, name FROM tax_classes
    WHERE (code, name, is_exempt, coalesce(tax_code, '')) IN (
        SELECT code, name, "isExempt", "taxCode" FROM jsonb_to_recordset(${JSON.stringify(demoTaxClasses)}::jsonb)
          AS demo (code text, name text, "isExempt" boolean, "taxCode" text))
      AND NOT EXISTS (SELECT FROM products WHERE tax_class = code AND ${othersProducts})
      AND NOT EXISTS (
        SELECT FROM tax_rates WHERE tax_class = code AND ${others(
          sql`id`,
          idsOf(
            parts.filter(({ keep }) => !keep),
            'rate',
          ),
        )})
    ORDER BY 1, 2`)
  return rows
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
      groups: [],
      stays: { zones: [], lists: [], groups: [] },
    }
  const { parts: methods, usedZones, ...shipping } = findShipping(await readSetup(db), keep)
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

function findShipping(
  setup: Setup,
  keep: readonly string[] = [],
): Pick<DemoSetup, 'parts' | 'zones' | 'hasShippingOrigin'> & { usedZones: Named[] } {
  const methods = setup.methods.filter((method) => isDemoMethod(method, setup) && !keep.includes(`method-${method.id}`))
  const isUsed = (zone: number) =>
    setup.methods.some((method) => !methods.includes(method) && method.rates.some(({ zoneId }) => zoneId === zone))
  const known = Object.values(demoZones).map(({ name, members }) => ({ name, members: readMembers([...members]) }))
  const demo = setup.zones.filter(({ name, members }) => known.some((one) => isDeepStrictEqual(one, { name, members })))
  return {
    parts: methods.map(({ id, name }) => ({ id: `method-${id}`, kind: 'method' as const, name, keep: false })),
    zones: demo.filter(({ id }) => !isUsed(id)),
    usedZones: demo.filter(({ id }) => isUsed(id)),
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

const demoLists = ['Workshop prices', 'Fleet prices']

/** A price list of the demo was changed by nothing, or only switched on and off. */
const isDemoList = sql`((list.name, g.name) IN (('Workshop prices', 'Workshops'), ('Fleet prices', 'Fleets'))
  AND list.updated_at IN (
    SELECT list.created_at UNION ALL
    SELECT max(happened_at) FROM audit_events WHERE subject_type = 'price-list' AND subject_id = list.id::text)
  AND NOT EXISTS (
    SELECT FROM audit_events WHERE subject_type = 'price-list' AND subject_id = list.id::text
      AND (before - 'active') IS DISTINCT FROM (after - 'active')))`

/** Finds the demo's price lists and groups; a group with a real customer stays, and so does its list. */
async function findPrices(
  db: Database | Transaction,
  keep: readonly string[],
): Promise<Pick<DemoSetup, 'parts' | 'groups'> & { stays: Pick<Demo['stays'], 'lists' | 'groups'> }> {
  const { rows } = await db.execute<{
    id: number
    name: string
    list: number | null
    listName: string | null
    goes: boolean
    isEmpty: boolean
  }>(sql`
    WITH demo_group AS (
      SELECT id, name, NOT EXISTS (SELECT FROM quantity_rules WHERE group_id = g.id)
        AND NOT EXISTS (SELECT FROM group_members WHERE group_id = g.id
          AND user_id NOT IN (SELECT value::uuid FROM shop_facts WHERE name = 'demo-customer')) AS is_unused,
        NOT EXISTS (SELECT FROM audit_events WHERE subject_type = 'group' AND subject_id = g.id::text) AS is_unchanged
      FROM customer_groups g WHERE name IN ('Workshops', 'Fleets'))
    SELECT g.id::integer, g.name, list.id::integer AS list, list.name AS "listName", is_unused AND ${isDemoList} AS goes,
      is_unused AND is_unchanged AS "isEmpty"
    FROM demo_group g LEFT JOIN price_lists list ON list.group_id = g.id ORDER BY g.name, list.id`)
  const lists = rows.flatMap(({ list, listName, goes, name }) =>
    list === null || listName === null
      ? []
      : [{ part: { id: `list-${list}`, kind: 'list' as const, name: listName, group: name, keep: false }, goes }],
  )
  const going = lists.filter(({ goes, part }) => goes && !keep.includes(part.id))
  const groups = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofGroup) =>
    ofGroup.slice(0, 1).map(({ id, name, isEmpty }) => ({
      id,
      name,
      goes:
        isEmpty && ofGroup.every(({ list }) => list === null || going.some(({ part }) => part.id === `list-${list}`)),
    })),
  )
  return {
    parts: going.map(({ part }) => part),
    groups: groups.filter(({ goes }) => goes),
    stays: {
      lists: namesOf(
        lists.filter((one) => !going.includes(one) && demoLists.includes(one.part.name)).map(({ part }) => part),
      ),
      groups: namesOf(groups.filter(({ goes }) => !goes)),
    },
  }
}

/** Returns the ids of the demo's price lists where the seller has delivery, tax or price lists of her own: they are hers to switch on. */
export async function findListsBesideOwn(db: Database | Transaction): Promise<string[]> {
  if (!(await hasDemo(db)) || (await isDemoRemoved(db))) return []
  const { rows } = await db.execute<{ id: string; isOfDemo: boolean }>(sql`
    SELECT list.id::text, coalesce(${isDemoList}, false) AS "isOfDemo"
    FROM price_lists list LEFT JOIN customer_groups g ON g.id = list.group_id WHERE NOT is_base ORDER BY list.id`)
  const own = await hasOwnSetup(db)
  if (!own.shipping && !own.tax && rows.every(({ isOfDemo }) => isOfDemo)) return []
  return rows.filter(({ isOfDemo }) => isOfDemo).map(({ id }) => id)
}
