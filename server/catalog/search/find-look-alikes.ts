import { sql } from 'drizzle-orm'
import { foldText } from '#contract/fold-text.ts'
import type { LookAlike } from '#contract/search.ts'
import type { Database } from '#server/platform/database/database.ts'

const maxLookAlikes = 5
const minLength = 4
const maxTokens = 5

/**
 * Returns numbers of products on sale that differ from a typed one only by signs that look alike, such as O and 0: whole ones before
 * beginnings. They are asked about, never searched for.
 */
export async function findLookAlikes(db: Database, q: string): Promise<LookAlike[]> {
  const texts = [...new Set([q, foldText(q)].flatMap(textsOf))].filter((text) => /\d/.test(text))
  if (texts.length === 0) return []
  // The expression is the one of the index.
  const folded = (key: string) => sql.raw(`translate(${key}, 'OQILZSGB', '00112568')`)
  const { rows } = await db.execute<{ product: string; name: string; number: string }>(sql`
    SELECT product_id AS product, name, number FROM (
      SELECT DISTINCT ON (product_id) product_id, name, number, position, ${folded('key')} = asked_key AS is_whole
      FROM unnest(${sql.param(texts)}::text[]) AS asked (text)
      CROSS JOIN LATERAL (SELECT ${folded('part_number_key(text)')} COLLATE "C" AS asked_key) wanted
      CROSS JOIN LATERAL (
        SELECT key, start, part_number_id FROM part_number_keys
        WHERE ${folded('key')} >= asked_key AND ${folded('key')} < (asked_key || U&'\\FFFF') COLLATE "C"
        ORDER BY ${folded('key')}, start LIMIT ${4 * maxLookAlikes}) near
      JOIN part_numbers ON part_numbers.id = part_number_id
      JOIN products ON products.id = product_id AND archived_at IS NULL
      WHERE length(asked_key) >= ${minLength}
      ORDER BY product_id, is_whole DESC, part_numbers.id) best
    ORDER BY is_whole DESC, position LIMIT ${maxLookAlikes}`)
  return rows
}

/** Returns a search as one number and each of its words as another. */
function textsOf(q: string): string[] {
  const tokens = q.trim().split(/\s+/).slice(0, maxTokens)
  return [tokens.join(' '), ...tokens]
}
