import { storeDay } from '#contract/time-zone.ts'
import type { Body } from '#contract/endpoint.ts'
import type { TaxClass, TaxGap, TaxSetup, updateTaxSettings } from '#contract/tax.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { taxRates, taxSettings } from '#server/tax/tax.tables.ts'
import { type AssertNotOfDemo, listTaxClasses, listTaxRegistrations } from '#server/tax/tax-entries.ts'
import { euCountries } from '#server/tax/vat-area.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readRegion } from '#server/platform/country-data.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes the setup without the numbers of products, which `catalog` has. */
export type UncountedTaxSetup = Omit<TaxSetup, 'classes'> & { classes: Omit<TaxClass, 'products'>[] }

/** Holds what the gaps of the setup depend on beside it. */
export interface TaxSetupFacts {
  now: Date
  hasStripe: boolean
  /** The store's own tax number, which stands on papers where its own country has no other; empty if there is none. */
  storeNumber: string
}

/** Returns the settings with registrations and classes, and what is missing on a day. */
export async function readTaxSetup(
  db: Database | Transaction,
  { now, ...deps }: TaxSetupFacts,
): Promise<UncountedTaxSetup> {
  const [settings] = await db.select().from(taxSettings)
  if (!settings) throw problem('unexpected')
  const { id: _, edition: __, ...facts } = settings
  const registrations = await listTaxRegistrations(db)
  const classes = await listTaxClasses(db)
  const rates = await db
    .selectDistinct({ taxClass: taxRates.taxClass, country: taxRates.country, region: taxRates.region })
    .from(taxRates)
  const day = storeDay(now)
  const current = registrations.filter(({ startsOn, endsOn }) => startsOn <= day && (!endsOn || day <= endsOn))
  return {
    ...facts,
    registrations,
    classes,
    rates: await db.$count(taxRates),
    gaps: findGaps(facts, current, { classes, rates }, deps),
  }
}

const blockingGaps: ReadonlySet<TaxGap> = new Set(['no-country', 'no-registration', 'stripe-not-set'])

/** Counts the gaps that keep tax from being switched on; with the others, tax of some places is not collected. */
export const countBlockingGaps = (gaps: TaxSetup['gaps']): number =>
  gaps.filter(({ code }) => blockingGaps.has(code)).length

type PlaceOf = { country: string; region: string }

const namesOf = (places: readonly PlaceOf[]) => [
  ...new Set(places.map(({ country, region }) => `${country} ${region}`.trim())),
]

function findGaps(
  { country, region, provider }: Pick<TaxSetup, 'country' | 'region' | 'provider'>,
  registrations: TaxSetup['registrations'],
  { classes, rates }: { classes: UncountedTaxSetup['classes']; rates: readonly (PlaceOf & { taxClass: string })[] },
  { hasStripe, storeNumber }: Omit<TaxSetupFacts, 'now'>,
): TaxSetup['gaps'] {
  const gaps: TaxSetup['gaps'] = []
  const add = (code: TaxGap, places?: string[]) => gaps.push({ code, ...(places && { places }) })
  const normal = registrations.filter(({ scheme }) => scheme === 'normal')
  const isSame = (one: string, other: string) => one.toUpperCase() === other.toUpperCase()
  const hasRates = (place: PlaceOf) =>
    rates.some((rate) => {
      if (rate.taxClass !== 'standard') return false
      const isRegion = place.region === '' || rate.region === '' || isSame(rate.region, place.region)
      return rate.country === place.country && isRegion
    })
  if (country === '') add('no-country')
  if (registrations.length === 0) add('no-registration')
  const isHome = (one: PlaceOf) => one.country === country && (one.region === '' || isSame(one.region, region))
  if (country !== '' && registrations.length > 0 && !normal.some(isHome)) add('no-home-registration')
  // In the USA, invoices name no number of sales tax.
  const unnumbered = normal.filter(
    (one) => one.number === '' && one.country !== 'US' && (storeNumber === '' || one.country !== country),
  )
  if (unnumbered.length > 0) add('registration-without-number', namesOf(unnumbered))
  if (provider === 'stripe') {
    if (!hasStripe) add('stripe-not-set')
    return gaps
  }
  const without = normal.filter((one) => !hasRates(one))
  if (without.length > 0) add('registration-without-rates', namesOf(without))
  if (registrations.some(({ scheme }) => scheme === 'oss')) {
    const missing = euCountries.filter((code) => code !== country && !hasRates({ country: code, region: '' }))
    if (missing.length > 0) add('oss-without-rates', missing)
  }
  const unrated = classes.filter(
    ({ code, isExempt }) => code !== 'standard' && !isExempt && !rates.some(({ taxClass }) => taxClass === code),
  )
  if (unrated.length > 0)
    add(
      'class-without-rates',
      unrated.map(({ name }) => name),
    )
  return gaps
}

interface SwitchDeps {
  hasStripe: boolean
  now: Date
  assertNotOfDemo?: AssertNotOfDemo
}

/**
 * Changes the settings. Throws `region-unknown`, `tax-provider-missing` if Stripe is chosen without its keys, and `tax-not-ready` if tax is switched on
 * with a gap that blocks it, or `demo-beside-own`.
 */
export function changeTaxSettings(
  db: Database | Transaction,
  change: Body<typeof updateTaxSettings>,
  by: AuditActor | undefined,
  { hasStripe, now, assertNotOfDemo }: SwitchDeps = { hasStripe: true, now: new Date() },
): Promise<void> {
  if (change.provider === 'stripe' && !hasStripe) throw problem('tax-provider-missing')
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(taxSettings).for('update')
    if (!before) throw problem('unexpected')
    const sent = Object.entries({ ...change, ...regionOf(change, before) }).filter(([, value]) => value !== undefined)
    if (sent.length === 0) return
    const [after] = await tx.update(taxSettings).set(Object.fromEntries(sent)).returning()
    if (!after) throw problem('unexpected')
    if (after.enabled && !before.enabled) {
      const count = countBlockingGaps((await readTaxSetup(tx, { now, hasStripe, storeNumber: '' })).gaps)
      if (count > 0) throw problem('tax-not-ready', { count })
    }
    if (change.enabled || change.country !== undefined) await assertNotOfDemo?.(tx, 'tax')
    await recordAuditEvent(tx, by, {
      kind: 'tax-settings-changed',
      subject: { type: 'tax', id: 'settings' },
      before: audited(before),
      after: audited(after),
    })
  })
}

/** Returns the region that a change of the place leaves: another country without a region has none. Throws `region-unknown`. */
function regionOf({ country, region }: Body<typeof updateTaxSettings>, before: PlaceOf): { region?: string } {
  if (region !== undefined) return { region: readRegion(country ?? before.country, region) }
  return country === undefined || country === before.country ? {} : { region: '' }
}

const audited = ({ id: _, edition: __, ...facts }: typeof taxSettings.$inferSelect) => facts

/** Switches the calculation of tax on or off; orders that are placed keep theirs. */
export const setTaxEnabled = (
  db: Database | Transaction,
  enabled: boolean,
  by: AuditActor | undefined,
): Promise<void> => changeTaxSettings(db, { enabled }, by)
