import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Returns the paths of the pictures and documents that came with the file of an import. */
export async function readUploaded(tx: Database | Transaction, importId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ source: string }>(sql`
    SELECT source FROM import_pictures WHERE import_id = ${importId} AND source LIKE 'zip:%' ORDER BY id`)
  return rows.map(({ source }) => source.slice('zip:'.length))
}

/** Whether a text names a file with a picture rather than an address. */
export const isFileName = (text: string): boolean =>
  /\.(?:jpe?g|png|webp|gif|avif|heic|heif|jfif)$/i.test(text) && !/^(?:[a-z]+:|\/media\/)/i.test(text)

const normalize = (path: string) => path.normalize('NFC').replaceAll('\\', '/').trim().toLowerCase()
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * Returns what finds the file that a cell names: with its folders, as far as it says them, and without case. A name that two folders
 * have is that of neither.
 */
export function findUploaded(paths: readonly string[]): (text: string) => string | undefined {
  const byName = Map.groupBy(paths, (path) => nameOf(normalize(path)))
  return (text) => {
    const asked = normalize(text).replace(/^(?:\.?\/)+/, '')
    const alike = byName.get(nameOf(asked)) ?? []
    const [only, ...others] = alike
    if (others.length === 0) return only
    const exact = alike.filter((path) => `/${normalize(path)}`.endsWith(`/${asked}`))
    return exact.length === 1 ? exact[0] : undefined
  }
}
