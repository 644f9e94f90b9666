import { type SQL, sql } from 'drizzle-orm'
import { maxExamples } from '#contract/fits-phrases.ts'
import type { Database } from '#server/platform/database/database.ts'
import { nameKey, textKey } from '#server/vehicles/vehicle-names.ts'

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

/** The share of a text that names no vehicle: its questions, such as brands of parts, complete nothing. */
const shareWithoutVehicle = 0.25

/**
 * Returns the questions that are left: phrases that stand in many texts, and for each text the rest of it, which no other has. Of two
 * texts with a phrase, each is asked as a whole unless one has nothing else; so is none whose rest is one phrase. Those come first that
 * complete the most parts: the questions of a text share its parts among them.
 */
export async function listQuestions(db: Database, limit: number): Promise<OpenPhrase[]> {
  const { rows } = await db.execute<{ key: string | null; text: string; parts: number }>(sql`
    WITH texts AS (SELECT text, leftover, names_vehicle, count(*)::integer AS parts FROM fits_texts WHERE leftover <> '{}' GROUP BY 1, 2, 3),
      open AS (SELECT texts.text, names_vehicle, parts, cardinality(leftover) AS phrases, key, fits_phrases.text AS words
        FROM texts, unnest(leftover) AS phrase JOIN fits_phrases ON key = phrase WHERE model_ids IS NULL),
      counted AS (SELECT *, count(*) OVER of_key > 2 OR count(*) OVER of_key = 2 AND min(phrases) OVER of_key = 1 AS is_shared
        FROM open WINDOW of_key AS (PARTITION BY key)),
      grouped AS (SELECT *, phrases - count(*) FILTER (WHERE is_shared) OVER of_text > 1 AND NOT is_shared AS is_whole,
          parts * CASE WHEN names_vehicle THEN 1 ELSE ${shareWithoutVehicle}::float END
            / least(count(*) OVER of_text, count(*) FILTER (WHERE is_shared) OVER of_text + 1) AS share
        FROM counted WINDOW of_text AS (PARTITION BY text))
    SELECT CASE WHEN NOT is_whole THEN key END AS key, CASE WHEN is_whole THEN text ELSE words END AS text,
      CASE WHEN is_whole THEN max(parts) ELSE sum(parts)::integer END AS parts
    FROM grouped GROUP BY is_whole, 1, 2
    ORDER BY CASE WHEN is_whole THEN max(share) ELSE sum(share) END DESC, parts DESC, text LIMIT ${limit}`)
  return rows.map(({ key, ...row }) => ({ ...row, key: key ?? textKey(row.text) }))
}

/** Adds the shortest texts in which phrases stand with more, each once. */
export async function withExamples<Row extends { key: string }>(
  db: Database,
  phrases: readonly Row[],
): Promise<(Row & { examples: string[] })[]> {
  const { rows } = await db.execute<{ key: string; texts: string[] }>(sql`
    SELECT key, ARRAY(SELECT of_part.text FROM fits_texts of_part WHERE leftover @> ARRAY[key] GROUP BY of_part.text
      ORDER BY length(of_part.text), of_part.text LIMIT ${maxExamples + 1}) AS texts FROM unnest(${keysOf(phrases)}) AS key`)
  const texts = new Map(
    rows.map(({ key, texts: found }) => [key, found.filter((text) => nameKey(text) !== key).slice(0, maxExamples)]),
  )
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
