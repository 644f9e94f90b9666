import { isNull, sql } from 'drizzle-orm'
import type { listTools } from '#contract/catalog.ts'
import type { Query } from '#contract/endpoint.ts'
import type { Reading } from '#contract/search.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { findProductsByNumber } from '#server/catalog/search/read-search.ts'
import { findSearched } from '#server/catalog/search/search-products.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readWords } from '#server/platform/database/search.ts'
import {
  readTypedFamily,
  readTypedVehicle,
  type TypedFamily,
  type TypedVehicle,
} from '#server/vehicles/read-typed-vehicle.ts'

/**
 * Reads the vehicle out of a search, unless the list has one or only words are wanted. A part number is never a vehicle: with
 * separators, as `95-06-113`, it may look like one.
 */
export async function readVehicle(
  db: Database,
  { q, vehicle, words }: Pick<Query<typeof listTools>, 'q' | 'vehicle' | 'words'>,
): Promise<TypedVehicle | undefined> {
  if (!q?.trim() || vehicle !== undefined || words === 'only') return undefined
  const read = await readTypedVehicle(db, q)
  return read && (await findProductsByNumber(db, q)).length === 0 ? read : undefined
}

/** Describes the family that a search names, with the words that remain to be searched for a vehicle. */
export type FamilyOfSearch = TypedFamily & { words: string }

/**
 * Reads the family that a search names without a generation out of the words that were left out, or out of a search that found nothing
 * and says nothing else, or nothing that a product has. Returns it with the readings that say so.
 */
export async function readFamily(
  db: Database,
  { q, vehicle, words }: Pick<Query<typeof listTools>, 'q' | 'vehicle' | 'words'>,
  { rows, readings }: { rows: readonly unknown[]; readings: readonly Reading[] },
): Promise<{ family: FamilyOfSearch; readings: Reading[] } | undefined> {
  const left = readings.flatMap(({ kind, word }) => (kind === 'left-out' ? word : []))
  if (!q?.trim() || vehicle !== undefined || words === 'only' || (rows.length > 0 && left.length === 0))
    return undefined
  const read = await readTypedFamily(db, rows.length > 0 ? left.join(' ') : q)
  if (!read) return undefined
  const typed = new Set(readWords(read.typed).map(({ word }) => word))
  const isTyped = (text: string) => readWords(text).every(({ word }) => typed.has(word))
  const rest = q.split(/\s+/).filter((token) => !isTyped(token))
  // A family without parts is a word that no product has.
  if ((rows.length > 0 || rest.length > 0) && !read.hasParts) return undefined
  // Words that no product has narrow no list of the vehicle.
  const unknown = rows.length > 0 ? [] : rest
  const others = readings.filter(({ kind, word }) => kind !== 'left-out' || !typed.has(word))
  return {
    family: { ...read, words: rows.length > 0 ? rest.join(' ') : '' },
    readings: [
      { kind: 'family', word: read.typed, means: [] },
      ...others,
      ...(unknown.length > 0 ? [{ kind: 'left-out' as const, word: unknown.join(' '), means: [] }] : []),
    ],
  }
}

/** Bounds the words that are looked at one by one. */
const maxWordsChecked = 8

/**
 * Returns the vehicle of a search that found nothing without those of its words that no product has, so that its parts are listed and
 * the words are named; undefined if every word has products.
 */
export async function dropUnknownWords(db: Database, read: TypedVehicle): Promise<TypedVehicle | undefined> {
  const words = read.words.split(' ').filter(Boolean)
  if (words.length > maxWordsChecked) return undefined
  const known: string[] = []
  for (const word of words) {
    const found = await findSearched(db, word, { where: isNull(products.archivedAt), filter: undefined })
    const { rows } = await db.execute(sql`SELECT FROM ${found} AS found LIMIT 1`)
    if (rows.length > 0) known.push(word)
  }
  if (known.length === words.length) return undefined
  const unknown = words.filter((word) => !known.includes(word))
  return { ...read, words: known.join(' '), notUnderstood: [...read.notUnderstood, ...unknown] }
}
