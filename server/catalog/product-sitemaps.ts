import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { productPath } from '#contract/product-path.ts'
import { makeSlug } from '#server/catalog/product-slug.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Sets the limit of one sitemap, which the protocol sets at 50,000 addresses. */
const maxAddresses = 50_000
const rowsPerRead = 500
/** Sets how old a sitemap may be: crawlers read one about once a day. */
const keptMs = 3_600_000
const none = '00000000-0000-0000-0000-000000000000'

export interface ProductSitemaps {
  /** Returns the number of sitemaps that hold the products on sale. */
  count(): Promise<number>
  /** Returns the compressed file of a sitemap, counted from 1; undefined if there is none. */
  find(number: number): Promise<string | undefined>
}

interface SitemapDeps {
  db: Database
  /** Where the files are kept. */
  directory: string
  publicUrl: () => string
  maxPerFile?: number
}

/**
 * Creates the sitemaps of the products on sale. Each is written to a file as a stream and kept for an hour, one at a time: a million
 * products are 20 files, and no crawler makes the shop read them all again.
 */
export function createProductSitemaps({
  db,
  directory,
  publicUrl,
  maxPerFile = maxAddresses,
}: SitemapDeps): ProductSitemaps {
  let starts: { ids: Promise<string[]>; until: number } | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const findStarts = () => {
    if (!starts || starts.until < performance.now()) {
      const ids = listStarts(db, maxPerFile)
      starts = { ids, until: performance.now() + keptMs }
      // A failure is for the one who met it.
      ids.catch(() => (starts = undefined))
    }
    return starts.ids
  }

  async function write(file: string, after: string): Promise<void> {
    if (await isFresh(file)) return
    await mkdir(directory, { recursive: true })
    // Another process may write the same file.
    const temporary = `${file}.${process.pid}`
    const lines = Readable.from(writeLines(db, { after, limit: maxPerFile, publicUrl: publicUrl() }))
    await pipeline(lines, createGzip(), createWriteStream(temporary))
    await rename(temporary, file)
  }

  return {
    count: async () => (await findStarts()).length,
    async find(number) {
      const after = (await findStarts())[number - 1]
      if (after === undefined) return undefined
      const file = join(directory, `products-${number}.xml.gz`)
      const written = writing.then(() => write(file, after))
      writing = written.catch(() => undefined)
      await written
      return file
    },
  }
}

async function isFresh(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: -Infinity }))
  return Date.now() - mtimeMs < keptMs
}

/** Returns the id before the first product of each sitemap. */
async function listStarts(db: Database, maxPerFile: number): Promise<string[]> {
  const starts: string[] = []
  for (let after: string | undefined = none; after !== undefined;) {
    const { rows }: { rows: { first: boolean; last: string | null }[] } = await db.execute(sql`
      SELECT EXISTS (SELECT FROM products WHERE archived_at IS NULL AND id > ${after}::uuid) AS first,
        (SELECT id FROM products WHERE archived_at IS NULL AND id > ${after}::uuid ORDER BY id
          OFFSET ${maxPerFile - 1} LIMIT 1) AS last`)
    if (rows[0]?.first) starts.push(after)
    after = rows[0]?.last ?? undefined
  }
  return starts
}

async function* writeLines(
  db: Database,
  { after, limit, publicUrl }: { after: string; limit: number; publicUrl: string },
): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  const origin = publicUrl.replace(/\/$/, '')
  for (let left = limit, last = after; left > 0;) {
    const { rows } = await db.execute<{ id: string; name: string; day: string }>(sql`
      SELECT id, name, to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM products
      WHERE archived_at IS NULL AND id > ${last}::uuid ORDER BY id LIMIT ${Math.min(rowsPerRead, left)}`)
    yield rows
      .map(({ id, name, day }) => {
        const path = productPath({ _id: id, slug: makeSlug(name) })
        return `  <url><loc>${origin}${path}</loc><lastmod>${day}</lastmod></url>\n`
      })
      .join('')
    left -= rows.length
    last = rows.at(-1)?.id ?? last
    if (rows.length === 0) break
  }
  yield '</urlset>\n'
}
