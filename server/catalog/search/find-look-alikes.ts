import { sql } from 'drizzle-orm'
import { foldText } from '#contract/fold-text.ts'
import { partNumberKey } from '#contract/part-numbers.ts'
import type { Language } from '#contract/language.ts'
import type { LookAlike } from '#contract/search.ts'
import { nameIn } from '#server/catalog/name-in.ts'
import type { Database } from '#server/platform/database/database.ts'

const maxLookAlikes = 5
const minLength = 4
const maxTokens = 5
/** The length of a key of which one sign may be wrong: shorter ones have too many neighbours, longer ones too many places. */
const [minKey, maxKey] = [6, 20]

/**
 * Returns numbers of products on sale that differ from a typed one only by signs that look alike, such as O and 0: whole ones before
 * beginnings; if there are none, those that differ by one sign. They are asked about, never searched for.
 */
export async function findLookAlikes(db: Database, q: string, language: Language): Promise<LookAlike[]> {
  const alike = await findAlike(db, q, language)
  return alike.length > 0 ? alike : findOneOff(db, q, language)
}

/** Returns the numbers that one sign more, less, swapped or another one makes of a typed one; 2 ms of PostgreSQL for one of 10 signs. */
async function findOneOff(db: Database, q: string, language: Language): Promise<LookAlike[]> {
  const key = partNumberKey(foldText(q))
  if (!/\d/.test(key) || /\s.*\s/.test(q.trim()) || key.length < minKey || key.length > maxKey) return []
  const near = new Set<string>()
  for (let at = 0; at <= key.length; at++) {
    const [before, after] = [key.slice(0, at), key.slice(at)]
    near.add(before + after.slice(1))
    near.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2))
    for (const sign of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      near.add(before + sign + after)
      near.add(before + sign + after.slice(1))
    }
  }
  const { rows } = await db.execute<LookAlike & Record<string, unknown>>(sql`
    SELECT product_id AS product, name, number FROM (
      SELECT DISTINCT ON (product_id) product_id, ${nameOf(language)} AS name, number, position
      FROM unnest(${sql.param([...near])}::text[]) AS asked (text)
      CROSS JOIN LATERAL (
        SELECT part_number_id FROM part_number_keys WHERE key = text COLLATE "C" AND start = 0 LIMIT ${maxLookAlikes}) near
      JOIN part_numbers ON part_numbers.id = part_number_id
      JOIN products ON products.id = product_id AND archived_at IS NULL
      ORDER BY product_id, part_numbers.id) best
    ORDER BY position LIMIT ${maxLookAlikes}`)
  return rows
}

async function findAlike(db: Database, q: string, language: Language): Promise<LookAlike[]> {
  const texts = [...new Set([q, foldText(q)].flatMap(textsOf))].filter((text) => /\d/.test(text))
  if (texts.length === 0) return []
  // The expression is the one of the index.
  const folded = (key: string) => sql.raw(`translate(${key}, 'OQILZSGB', '00112568')`)
  const { rows } = await db.execute<{ product: string; name: string; number: string }>(sql`
    SELECT product_id AS product, name, number FROM (
      SELECT DISTINCT ON (product_id) product_id, ${nameOf(language)} AS name, number, position, ${folded('key')} = asked_key AS is_whole
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

const nameOf = (language: Language) => nameIn(sql`${language}`, sql`products.id`, sql`products.name`)

/** Returns a search as one number and each of its words as another. */
function textsOf(q: string): string[] {
  const tokens = q.trim().split(/\s+/).slice(0, maxTokens)
  return [tokens.join(' '), ...tokens]
}
