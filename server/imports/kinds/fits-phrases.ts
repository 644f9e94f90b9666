import { sql } from 'drizzle-orm'
import { maxLengths } from '#contract/max-lengths.ts'
import { CellError, type Field, germanTruths, readLine, readTruth, removeField } from '#server/catalog/fields/field.ts'
import type { Change, Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readVehicleFinder } from '#server/vehicles/find-vehicles.ts'
import { shownGeneration } from '#server/vehicles/fitment-rows.ts'
import { nameKey, phraseOf, textKey } from '#server/vehicles/vehicle-names.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'

/**
 * Holds a row of an export: a phrase with one of the models that it means, or with none if it names no vehicle or is a condition. The
 * other words of a whole text may be a condition of its models, and a family may mean one of them.
 */
interface Listed extends Record<string, unknown> {
  key: string
  modelId: number
  phrase: string
  make: string | null
  family: string | null
  generation: string | null
  isCondition: boolean
  isText: boolean
}

const line = (
  code: 'phrase' | 'make' | 'family' | 'generation',
  labels: Field['labels'],
  names: readonly string[],
): Field<Listed> => ({
  code,
  labels,
  names,
  read: readLine(code === 'phrase' ? maxLengths.description : maxLengths.vehicleName),
  write: (row) => row[code] ?? '',
})

const fields: readonly Field<Listed>[] = [
  line('phrase', { en: 'Phrase', de: 'Wörter' }, ['words', 'term', 'phrase']),
  line('make', { en: 'Make', de: 'Fahrzeugmarke' }, ['car make', 'vehicle make', 'automarke']),
  line('family', { en: 'Model', de: 'Modell' }, ['family', 'car model', 'baureihe']),
  line('generation', { en: 'Generation', de: 'Generation' }, ['chassis', 'modellgeneration']),
  {
    code: 'condition',
    labels: { en: 'Condition', de: 'Bedingung' },
    names: ['restricts', 'einschränkung'],
    read: readTruth,
    words: germanTruths,
    write: ({ isCondition }) => (isCondition ? 'yes' : 'no'),
    isRequired: true,
  },
  {
    code: 'whole',
    labels: { en: 'Whole text', de: 'Ganzer Text' },
    names: ['this text only', 'nur dieser text'],
    read: readTruth,
    words: germanTruths,
    write: ({ isText }) => (isText ? 'yes' : 'no'),
    isRequired: true,
  },
  removeField,
]

/** Says what a phrase means: a model, among others, by its id, which the rest of a text may restrict, or no vehicle. */
type Meaning = number | 'none' | 'condition' | `${number} restricted`

interface Answer {
  key: string
  text: string
  meaning: Meaning
  /** What the phrase meant when the file was compared, null for nothing yet. */
  was?: readonly Meaning[] | null
}

// Written by `find`.
const answerOf = (subject: string) => JSON.parse(subject) as Answer

/** What words in texts of parts mean, a row for each vehicle; without one, they name no vehicle or are a condition. */
export const fitsPhrasesKind: ImportKind = {
  name: 'fits-phrases',
  permissionsOf: () => ['catalog'],
  keys: ['phrase'],
  nameFields: ['phrase'],
  detailFields: ['make', 'family', 'generation', 'condition', 'whole'],
  batchSize: 500,
  followUpJob: readTextsJob,
  groupedBy: () => ['phrase'],
  fields: async () => [...fields],
  async find(tx, rows, errors) {
    const find = await readVehicleFinder(tx)
    const asked = rows.flatMap(({ row, texts }): { row: number; answer: Answer; isRemoved: boolean }[] => {
      const { phrase: text = '', make = '', family = '', generation = null, condition, whole, remove } = texts
      const isText = whole === 'yes'
      const key = isText ? textKey(text) : nameKey(text)
      const refuse = (field: string, code: RowError['code'], facts: RowError['facts'] = {}) => {
        errors.push({ row, field, code, facts })
        return []
      }
      if (nameKey(text) === '') return refuse('phrase', 'required')
      if (!isText && text.length > maxLengths.search) return refuse('phrase', 'too-long', { most: maxLengths.search })
      const isRemoved = remove === 'yes'
      const isCondition = condition === 'yes'
      const isNone = make === '' && family === ''
      if (isCondition && isText && isNone) return refuse('condition', 'phrase-answered', { text })
      if (isNone) return [{ row, answer: { key, text, meaning: isCondition ? 'condition' : 'none' }, isRemoved }]
      if (make === '' || family === '') return refuse(make === '' ? 'make' : 'family', 'required')
      const found = find({ make, family, generation, from: null, to: null })
      if ('fault' in found) return refuse(found.field, found.fault, found.facts)
      // Words that mean a vehicle are no condition, unless they are a family of which nobody said which.
      if (isCondition && !isText && found.some(({ model }) => key !== nameKey(phraseOf(model))))
        return refuse('condition', 'phrase-answered', { text })
      return found.map(({ model }) => ({
        row,
        answer: { key, text, meaning: meaningOf(model.id, isCondition) },
        isRemoved,
      }))
    })
    const known = await readAnswers(
      tx,
      asked.map(({ answer }) => answer.key),
    )
    return new Map(
      asked.flatMap(({ row, answer, isRemoved }): [number, Found][] => {
        const present = known.get(answer.key) ?? null
        const isThere = isAnswered(answer, present)
        if (!isRemoved && contradicts(answer, present)) {
          errors.push({ row, field: 'phrase', code: 'phrase-answered', facts: { text: answer.text } })
          return []
        }
        if (isRemoved && !isThere) {
          errors.push({ row, field: 'phrase', code: 'unknown', facts: { text: answer.text } })
          return []
        }
        const key = JSON.stringify([answer.key, answer.meaning])
        return [
          [
            row,
            {
              subject: JSON.stringify({ ...answer, was: present }),
              isNew: !isThere,
              key,
              keyFields,
              group: answer.key,
            },
          ],
        ]
      }),
    )
  },
  async read(tx, subjects, { lock = false } = {}) {
    const answers = subjects.map(answerOf)
    const known = await readAnswers(
      tx,
      answers.map(({ key }) => key),
      lock,
    )
    return new Map(
      answers.flatMap((answer, index) =>
        isAnswered(answer, known.get(answer.key) ?? null) ? [[subjects[index] ?? '', { remove: 'no' }]] : [],
      ),
    )
  },
  check: async () => undefined,
  async write(tx, changes, _present, { by }) {
    const [added, removed] = split(changes)
    await assertUnchanged(tx, added)
    await takeBack(tx, removed)
    await answerPhrases(tx, added, by.id)
  },
  async undo(tx, changes, _present, { by }) {
    const [added, removed] = split(changes)
    await takeBack(tx, added)
    await answerPhrases(tx, removed, by.id)
    return []
  },
  isAfter: ({ before }, present) => (before === null ? present !== undefined : present === undefined),
  async list(db, { after, limit }) {
    const rows = await listAnswers(db, after, limit)
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => ({
        subject: row.key,
        texts: Object.fromEntries(fields.map(({ code, write }) => [code, write(row)])),
      })),
      next: last && rows.length === limit ? JSON.stringify([last.key, last.modelId]) : undefined,
    }
  },
}

const keyFields = ['phrase', 'make', 'family', 'generation', 'condition', 'whole']

const isAnswered = ({ meaning }: Answer, present: readonly Meaning[] | null) => present?.includes(meaning) ?? false

const meaningOf = (id: number, isRestricted: boolean): Meaning => (isRestricted ? `${id} restricted` : id)

const idOf = (meaning: Meaning): number | undefined =>
  typeof meaning === 'number' ? meaning : meaning.endsWith('restricted') ? Number.parseInt(meaning) : undefined

const isRestriction = (meaning: Meaning) => meaning === 'condition' || `${meaning}`.endsWith('restricted')

/** Tells whether words are a vehicle in one place, and none or a condition in the other. */
const contradicts = ({ meaning }: Answer, present: readonly Meaning[] | null) =>
  present !== null &&
  present.some(
    (one) =>
      one !== meaning &&
      (idOf(one) === undefined || idOf(meaning) === undefined || isRestriction(one) !== isRestriction(meaning)),
  )

function split(changes: readonly Change[]): [added: Answer[], removed: Answer[]] {
  const of = (isAdded: boolean) =>
    changes.filter(({ before }) => (before === null) === isAdded).map(({ subject }) => answerOf(subject))
  return [of(true), of(false)]
}

async function readAnswers(tx: Transaction, keys: readonly string[], lock = false): Promise<Map<string, Meaning[]>> {
  const { rows } = await tx.execute<{ key: string; modelIds: number[]; isCondition: boolean }>(sql`
    SELECT key, model_ids AS "modelIds", is_condition AS "isCondition" FROM fits_phrases
    WHERE key = ANY (${sql.param([...new Set(keys)])}::text[]) AND model_ids IS NOT NULL ORDER BY key ${lock ? sql`FOR UPDATE` : sql``}`)
  return new Map(
    rows.map(({ key, modelIds, isCondition }) => [
      key,
      modelIds.length > 0 ? modelIds.map((id) => meaningOf(id, isCondition)) : [isCondition ? 'condition' : 'none'],
    ]),
  )
}

const idsOf = (answers: readonly Answer[]) => answers.flatMap(({ meaning }) => idOf(meaning) ?? [])

/** Throws `answered-meanwhile` if somebody has answered a phrase since the file was compared. */
async function assertUnchanged(tx: Transaction, answers: readonly Answer[]): Promise<void> {
  const present = await readAnswers(
    tx,
    answers.map(({ key }) => key),
    true,
  )
  const isChanged = ({ key, was }: Answer) =>
    was !== undefined && JSON.stringify(was) !== JSON.stringify(present.get(key) ?? null)
  const changed = answers.find(isChanged)
  if (changed) throw new CellError('answered-meanwhile', { text: changed.text })
}

/** Adds models to what phrases mean; all texts are read again at the end of the import. Throws `phrase-answered`. */
async function answerPhrases(tx: Transaction, answers: readonly Answer[], by: string): Promise<void> {
  if (answers.length === 0) return
  const given = [...Map.groupBy(answers, ({ key }) => key)].map(([key, all]) => ({
    key,
    text: all[0]?.text,
    ids: idsOf(all),
    isCondition: all.some(({ meaning }) => isRestriction(meaning)),
  }))
  const asked = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (key text, text text, ids integer[], "isCondition" boolean)`
  await tx.execute(sql`
    INSERT INTO fits_phrases (key, text) SELECT key, text FROM ${asked} ORDER BY key ON CONFLICT DO NOTHING`)
  const present = await readAnswers(
    tx,
    given.map(({ key }) => key),
    true,
  )
  // Also two rows of one file.
  const isMixed = (one: Answer) => answers.some((other) => other.key === one.key && contradicts(one, [other.meaning]))
  if (answers.some((one) => contradicts(one, present.get(one.key) ?? null) || isMixed(one)))
    throw new CellError('phrase-answered', { text: answers[0]?.text ?? '' })
  await tx.execute(sql`
    UPDATE fits_phrases SET model_ids = ARRAY(SELECT DISTINCT id FROM unnest(coalesce(model_ids, '{}') || given.ids) id ORDER BY id),
      is_condition = given."isCondition", decided_by = coalesce(decided_by, nullif(${by}, '')::uuid), decided_at = coalesce(decided_at, now())
    FROM ${asked} WHERE fits_phrases.key = given.key`)
}

/** Takes models out of what phrases mean; a phrase without any is open again. */
async function takeBack(tx: Transaction, answers: readonly Answer[]): Promise<void> {
  if (answers.length === 0) return
  const given = [...Map.groupBy(answers, ({ key }) => key)].map(([key, all]) => ({
    key,
    ids: idsOf(all),
  }))
  await tx.execute(sql`
    UPDATE fits_phrases SET model_ids = nullif(rest, '{}'), is_condition = is_condition AND rest <> '{}', decided_by = CASE WHEN rest <> '{}' THEN decided_by END,
      decided_at = CASE WHEN rest <> '{}' THEN decided_at END
    FROM (SELECT fits_phrases.key, ARRAY(SELECT id FROM unnest(model_ids) id WHERE id <> ALL (given.ids) ORDER BY id) AS rest
      FROM fits_phrases JOIN jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (key text, ids integer[]) USING (key)) left_over
    WHERE fits_phrases.key = left_over.key`)
}

async function listAnswers(db: Database | Transaction, after: string | undefined, limit: number): Promise<Listed[]> {
  // Written by `list`.
  const [key, modelId] = JSON.parse(after ?? '["",0]') as [string, number]
  const { rows } = await db.execute<Listed>(sql`
    SELECT key, coalesce(model_id, 0) AS "modelId", text AS phrase, vehicle_makes.name AS make, family, ${shownGeneration} AS generation, is_condition AS "isCondition", starts_with(key, '=') AS "isText"
    FROM fits_phrases LEFT JOIN LATERAL unnest(model_ids) AS model_id ON true
      LEFT JOIN vehicle_models ON vehicle_models.id = model_id LEFT JOIN vehicle_makes ON vehicle_makes.id = make_id
    WHERE model_ids IS NOT NULL AND (model_id IS NULL OR vehicle_models.id IS NOT NULL) AND (key, coalesce(model_id, 0)) > (${key}, ${modelId})
    ORDER BY key, coalesce(model_id, 0) LIMIT ${limit}`)
  return rows
}
