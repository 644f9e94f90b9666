import { type SQL, sql } from 'drizzle-orm'
import { type FitsPhrase, type FitsPhrases, maxListedPhrases } from '#contract/fits-phrases.ts'
import type { VehicleModel } from '#contract/vehicles.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { keepVehicles } from '#server/vehicles/find-vehicles.ts'
import { listQuestions, withExamples } from '#server/vehicles/open-phrases.ts'
import { familiesOf, familyOfPhrase, listOpenFamilies } from '#server/vehicles/fits-families.ts'
import { listOpenWords } from '#server/vehicles/fits-words.ts'
import { readDictionary } from '#server/vehicles/read-dictionary.ts'
import { proposeModels } from '#server/vehicles/propose-models.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'
import { isTextKey, nameKey, textKey } from '#server/vehicles/vehicle-names.ts'
import { listModels } from '#server/vehicles/list-models.ts'
import { describeTexts } from '#server/vehicles/text-questions.ts'

/** Selects the texts that are read to the end and whose vehicles nobody has applied to their part, which has none. */
export const textsToApply: SQL = sql`fits_texts WHERE is_complete
  AND NOT EXISTS (SELECT FROM fitments WHERE fitments.product_id = fits_texts.product_id)`

/** Returns what nobody has answered, by number of parts, and the latest answers. */
export async function listFitsPhrases(db: Database): Promise<FitsPhrases> {
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
  const counts = counted[0] ?? { texts: 0, complete: 0, waiting: 0, fromNames: 0, ready: 0, applied: 0 }
  // A text that is answered stands in the table as before until it is read again.
  const asked = (await listQuestions(db, maxListedPhrases)).filter(({ key }) => !dictionary.answers.has(key))
  const texts = await describeTexts(db, asked.filter(isText), dictionary)
  const words = await withExamples(
    db,
    asked.filter((one) => !isText(one)),
  )
  const families = await familiesOf(db)
  const proposed = new Map(
    words.map((row) => {
      const family = dictionary.names.phrases.has(row.key) ? familyOfPhrase(row, families) : undefined
      return [row.key, new Set([...proposeModels(row.text, dictionary), ...(family ?? []).map(({ id }) => id)])]
    }),
  )
  const models = await listModels(db, [...new Set([...proposed.values()].flatMap((ids) => [...ids]))])
  const phrases = words.map((row) => ({
    ...row,
    models: [...(proposed.get(row.key) ?? [])].flatMap((id) => models.get(id) ?? []),
    ...(dictionary.names.phrases.has(row.key) && { isFamily: true as const }),
    ...(familyOfPhrase(row, families) && { mayDiffer: true as const }),
  }))
  const byKey = new Map([...texts, ...phrases].map((phrase) => [phrase.key, phrase]))
  return {
    counts,
    phrases: asked.flatMap(({ key }) => byKey.get(key) ?? []),
    answered: await listAnsweredPhrases(db),
    families: await listOpenFamilies(db),
    words: await listOpenWords(db),
  }
}

const isText = ({ key }: { key: string }) => isTextKey(key)

async function listAnsweredPhrases(db: Database): Promise<FitsPhrase[]> {
  const { rows } = await db.execute<{
    key: string
    text: string
    modelIds: number[]
    isCondition: boolean
    decidedAt: Date
  }>(sql`
    SELECT key, text, model_ids AS "modelIds", is_condition AS "isCondition", decided_at AS "decidedAt"
    FROM fits_phrases WHERE model_ids IS NOT NULL ORDER BY decided_at DESC, key LIMIT ${maxListedPhrases}`)
  const models = await listModels(db, [...new Set(rows.flatMap(({ modelIds }) => modelIds))])
  return rows.map(({ key, text, modelIds, isCondition, decidedAt }) => ({
    key,
    text,
    parts: 0,
    examples: [],
    models: modelIds.flatMap((id) => models.get(id) ?? []),
    ...(isCondition && { isCondition }),
    ...(isTextKey(key) && { isText: true as const }),
    decidedAt: new Date(decidedAt).toISOString(),
  }))
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
  text?: string
  onlyIfOpen?: boolean
}

interface Deciding {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

/**
 * Keeps what a phrase means, or that it is open again (`null`), and has all texts read again; throws `fits-phrase-not-found`,
 * `vehicle-not-found`, with `onlyIfOpen` `fits-phrase-answered` or `fits-phrase-answered-none` and, for a condition that is a vehicle, or a text or family without one, `fits-phrase-condition`.
 */
export async function decideFitsPhrase({ db, jobs }: Deciding, answer: PhraseAnswer, by: AuditActor): Promise<void> {
  const { key, modelIds, addsName, isCondition, text } = answer
  const isVehicle = (modelIds ?? []).length > 0
  if (isCondition && isVehicle !== (isTextKey(key) || (await readDictionary(db)).names.phrases.has(key)))
    throw problem('fits-phrase-condition')
  if (addsName && isTextKey(key)) throw problem('fits-phrase-of-families')
  await db.transaction(async (tx) => {
    await keepVehicles(tx)
    if (text !== undefined && key === textKey(text))
      await tx.execute(sql`
        INSERT INTO fits_phrases (key, text) SELECT ${key}, text FROM fits_texts WHERE text = ${text} LIMIT 1
        ON CONFLICT DO NOTHING`)
    await writeAnswer({ tx, jobs }, answer, by)
  })
}

/** Writes an answer. The caller keeps the vehicles. Throws as `decideFitsPhrase`. */
async function writeAnswer(
  { tx, jobs }: { tx: Transaction; jobs: Pick<Jobs, 'enqueue'> },
  { key, modelIds, addsName = false, isCondition = false, onlyIfOpen = false }: PhraseAnswer,
  by: AuditActor,
): Promise<void> {
  const { rows } = await tx.execute<{ text: string; before: number[] | null; wasCondition: boolean }>(sql`
      SELECT text, model_ids AS before, is_condition AS "wasCondition" FROM fits_phrases WHERE key = ${key} FOR UPDATE`)
  const [phrase] = rows
  if (!phrase) throw problem('fits-phrase-not-found')
  const asked = modelIds && [...new Set(modelIds)].toSorted((a, b) => a - b)
  const models = await listModels(tx, [...(asked ?? []), ...(phrase.before ?? [])])
  if (asked?.some((id) => !models.has(id))) throw problem('vehicle-not-found')
  const isSame = JSON.stringify(asked) === JSON.stringify(phrase.before) && isCondition === phrase.wasCondition
  const nameOf = (ids: readonly number[]) =>
    ids
      .flatMap((id) => models.get(id) ?? [])
      .map(({ make, family, generation }) => [make, family, generation].filter(Boolean).join(' '))
      .join(', ')
  if (onlyIfOpen && phrase.before && !isSame) {
    const means = nameOf(phrase.before)
    throw problem(means === '' ? 'fits-phrase-answered-none' : 'fits-phrase-answered', { phrase: phrase.text, means })
  }
  if (addsName && asked)
    await addName(
      tx,
      phrase.text,
      asked.flatMap((id) => models.get(id) ?? []),
    )
  await jobs.enqueue(tx, readTextsJob, {})
  if (isSame) return
  await tx.execute(sql`
      UPDATE fits_phrases SET model_ids = ${asked && sql.param(asked)}::integer[], is_condition = ${isCondition},
        decided_by = ${asked && by.id}::uuid, decided_at = CASE WHEN ${asked !== null} THEN now() END
      WHERE key = ${key}`)
  const decided = (ids: readonly number[] | null) => ids && { term: phrase.text, means: nameOf(ids) }
  await recordAuditEvent(tx, by, {
    kind:
      isCondition && models.size === 0
        ? 'fits-phrase-condition'
        : asked
          ? 'fits-phrase-answered'
          : 'fits-phrase-reopened',
    subject: { type: 'fits-phrase', id: key },
    ...(asked ? { after: decided(asked) ?? {} } : { before: decided(phrase.before) ?? {} }),
  })
}
