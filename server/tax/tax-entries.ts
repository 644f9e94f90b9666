import slugify from '@sindresorhus/slugify'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { AuditedTaxRate } from '#contract/audit-log.ts'
import type { Body } from '#contract/endpoint.ts'
import { postalBeginning } from '#contract/postal-codes.ts'
import { storeDay } from '#contract/time-zone.ts'
import {
  type addTaxClass,
  type addTaxRates,
  type addTaxRegistration,
  maxUsualRate,
  type putTaxClass,
  type RateTotal,
  type TaxClass,
  type TaxRateInput,
  type TaxRegistration,
} from '#contract/tax.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { totalsText, totalsWith } from '#server/tax/rate-totals.ts'
import { assertSellerTaxNumber } from '#server/tax/read-tax-number.ts'
import { taxClasses, taxRates, taxRegistrations } from '#server/tax/tax.tables.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { readRegion } from '#server/platform/country-data.ts'
import { problem } from '#server/platform/http/problem.ts'

type RegistrationInput = Body<typeof addTaxRegistration>

/** Throws `demo-beside-own` where tax is charged and the demo's registrations stand beside what the seller has entered. */
export type AssertNotOfDemo = (tx: Transaction, what: 'tax') => Promise<void>

/** Lists where the shop collects tax. */
export async function listTaxRegistrations(db: Database | Transaction): Promise<TaxRegistration[]> {
  const rows = await db
    .select()
    .from(taxRegistrations)
    .orderBy(asc(taxRegistrations.country), asc(taxRegistrations.region), asc(taxRegistrations.id))
  return rows.map(({ id, endsOn, ...row }) => ({ _id: String(id), ...row, ...(endsOn !== null && { endsOn }) }))
}

/** Throws `dates-reversed` if the last day is before the first. */
export function assertDates({ startsOn, endsOn }: { startsOn: string; endsOn?: string | undefined }): void {
  if (endsOn !== undefined && endsOn < startsOn) throw problem('dates-reversed')
}

const placeOf = ({ country, region }: { country: string; region: string }) => `${country} ${region}`.trim()

/** Returns the columns of a registration, its region as addresses have it. Throws `region-unknown`. */
const toRegistration = ({ region, number, endsOn, ...rest }: RegistrationInput) => ({
  ...rest,
  region: readRegion(rest.country, region),
  number: number.trim(),
  endsOn: endsOn ?? null,
  reverseCharge: rest.reverseCharge ?? false,
})

/** Throws `registration-overlaps` if another registration of the same place and scheme holds on one of its days. */
async function assertAlone(tx: Transaction, row: ReturnType<typeof toRegistration>, ownId?: number): Promise<void> {
  // Others wait, so that two at once cannot overlap.
  await tx.execute(sql`LOCK TABLE tax_registrations IN SHARE ROW EXCLUSIVE MODE`)
  const rows = await tx
    .select()
    .from(taxRegistrations)
    .where(and(eq(taxRegistrations.country, row.country), eq(taxRegistrations.scheme, row.scheme)))
  const ends = (endsOn: string | null) => endsOn ?? '9999-12-31'
  const isTwice = rows.some(
    ({ id, region, startsOn, endsOn }) =>
      id !== ownId &&
      region.toUpperCase() === row.region.toUpperCase() &&
      startsOn <= ends(row.endsOn) &&
      row.startsOn <= ends(endsOn),
  )
  if (isTwice) throw problem('registration-overlaps', { place: placeOf(row) })
}

/** Adds a registration; throws `dates-reversed`, `region-unknown`, `registration-overlaps`, and what the assertions throw. */
export async function addRegistration(
  db: Database,
  input: RegistrationInput,
  by: AuditActor,
  assertNotOfDemo: AssertNotOfDemo,
): Promise<void> {
  assertDates(input)
  assertSellerTaxNumber(input.number)
  await db.transaction(async (tx) => {
    const after = toRegistration(input)
    await assertAlone(tx, after)
    await tx.insert(taxRegistrations).values(after)
    await assertNotOfDemo(tx, 'tax')
    const subject = { type: 'tax', id: placeOf(after) } as const
    await recordAuditEvent(tx, by, { kind: 'tax-registration-added', subject, after })
  })
}

/** Replaces a registration; throws `tax-entry-not-found` and what adding one throws. */
export async function changeRegistration(
  db: Database,
  id: string,
  input: RegistrationInput,
  by: AuditActor,
): Promise<void> {
  assertDates(input)
  await db.transaction(async (tx) => {
    const { id: _, ...before } = await getRegistration(tx, id)
    const after = toRegistration(input)
    if (after.number !== before.number) assertSellerTaxNumber(after.number)
    await assertAlone(tx, after, Number(id))
    await tx
      .update(taxRegistrations)
      .set(after)
      .where(eq(taxRegistrations.id, Number(id)))
    const subject = { type: 'tax', id: placeOf(after) } as const
    await recordAuditEvent(tx, by, { kind: 'tax-registration-changed', subject, before, after })
  })
}

/** Deletes a registration; throws `tax-entry-not-found`. */
export async function deleteRegistration(db: Database, id: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const { id: _, ...before } = await getRegistration(tx, id)
    await tx.delete(taxRegistrations).where(eq(taxRegistrations.id, Number(id)))
    const subject = { type: 'tax', id: placeOf(before) } as const
    await recordAuditEvent(tx, by, { kind: 'tax-registration-deleted', subject, before })
  })
}

async function getRegistration(tx: Transaction, id: string) {
  const [row] = await tx
    .select()
    .from(taxRegistrations)
    .where(eq(taxRegistrations.id, Number(id)))
    .for('update')
  if (!row) throw problem('tax-entry-not-found')
  return row
}

/** Lists the classes; `standard` comes first. */
export async function listTaxClasses(db: Database | Transaction): Promise<Omit<TaxClass, 'products'>[]> {
  const { rows } = await db.execute<Omit<TaxClass, 'products'> & Record<string, unknown>>(sql`
    SELECT code, name, is_exempt AS "isExempt", coalesce(tax_code, '') AS "taxCode" FROM tax_classes ORDER BY code <> 'standard', lower(name), code`)
  return rows
}

/** Limits the code of a class. */
const maxCode = 40

/** Adds a class with a code that is made from its name, and returns the code. Throws `tax-class-taken` if a class has either. */
export async function addClass(db: Database, input: Body<typeof addTaxClass>, by: AuditActor): Promise<string> {
  return db.transaction(async (tx) => {
    // Two at once would both find the name free.
    await tx.execute(sql`LOCK TABLE tax_classes IN SHARE ROW EXCLUSIVE MODE`)
    const classes = await listTaxClasses(tx)
    const name = input.name.trim()
    const numbered = Array.from({ length: classes.length + 1 }, (_, index) => `class-${index + 1}`)
    const free = numbered.find((one) => classes.every(({ code: taken }) => taken !== one)) ?? ''
    // A name without Latin letters is numbered; "and" for & is a word of one language only.
    const code =
      slugify(name, { customReplacements: [['&', ' ']] })
        .slice(0, maxCode)
        .replace(/-$/, '') || free
    const other = classes.find((one) => one.code === code || one.name.toLowerCase() === name.toLowerCase())
    if (other) throw problem('tax-class-taken', { name: other.name, code: other.code })
    await putClass(tx, code, input, by)
    return code
  })
}

/** Adds a class or changes one. */
export async function putClass(
  db: Database | Transaction,
  code: string,
  input: Body<typeof putTaxClass>,
  by: AuditActor | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(taxClasses).where(eq(taxClasses.code, code)).for('update')
    const after = { name: input.name.trim(), isExempt: input.isExempt, taxCode: input.taxCode.trim() || null }
    await tx
      .insert(taxClasses)
      .values({ code, ...after })
      .onConflictDoUpdate({ target: taxClasses.code, set: after })
    if (!by) return
    await recordAuditEvent(tx, by, {
      kind: 'tax-class-changed',
      subject: { type: 'tax', id: code },
      ...(before && { before: { name: before.name, isExempt: before.isExempt, taxCode: before.taxCode } }),
      after,
    })
  })
}

/** Deletes a class without products and rates; throws `tax-class-not-found` or `tax-class-in-use`. */
export async function deleteClass(db: Database, code: string, by: AuditActor): Promise<void> {
  if (code === 'standard') throw problem('tax-class-in-use')
  await db
    .transaction(async (tx) => {
      const [row] = await tx.delete(taxClasses).where(eq(taxClasses.code, code)).returning()
      if (!row) throw problem('tax-class-not-found', { code })
      const subject = { type: 'tax', id: code } as const
      await recordAuditEvent(tx, by, { kind: 'tax-class-deleted', subject, before: { name: row.name } })
    })
    .catch((error: unknown) => {
      const constraint = violatedConstraint(error)
      const isUsed = constraint === 'products_tax_class_fkey' || constraint === 'tax_rates_tax_class_fkey'
      throw isUsed ? problem('tax-class-in-use') : error
    })
}

/** Picks what the audit log keeps of a rate. */
const auditedRate = ({
  country,
  region,
  postalPrefix,
  taxClass,
  name,
  rate,
  startsOn,
}: Omit<TaxRateInput, 'onShipping'>): AuditedTaxRate => ({
  country,
  region,
  postalPrefix,
  taxClass,
  name,
  rate,
  startsOn,
})

/**
 * Adds rates, all or none, and returns where they add up; one of the same place, class, name and start is replaced. Without `addsUp`, rates
 * that add to others are not saved, nor without `isHigh` those that come to more than is usual; `dryRun` saves none. Throws `region-unknown`,
 * `postal-prefix-invalid`, `tax-class-not-found`, `tax-rates-add-up` or `tax-rate-high`.
 */
export async function addRates(
  db: Database | Transaction,
  rates: readonly TaxRateInput[],
  by: AuditActor | undefined,
  {
    addsUp = false,
    isHigh = false,
    dryRun = false,
    assertNotOfDemo,
  }: Pick<Body<typeof addTaxRates>, 'addsUp' | 'isHigh' | 'dryRun'> & { assertNotOfDemo?: AssertNotOfDemo } = {},
): Promise<RateTotal[]> {
  const rows = rates.map((rate) => ({
    ...rate,
    region: readRegion(rate.country, rate.region),
    name: rate.name.trim(),
    postalPrefix: postalBeginning(rate.country, rate.postalPrefix),
  }))
  const wrong = rows.find(({ postalPrefix }) => !/^[A-Z0-9]*$/.test(postalPrefix))
  if (wrong) throw problem('postal-prefix-invalid', { prefix: wrong.postalPrefix })
  // Of two of the same key in one list, the last counts: one statement cannot write a row twice.
  const byKey = new Map(
    rows.map(({ rate, onShipping, ...key }) => [
      JSON.stringify(Object.values(sortedKey(key))),
      { ...key, rate, onShipping },
    ]),
  )
  return db
    .transaction(async (tx) => {
      // Rates that come with the shop are the project's own.
      const today = storeDay(new Date())
      const totals = by ? await findTotals(tx, [...byKey.values()], today) : []
      if (dryRun) return totals
      const more = totals.filter(({ isNew }) => isNew)
      if (more.length > 0 && !addsUp) throw problem('tax-rates-add-up', { places: totalsText(more.slice(0, 5), today) })
      const high = totals.filter((one) => one.isHigh)
      if (high.length > 0 && !isHigh)
        throw problem('tax-rate-high', { most: 100 * maxUsualRate, places: totalsText(high.slice(0, 5), today) })
      await tx
        .insert(taxRates)
        .values([...byKey.values()])
        .onConflictDoUpdate({
          target: [
            taxRates.country,
            taxRates.region,
            taxRates.postalPrefix,
            taxRates.taxClass,
            taxRates.name,
            taxRates.startsOn,
          ],
          set: { rate: sql`excluded.rate`, onShipping: sql`excluded.on_shipping` },
        })
      if (!by) return totals
      await assertNotOfDemo?.(tx, 'tax')
      const places = [...new Set(rows.map(placeOf))]
      await recordAuditEvent(tx, by, {
        kind: 'tax-rates-added',
        subject: { type: 'tax', id: places.slice(0, 5).join(', ') },
        // The log has the first ones of a long list; the table has all.
        after: { taxRates: [...byKey.values()].slice(0, 20).map(auditedRate), count: byKey.size },
      })
      return totals
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'tax_rates_tax_class_fkey') throw error
      const classes = [...new Set(rows.map(({ taxClass }) => taxClass))].join(', ')
      throw problem('tax-class-not-found', { code: classes })
    })
}

/** Returns the totals with added rates; others that are added at once wait, so that two cannot add up unseen. */
async function findTotals(tx: Transaction, added: readonly TaxRateInput[], today: string): Promise<RateTotal[]> {
  await tx.execute(sql`LOCK TABLE tax_rates IN SHARE ROW EXCLUSIVE MODE`)
  const countries = [...new Set(added.map(({ country }) => country))]
  const stored = await tx.select().from(taxRates).where(inArray(taxRates.country, countries))
  return totalsWith(stored, added, today)
}

const sortedKey = ({
  country,
  region,
  postalPrefix,
  taxClass,
  name,
  startsOn,
}: Omit<TaxRateInput, 'rate' | 'onShipping'>) => ({
  country,
  region,
  postalPrefix,
  taxClass,
  name,
  startsOn,
})

/** Deletes a rate; throws `tax-entry-not-found`. */
export async function deleteRate(db: Database, id: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .delete(taxRates)
      .where(eq(taxRates.id, Number(id)))
      .returning()
    if (!row) throw problem('tax-entry-not-found')
    const subject = { type: 'tax', id: placeOf(row) } as const
    await recordAuditEvent(tx, by, { kind: 'tax-rate-deleted', subject, before: { taxRates: [auditedRate(row)] } })
  })
}
