import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** The number of products, or of words, of one statement: each ends well within the limit of statements. */
const productsAtOnce = 5000
const wordsAtOnce = 2000

/**
 * Counts again how many products have each word, adds words that are missing and removes those that nothing has any more. Safe to
 * repeat and to run while products change: words that are added meanwhile stay.
 */
export async function rebuildDictionary(db: Database): Promise<{ words: number; removed: number }> {
  const { rows: bounds } = await db.execute<{ last: string; known: number }>(sql`
    SELECT coalesce((SELECT max(position) FROM products), 0)::text AS last, coalesce((SELECT max(id) FROM dictionary), 0) AS known`)
  const last = Number(bounds[0]?.last ?? 0)
  const known = bounds[0]?.known ?? 0
  const seen = new Map<string, number>()
  const count = (rows: readonly { word: string; seen: number }[]) =>
    rows.forEach(({ word, seen: more }) => seen.set(word, (seen.get(word) ?? 0) + more))
  for (let from = 0; from < last; from += productsAtOnce) {
    const { rows } = await db.execute<{ word: string; seen: number }>(sql`
      SELECT word, count(DISTINCT id)::int AS seen FROM products, unnest(plain_words(fold_text(name || ' ' || other_names))) AS word
      WHERE position > ${from} AND position <= ${from + productsAtOnce} AND archived_at IS NULL GROUP BY word`)
    count(rows)
  }
  const { rows: others } = await db.execute<{ word: string; seen: number }>(sql`
    SELECT DISTINCT word, 1 AS seen
    FROM (SELECT name AS text FROM category_texts UNION ALL SELECT name FROM brands UNION ALL SELECT term FROM synonyms WHERE changes IS NULL UNION ALL SELECT means FROM synonyms WHERE changes IS NULL) texts,
      unnest(plain_words(fold_text(text))) AS word`)
  count(others)
  const words = [...seen.keys()]
    .filter((word) => !/[0-9]/.test(word) && word.length >= 3 && word.length <= 40)
    .toSorted()
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    const part = words.slice(at, at + wordsAtOnce)
    await db.execute(sql`SELECT add_to_dictionary(${sql.param(part)}::text[])`)
    await db.execute(sql`
      UPDATE dictionary SET seen = counted.seen
      FROM unnest(${sql.param(part)}::text[], ${sql.param(part.map((word) => seen.get(word) ?? 1))}::int[]) AS counted (word, seen)
      WHERE dictionary.word = counted.word AND dictionary.seen <> counted.seen`)
  }
  let removed = 0
  const { rows: stored } = await db.execute<{ word: string }>(sql`SELECT word FROM dictionary WHERE id <= ${known}`)
  const unused = stored.map(({ word }) => word).filter((word) => !seen.has(word))
  for (let at = 0; at < unused.length; at += wordsAtOnce) {
    const { rowCount } = await db.execute(
      sql`DELETE FROM dictionary WHERE word = ANY(${sql.param(unused.slice(at, at + wordsAtOnce))}::text[])`,
    )
    removed += rowCount ?? 0
  }
  return { words: words.length, removed }
}
