import { sql } from 'drizzle-orm'
import { maxListedPhrases, type OpenFamilies, type OpenFamily } from '#contract/fits-phrases.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { keepVehicles } from '#server/vehicles/find-vehicles.ts'
import { countTexts, listOpenPhrases, withExamples } from '#server/vehicles/open-phrases.ts'
import type { PlacedModel } from '#server/vehicles/place-fits.ts'
import { readDictionary } from '#server/vehicles/read-dictionary.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'
import { isTextKey, nameKey, phraseOf } from '#server/vehicles/vehicle-names.ts'

/** Returns the models of each family, by the phrase that asks which of them are meant. */
export async function familiesOf(db: Database | Transaction): Promise<Map<string, readonly PlacedModel[]>> {
  const { models } = await readDictionary(db)
  return new Map(
    [...models.values()].flatMap((ofFamily) => (ofFamily[0] ? [[nameKey(phraseOf(ofFamily[0])), ofFamily]] : [])),
  )
}

/**
 * Returns the models of the family with several that a phrase asks the generations of, alone or with what a text says of years, as in
 * `Ford Fiesta VI 2002-2008`; undefined for other words.
 */
export function familyOfPhrase(
  { key, text }: { key: string; text: string },
  families: ReadonlyMap<string, readonly PlacedModel[]>,
): readonly PlacedModel[] | undefined {
  const years = / (?:\d{4})?-(?:\d{4})?$/.exec(text)
  const family = years ? text.slice(0, years.index) : text
  const found = isTextKey(key)
    ? undefined
    : (families.get(years ? nameKey(family) : key) ?? (years && families.get(nameKey(family.replace(/ \S+$/, '')))))
  return found && found.length > 1 ? found : undefined
}

const idsOf = (models: readonly PlacedModel[]) => models.map(({ id }) => id).toSorted((a, b) => a - b)

/** Returns the families that texts name without a generation, with what it would do to answer *all generations*. */
export async function listOpenFamilies(db: Database): Promise<OpenFamilies> {
  const families = await familiesOf(db)
  const rows = await listOpenPhrases(db, { limit: maxListedPhrases, keys: [...families.keys()] })
  const counts = await countTexts(db, rows)
  const answered = await listAnswered(db, families)
  return {
    counts: {
      ...counts,
      answered: answered.length,
      checked: answered.filter(({ isCondition }) => isCondition).length,
    },
    families: (await withExamples(db, rows)).flatMap(({ key, parts, examples }): OpenFamily[] => {
      const models = families.get(key) ?? []
      const { make, family } = models[0] ?? { make: '', family: '' }
      return [{ key, make, family, parts, examples, generations: models.length, ...yearsOf(models) }]
    }),
  }
}

/** Returns the first and the last year of some models; absent if one of them has none. */
function yearsOf(models: readonly PlacedModel[]): Pick<OpenFamily, 'from' | 'to'> {
  const all = (years: readonly (number | null)[]) => years.flatMap((year) => year ?? [])
  const [from, to] = [all(models.map((one) => one.from)), all(models.map((one) => one.to))]
  return withoutNulls({
    from: from.length === models.length ? Math.min(...from) : null,
    to: to.length === models.length ? Math.max(...to) : null,
  })
}

/** Returns the answers that mean all generations of their family, or any of them; `FOR UPDATE` if they are to be changed. */
async function listAnswered(
  db: Database | Transaction,
  families: ReadonlyMap<string, readonly PlacedModel[]>,
  lock = sql``,
): Promise<{ key: string; isCondition: boolean }[]> {
  const { rows } = await db.execute<{ key: string; modelIds: number[]; isCondition: boolean }>(sql`
    SELECT key, model_ids AS "modelIds", is_condition AS "isCondition" FROM fits_phrases
    WHERE model_ids IS NOT NULL AND key = ANY (${sql.param([...families.keys()])}::text[]) ORDER BY key ${lock}`)
  return rows.filter(({ key, modelIds }) => families.get(key)?.every(({ id }) => modelIds.includes(id)))
}

interface Deciding {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

/**
 * Answers that families mean all of their generations, or as a condition some of them, and has all texts read again; what is answered
 * already stays. Returns the number of families; throws `fits-phrase-not-found`. No part changes by it: what is read to the end is applied
 * behind a dry run.
 */
export const answerOpenFamilies = (
  { db, jobs }: Deciding,
  { keys, isCondition = false }: { keys: readonly string[]; isCondition?: boolean },
  by: AuditActor,
): Promise<number> =>
  db.transaction(async (tx) => {
    await keepVehicles(tx)
    const families = await familiesOf(tx)
    const { rows: known } = await tx.execute<{ key: string; isOpen: boolean }>(sql`
      SELECT key, model_ids IS NULL AS "isOpen" FROM fits_phrases WHERE key = ANY (${sql.param(keys)}::text[])
      ORDER BY key FOR UPDATE`)
    const asked = new Set(keys)
    if (known.length < asked.size || keys.some((key) => !families.has(key))) throw problem('fits-phrase-not-found')
    const open = known.flatMap(({ key, isOpen }) => (isOpen ? key : []))
    const given = open.map((key) => ({ key, ids: idsOf(families.get(key) ?? []) }))
    if (given.length === 0) return 0
    await tx.execute(sql`
      UPDATE fits_phrases SET model_ids = given.ids, is_condition = ${isCondition}, decided_by = ${by.id}::uuid, decided_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (key text, ids integer[])
      WHERE fits_phrases.key = given.key`)
    await recordAuditEvent(tx, by, {
      kind: isCondition ? 'fits-families-checked' : 'fits-families-answered',
      subject: { type: 'fits-phrase', id: 'families' },
      after: factsOf(open, families),
    })
    await jobs.enqueue(tx, readTextsJob, {})
    return open.length
  })

/** Takes back what means all generations of a family, and has all texts read again. Returns the number of families. */
export const reopenFamilies = ({ db, jobs }: Deciding, by: AuditActor): Promise<number> =>
  db.transaction(async (tx) => {
    await keepVehicles(tx)
    const families = await familiesOf(tx)
    const answered = (await listAnswered(tx, families, sql`FOR UPDATE`)).map(({ key }) => key)
    if (answered.length === 0) return 0
    await tx.execute(sql`
      UPDATE fits_phrases SET model_ids = NULL, is_condition = false, decided_by = NULL, decided_at = NULL
      WHERE key = ANY (${sql.param(answered)}::text[])`)
    await recordAuditEvent(tx, by, {
      kind: 'fits-families-reopened',
      subject: { type: 'fits-phrase', id: 'families' },
      before: factsOf(answered, families),
    })
    await jobs.enqueue(tx, readTextsJob, {})
    return answered.length
  })

/** Returns what the audit log says of families: their number and names. */
const factsOf = (keys: readonly string[], families: ReadonlyMap<string, readonly PlacedModel[]>) => ({
  count: keys.length,
  means: keys
    .flatMap((key) => families.get(key)?.[0] ?? [])
    .map(phraseOf)
    .join(', '),
})
