import { sql } from 'drizzle-orm'
import { type FitsPhrase, maxTextsOfPhrase } from '#contract/fits-phrases.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'
import { familiesOf, familyOfPhrase } from '#server/vehicles/fits-families.ts'
import { listModels } from '#server/vehicles/list-models.ts'
import { proposeForText } from '#server/vehicles/propose-models.ts'
import { type Dictionary, readDictionary } from '#server/vehicles/read-dictionary.ts'
import { textKey } from '#server/vehicles/vehicle-names.ts'

/** Returns the questions for the rest of texts: what is read of each, what is left over, and what it may mean. */
export async function describeTexts(
  db: Database,
  texts: readonly { text: string; parts: number }[],
  dictionary: Dictionary,
): Promise<FitsPhrase[]> {
  const proposals = texts.map(({ text }) => proposeForText(text, dictionary))
  const models = await listModels(
    db,
    proposals.flatMap(({ rows, modelIds }) => [...rows.map(({ modelId }) => modelId), ...modelIds]),
  )
  return proposals.map(({ rows, rest, modelIds, isFamily }, at) => ({
    key: textKey(texts[at]?.text ?? ''),
    text: texts[at]?.text ?? '',
    parts: texts[at]?.parts ?? 0,
    examples: [],
    models: modelIds.flatMap((id) => models.get(id) ?? []),
    ...(isFamily && { isFamily: true as const }),
    isText: true,
    read: rows.flatMap(({ modelId, yearFrom, yearTo, engine, condition }) => {
      const model = models.get(modelId)
      const limits = [engine, condition].filter(Boolean).join(', ') || null
      return model ? [{ model, ...withoutNulls<{ from?: number }>({ from: yearFrom, to: yearTo, limits }) }] : []
    }),
    rest,
  }))
}

/** Returns the shortest texts in which a family without a generation stands, each as a question; throws `fits-phrase-not-found`. */
export async function listTextsOfPhrase(db: Database, key: string): Promise<FitsPhrase[]> {
  const { rows: phrases } = await db.execute<{ key: string; text: string }>(
    sql`SELECT key, text FROM fits_phrases WHERE key = ${key}`,
  )
  if (!phrases[0] || !familyOfPhrase(phrases[0], await familiesOf(db))) throw problem('fits-phrase-not-found')
  const { rows } = await db.execute<{ text: string; parts: number }>(sql`
    SELECT text, count(*)::integer AS parts FROM fits_texts WHERE leftover @> ARRAY[${key}::text]
    GROUP BY text ORDER BY length(text), text LIMIT ${maxTextsOfPhrase}`)
  const dictionary = await readDictionary(db)
  const open = rows.filter(({ text }) => !dictionary.answers.has(textKey(text)))
  return describeTexts(db, open, dictionary)
}
