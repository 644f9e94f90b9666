import { sql } from 'drizzle-orm'
import { maxTextsOfPhrase, type TextsOfPhrase } from '#contract/fits-phrases.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { keepVehicles } from '#server/vehicles/find-vehicles.ts'
import { familiesOf } from '#server/vehicles/fits-families.ts'
import { type Deciding, familyOfPhrase, modelsOf, writeAnswer } from '#server/vehicles/fits-phrases.ts'
import { builtFirst, type PlacedModel } from '#server/vehicles/place-fits.ts'
import { readDictionary } from '#server/vehicles/read-dictionary.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { textKey } from '#server/vehicles/vehicle-names.ts'

/** Returns the generations of the family that a phrase asks; throws `fits-phrase-not-found`. */
async function getGenerations(db: Database | Transaction, key: string): Promise<readonly PlacedModel[]> {
  const { rows } = await db.execute<{ key: string; text: string }>(
    sql`SELECT key, text FROM fits_phrases WHERE key = ${key}`,
  )
  const family = rows[0] && familyOfPhrase(rows[0], await familiesOf(db))
  if (!family) throw problem('fits-phrase-not-found')
  return family
}

/** Returns the shortest texts in which a family without a generation stands, and its generations by the years of each; throws `fits-phrase-not-found`. */
export async function listTextsOfPhrase(db: Database, key: string): Promise<TextsOfPhrase> {
  const generations = await getGenerations(db, key)
  const ids = generations.map(({ id }) => id)
  const models = await modelsOf(db, ids)
  const { names, answers } = await readDictionary(db)
  const { rows } = await db.execute<{ text: string }>(sql`
    SELECT DISTINCT length(text), text FROM fits_texts WHERE leftover @> ARRAY[${key}::text]
    ORDER BY 1, 2 LIMIT ${maxTextsOfPhrase}`)
  return {
    models: ids.flatMap((id) => models.get(id) ?? []),
    texts: rows.map(({ text }) => {
      const said = readFits(text, names, answers).readings.find(
        ({ make, family }) => make === generations[0]?.make && family === generations[0].family,
      )
      const ordered = said ? builtFirst(generations, said) : generations
      const isNamed = ({ generation }: PlacedModel) => generation !== null && generation === said?.generation
      return {
        text,
        modelIds: [...ordered.filter(isNamed), ...ordered.filter((one) => !isNamed(one))].map(({ id }) => id),
      }
    }),
  }
}

/**
 * Answers which generations a phrase means in one text only, next to what was answered of other families of the text, and has all texts
 * read again; throws `fits-phrase-not-found` and `vehicle-not-found`.
 */
export const answerTextOfPhrase = (
  { db, jobs }: Deciding,
  { key, text, modelIds }: { key: string; text: string; modelIds: readonly number[] },
  by: AuditActor,
): Promise<void> =>
  db.transaction(async (tx) => {
    await keepVehicles(tx)
    const family = await getGenerations(tx, key)
    if (modelIds.some((id) => family.every((model) => model.id !== id))) throw problem('vehicle-not-found')
    const { rows } = await tx.execute(
      sql`SELECT FROM fits_texts WHERE leftover @> ARRAY[${key}::text] AND text = ${text} LIMIT 1`,
    )
    if (rows.length === 0) throw problem('fits-phrase-not-found')
    const ofText = textKey(text)
    await tx.execute(sql`INSERT INTO fits_phrases (key, text) VALUES (${ofText}, ${text}) ON CONFLICT DO NOTHING`)
    const { rows: before } = await tx.execute<{ ids: number[] | null }>(
      sql`SELECT model_ids AS ids FROM fits_phrases WHERE key = ${ofText} FOR UPDATE`,
    )
    const kept = (before[0]?.ids ?? []).filter((id) => family.every((model) => model.id !== id))
    await writeAnswer({ tx, jobs }, { key: ofText, modelIds: [...kept, ...modelIds] }, by)
  })
