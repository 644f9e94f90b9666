import { type SQL, sql } from 'drizzle-orm'
import { type FitsPhrase, type FitsPhrases, maxListedPhrases } from '#contract/fits-phrases.ts'
import type { VehicleModel } from '#contract/vehicles.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { keepVehicles } from '#server/vehicles/find-vehicles.ts'
import { listOpenPhrases, withExamples } from '#server/vehicles/open-phrases.ts'
import { familiesOf } from '#server/vehicles/fits-families.ts'
import { type PlacedModel, placeFit } from '#server/vehicles/place-fits.ts'
import { readDictionary } from '#server/vehicles/read-dictionary.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'
import { familyKey, isTextKey, nameKey, type NamedThing, type VehicleNames } from '#server/vehicles/vehicle-names.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'
import { modelColumns } from '#server/vehicles/vehicle-columns.ts'

interface PhraseRow extends Record<string, unknown> {
  key: string
  text: string
  parts: number
  examples: string[]
  modelIds: number[] | null
  isCondition: boolean
  decidedAt: Date | null
}

/** Selects the texts that are read to the end and whose vehicles nobody has applied to their part, which has none. */
export const textsToApply: SQL = sql`fits_texts WHERE is_complete
  AND NOT EXISTS (SELECT FROM fitments WHERE fitments.product_id = fits_texts.product_id)`

/** Returns phrases that nobody has answered, by number of parts, or the latest answers. */
export async function listFitsPhrases(db: Database, isDecided: boolean): Promise<FitsPhrases> {
  const dictionary = await readDictionary(db)
  const { rows: counted } = await db.execute<FitsPhrases['counts'] & Record<string, unknown>>(sql`
    SELECT count(*)::integer AS texts, count(*) FILTER (WHERE is_complete)::integer AS complete,
      count(*) FILTER (WHERE edition <> ${dictionary.edition})::integer AS waiting,
      count(*) FILTER (WHERE origin = 'name')::integer AS "fromNames",
      count(*) FILTER (WHERE is_complete AND rows IS NULL)::integer AS ready,
      count(*) FILTER (WHERE is_complete AND rows = 'text')::integer AS applied
    FROM fits_texts LEFT JOIN LATERAL (
      SELECT CASE WHEN bool_and(fitments.origin = 'text') THEN 'text' ELSE 'other' END AS rows FROM fitments
      WHERE fitments.product_id = fits_texts.product_id HAVING count(*) > 0) of_part ON is_complete`)
  const rows: readonly PhraseRow[] = isDecided
    ? await listAnsweredPhrases(db)
    : (await withExamples(db, await listOpenPhrases(db, { limit: maxListedPhrases }))).map((row) => ({
        ...row,
        modelIds: null,
        isCondition: false,
        decidedAt: null,
      }))
  const families = await familiesOf(db)
  const proposed = rows.map(({ text, modelIds }) => modelIds ?? proposeModels(text, dictionary))
  const models = await modelsOf(db, [...new Set(proposed.flat())])
  return {
    counts: counted[0] ?? { texts: 0, complete: 0, waiting: 0, fromNames: 0, ready: 0, applied: 0 },
    phrases: rows.map(({ modelIds: _, isCondition, decidedAt, ...row }, at): FitsPhrase => ({
      ...row,
      models: (proposed[at] ?? []).flatMap((id) => models.get(id) ?? []),
      ...(dictionary.names.phrases.has(row.key) && { isFamily: true as const }),
      ...(isCondition && { isCondition }),
      ...(isTextKey(row.key) && { isText: true as const }),
      ...(familyOfPhrase(row, families) && { mayDiffer: true as const }),
      ...(decidedAt && { decidedAt: new Date(decidedAt).toISOString() }),
    })),
  }
}

async function listAnsweredPhrases(db: Database): Promise<PhraseRow[]> {
  const { rows } = await db.execute<PhraseRow>(sql`
    SELECT key, text, 0 AS parts, '{}'::text[] AS examples, model_ids AS "modelIds", is_condition AS "isCondition",
      decided_at AS "decidedAt"
    FROM fits_phrases WHERE model_ids IS NOT NULL ORDER BY decided_at DESC, key LIMIT ${maxListedPhrases}`)
  return rows
}

/** The most models that are proposed for a phrase. */
const maxProposed = 9

/** The most families whose generations are proposed for a code alone. */
const maxFamiliesOfCode = 3

/**
 * Returns what a phrase may mean: what it reads as, with all generations of a family, or what has such a name. A phrase that names a make
 * or a family means no other; a code that many families have means none of them.
 */
export function proposeModels(
  text: string,
  { names, models }: Pick<Awaited<ReturnType<typeof readDictionary>>, 'names' | 'models'>,
): number[] {
  const read = readFits(text, names).readings.flatMap((fit) => {
    const placed = placeFit(fit, models).map(({ modelId }) => modelId)
    return placed.length > 0 ? placed : (models.get(familyKey(fit.make, fit.family)) ?? []).map(({ id }) => id)
  })
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const all = words
    .flatMap((word, at) => [[word, words[at + 1] ?? ''].join(''), word])
    .flatMap((word) => names.things.get(nameKey(word)) ?? [])
  const makes = new Set(all.flatMap(({ kind, make }) => (kind === 'make' ? make : [])))
  const things = all.filter(({ kind, make }) => kind !== 'make' && (makes.size === 0 || makes.has(make)))
  const keysOf = (list: typeof things) => new Set(list.map(({ make, family }) => familyKey(make, family)))
  const families = keysOf(things.filter(({ kind }) => kind === 'family'))
  const meant = families.size > 0 ? things.filter(({ make, family }) => families.has(familyKey(make, family))) : things
  const isCodeOfMany = makes.size === 0 && families.size === 0 && keysOf(meant).size > maxFamiliesOfCode
  // Two letters may be anything, where the text names no make.
  const isShort = makes.size === 0 && nameKey(text).length < 3
  // `Forester SG`: a code that is none of the family's may be any part of its years.
  const hasStranger = families.size > 0 && words.some((word, at) => isStrangerIn(word, words[at - 1], meant, names))
  const named = (isCodeOfMany || isShort ? [] : meant).flatMap(({ make, family, generation }) =>
    (models.get(familyKey(make, family)) ?? []).flatMap((model) =>
      (generation === null || model.generation === generation) && !(hasStranger && model.generation === null)
        ? model.id
        : [],
    ),
  )
  return [...new Set([...read, ...named])].slice(0, maxProposed)
}

/** Tells whether a word looks like the code of a generation, and none of the families that a phrase names has it. */
const isStrangerIn = (
  word: string,
  before: string | undefined,
  meant: readonly NamedThing[],
  names: VehicleNames,
): boolean =>
  /^(?=.*\d)[\p{L}\d]{2,4}$|^\p{Lu}{2}$/u.test(word) &&
  ![word, `${before ?? ''}${word}`].some((name) =>
    (names.things.get(nameKey(name)) ?? []).some(
      ({ kind, make, family }) => kind === 'make' || meant.some((one) => one.make === make && one.family === family),
    ),
  )

/** Returns models as the wire has them, by id. */
export async function modelsOf(db: Database | Transaction, ids: readonly number[]): Promise<Map<number, VehicleModel>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number } & Record<string, unknown>>(sql`
    SELECT ${modelColumns}
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id WHERE vehicle_models.id = ANY (${sql.param(ids)}::integer[])`)
  return new Map(rows.map((row) => [row.id, withoutNulls<VehicleModel>(row)]))
}

/** Adds words as a name of the only model, or of the family of all; throws `fits-phrase-of-families`. */
async function addName(tx: Transaction, text: string, models: readonly VehicleModel[]): Promise<void> {
  const [first] = models
  if (!first || models.some(({ makeId, family }) => makeId !== first.makeId || family !== first.family))
    throw problem('fits-phrase-of-families')
  const ofModel = models.length === 1 && first.generation !== undefined ? first.id : null
  await tx.execute(sql`
    INSERT INTO vehicle_names (key, name, make_id, family, model_id, counts, origin)
    VALUES (${nameKey(text)}, ${text}, ${first.makeId}, ${first.family}, ${ofModel}, 'alone', 'merchant')
    ON CONFLICT ON CONSTRAINT vehicle_names_target DO NOTHING`)
}

/** Holds an answer: models, none for words that name no vehicle, or null to open them again. */
interface PhraseAnswer {
  key: string
  modelIds: readonly number[] | null
  addsName?: boolean
  isCondition?: boolean
}

/**
 * Returns the models of the family that a phrase asks the generations of, alone or with what a text says of years, as in
 * `Ford Fiesta VI 2002-2008`; undefined for other words.
 */
export function familyOfPhrase(
  { key, text }: { key: string; text: string },
  families: ReadonlyMap<string, readonly PlacedModel[]>,
): readonly PlacedModel[] | undefined {
  const years = / (?:\d{4})?-(?:\d{4})?$/.exec(text)
  if (isTextKey(key) || !years) return families.get(key)
  const family = text.slice(0, years.index)
  return families.get(nameKey(family)) ?? families.get(nameKey(family.replace(/ \S+$/, '')))
}

export interface Deciding {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

/**
 * Keeps what a phrase means, or that it is open again (`null`), and has all texts read again; throws `fits-phrase-not-found`,
 * `vehicle-not-found` and, for a condition that is a vehicle, `fits-phrase-condition`.
 */
export async function decideFitsPhrase({ db, jobs }: Deciding, answer: PhraseAnswer, by: AuditActor): Promise<void> {
  const { key, modelIds, addsName, isCondition } = answer
  const isVehicle = (modelIds ?? []).length > 0
  if (isCondition && (isVehicle || isTextKey(key) || (await readDictionary(db)).names.phrases.has(key)))
    throw problem('fits-phrase-condition')
  if (addsName && isTextKey(key)) throw problem('fits-phrase-of-families')
  await db.transaction(async (tx) => {
    await keepVehicles(tx)
    await writeAnswer({ tx, jobs }, answer, by)
  })
}

/** Writes an answer. The caller keeps the vehicles. Throws as `decideFitsPhrase`. */
export async function writeAnswer(
  { tx, jobs }: { tx: Transaction; jobs: Pick<Jobs, 'enqueue'> },
  { key, modelIds, addsName = false, isCondition = false }: PhraseAnswer,
  by: AuditActor,
): Promise<void> {
  const { rows } = await tx.execute<{ text: string; before: number[] | null; wasCondition: boolean }>(sql`
      SELECT text, model_ids AS before, is_condition AS "wasCondition" FROM fits_phrases WHERE key = ${key} FOR UPDATE`)
  const [phrase] = rows
  if (!phrase) throw problem('fits-phrase-not-found')
  const asked = modelIds && [...new Set(modelIds)].toSorted((a, b) => a - b)
  const models = await modelsOf(tx, [...(asked ?? []), ...(phrase.before ?? [])])
  if (asked?.some((id) => !models.has(id))) throw problem('vehicle-not-found')
  if (addsName && asked)
    await addName(
      tx,
      phrase.text,
      asked.flatMap((id) => models.get(id) ?? []),
    )
  await jobs.enqueue(tx, readTextsJob, {})
  if (JSON.stringify(asked) === JSON.stringify(phrase.before) && isCondition === phrase.wasCondition) return
  await tx.execute(sql`
      UPDATE fits_phrases SET model_ids = ${asked && sql.param(asked)}::integer[], is_condition = ${isCondition},
        decided_by = ${asked && by.id}::uuid, decided_at = CASE WHEN ${asked !== null} THEN now() END
      WHERE key = ${key}`)
  const nameOf = (ids: readonly number[]) =>
    ids
      .flatMap((id) => models.get(id) ?? [])
      .map(({ make, family, generation }) => [make, family, generation].filter(Boolean).join(' '))
      .join(', ')
  const decided = (ids: readonly number[] | null) => ids && { term: phrase.text, means: nameOf(ids) }
  await recordAuditEvent(tx, by, {
    kind: isCondition ? 'fits-phrase-condition' : asked ? 'fits-phrase-answered' : 'fits-phrase-reopened',
    subject: { type: 'fits-phrase', id: key },
    ...(asked ? { after: decided(asked) ?? {} } : { before: decided(phrase.before) ?? {} }),
  })
}
