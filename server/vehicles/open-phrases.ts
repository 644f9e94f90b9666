import { type SQL, sql } from 'drizzle-orm'
import { maxExamples } from '#contract/fits-phrases.ts'
import type { Database } from '#server/platform/database/database.ts'

export interface OpenPhrase {
  key: string
  text: string
  parts: number
}

/** Returns phrases that nobody has answered, by number of parts: those of the keys, or all. */
export async function listOpenPhrases(
  db: Database,
  { limit, keys }: { limit: number; keys?: readonly string[] },
): Promise<OpenPhrase[]> {
  const isAsked = keys ? sql`AND key = ANY (${sql.param(keys)}::text[])` : sql``
  const { rows } = await db.execute<OpenPhrase & Record<string, unknown>>(sql`
    SELECT key, text, parts
    FROM (SELECT phrase, count(*)::integer AS parts FROM fits_texts, unnest(leftover) AS phrase GROUP BY phrase) counted
      JOIN fits_phrases ON key = phrase WHERE model_ids IS NULL ${isAsked}
    ORDER BY parts DESC, key LIMIT ${limit}`)
  return rows
}

/** Adds the shortest texts in which phrases stand. */
export async function withExamples<Row extends { key: string }>(
  db: Database,
  phrases: readonly Row[],
): Promise<(Row & { examples: string[] })[]> {
  const { rows } = await db.execute<{ key: string; texts: string[] }>(sql`
    SELECT key, ARRAY(SELECT of_part.text FROM fits_texts of_part WHERE leftover @> ARRAY[key]
      ORDER BY length(of_part.text), of_part.text LIMIT ${maxExamples}) AS texts FROM unnest(${keysOf(phrases)}) AS key`)
  const texts = new Map(rows.map((row) => [row.key, row.texts]))
  return phrases.map((phrase) => ({ ...phrase, examples: texts.get(phrase.key) ?? [] }))
}

/** Counts the texts with one of some phrases, and those that wait for nothing else. */
export async function countTexts(
  db: Database,
  phrases: readonly { key: string }[],
): Promise<{ texts: number; ready: number }> {
  const keys = keysOf(phrases)
  const { rows } = await db.execute<{ texts: number; ready: number }>(sql`
    SELECT count(*)::integer AS texts, count(*) FILTER (WHERE leftover <@ ${keys})::integer AS ready
    FROM fits_texts WHERE leftover && ${keys}`)
  return rows[0] ?? { texts: 0, ready: 0 }
}

const keysOf = (phrases: readonly { key: string }[]): SQL => sql`${sql.param(phrases.map(({ key }) => key))}::text[]`
