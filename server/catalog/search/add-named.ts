import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { elementsOf, prepareStatement } from '#server/platform/database/prepare-statement.ts'

/** Limits the brands that one word, as the beginning of their names, stands for. */
const maxBrands = 50

/** Builds the words of a name, also as keyboards without umlauts write them. */
export const wordsOfName = sql`(words_of(name) || words_of(transcribed(name)))`

/**
 * Builds a subquery of what a word, a `tsquery`, names: the categories whose names have it, with those below them, and the brands. A
 * product has the ids of both among its words.
 */
const marksOf = (word: SQL) => sql`(
  WITH RECURSIVE named AS (
    SELECT category_id AS id FROM category_texts WHERE ${wordsOfName} @@ ${word}
    UNION
    SELECT child.id FROM named JOIN categories child ON parent_id = named.id)
  SELECT '#' || id AS mark FROM named
  UNION ALL
  SELECT DISTINCT '@' || brand FROM (
    SELECT coalesce(merged_into, id) AS brand FROM brands WHERE ${wordsOfName} @@ ${word} ORDER BY id LIMIT ${sql.raw(String(maxBrands))}) made)`

/** Builds a subquery of the words of a search, parts of a `tsquery`, each with what it names. */
export const namedWords = (words: Placeholder) => sql`(
  SELECT asked.word || coalesce((SELECT string_agg(' | ''' || mark || '''', '') FROM ${marksOf(sql`asked.word::tsquery`)} marks), '') AS word
  FROM ${elementsOf(sql`unnest(${words}::text[]) WITH ORDINALITY`)} AS asked (word, number) ORDER BY number)`

const readNamed = prepareStatement<{ word: string }>(
  'named-words',
  sql`SELECT word FROM ${namedWords(sql.placeholder('words'))} named`,
)

/** Adds to each word of a search, a part of a `tsquery`, what it names. */
export async function addNamed(db: Database, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  return (await readNamed(db, { words })).map(({ word }) => word)
}
