import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Limits the brands that one word, as the beginning of their names, stands for. */
const maxBrands = 50

/** Builds the words of a name, also as keyboards without umlauts write them. */
export const wordsOfName = sql`(words_of(name) || words_of(transcribed(name)))`

/**
 * Adds to each word of a search, a part of a `tsquery`, the categories whose names have it, with those below them, and the brands: a
 * product has the ids of both among its words.
 */
export async function addNamed(db: Database, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const { rows } = await db.execute<{ number: number; marks: string[] }>(sql`
    WITH RECURSIVE asked AS (
      SELECT word, number FROM unnest(${sql.param(words)}::text[]::tsquery[]) WITH ORDINALITY AS asked (word, number)),
    named AS (
      SELECT number, category_id AS id FROM asked JOIN category_texts ON ${wordsOfName} @@ word
      UNION
      SELECT number, child.id FROM named JOIN categories child ON parent_id = named.id)
    SELECT number::int, array_agg(mark) AS marks FROM (
      SELECT number, '#' || id AS mark FROM named
      UNION
      SELECT number, '@' || brand FROM asked CROSS JOIN LATERAL (
        SELECT coalesce(merged_into, id) AS brand FROM brands WHERE ${wordsOfName} @@ word ORDER BY id LIMIT ${maxBrands}) made) marked
    GROUP BY number`)
  return words.map((word, index) => {
    const marks = rows.find(({ number }) => number === index + 1)?.marks ?? []
    return [word, ...marks.map((mark) => `'${mark}'`)].join(' | ')
  })
}
