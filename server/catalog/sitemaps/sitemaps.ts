import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '#server/platform/database/database.ts'

/** Sets the limit of one sitemap, which the protocol sets at 50,000 addresses. */
const maxAddresses = 50_000
/** Sets how old a sitemap may be: crawlers read one about once a day. */
const keptMs = 3_600_000

export interface Sitemaps {
  /** Returns the number of sitemaps. */
  count(): Promise<number>
  /** Returns the compressed file of a sitemap, counted from 1; undefined if there is none. */
  find(number: number): Promise<string | undefined>
}

export interface SitemapDeps {
  db: Database
  /** Where the files are kept. */
  directory: string
  publicUrl: () => string
  maxPerFile?: number
}

/** Describes an address of a sitemap, with the day of its last change, if that is known. */
export interface SitemapEntry {
  path: string
  day?: string
}

/** Says which pages of one kind are listed. */
interface ListedPages<Start> {
  /** Names the files, such as `products`. */
  name: string
  /** Returns where each sitemap begins. */
  listStarts: (maxPerFile: number) => Promise<Start[]>
  /** Reads the addresses of a sitemap, some at a time. */
  read: (start: Start, maxPerFile: number) => AsyncGenerator<SitemapEntry[]>
}

/**
 * Creates sitemaps of one kind of pages. Each is written to a file as a stream and kept for an hour, one at a time: a million
 * products are 20 files, and no crawler makes the shop read them all again.
 */
export function createSitemaps<Start>(
  { directory, publicUrl, maxPerFile = maxAddresses }: Omit<SitemapDeps, 'db'>,
  { name, listStarts, read }: ListedPages<Start>,
): Sitemaps {
  let starts: { found: Promise<Start[]>; until: number } | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const findStarts = () => {
    if (!starts || starts.until < performance.now()) {
      const found = listStarts(maxPerFile)
      starts = { found, until: performance.now() + keptMs }
      // A failure is for the one who met it.
      found.catch(() => (starts = undefined))
    }
    return starts.found
  }

  async function write(file: string, start: Start): Promise<void> {
    if (await isFresh(file)) return
    await mkdir(directory, { recursive: true })
    // Another process may write the same file.
    const temporary = `${file}.${process.pid}`
    const lines = Readable.from(writeLines(read(start, maxPerFile), publicUrl().replace(/\/$/, '')))
    await pipeline(lines, createGzip(), createWriteStream(temporary))
    await rename(temporary, file)
  }

  return {
    count: async () => (await findStarts()).length,
    async find(number) {
      const all = await findStarts()
      if (number < 1 || number > all.length) return undefined
      const file = join(directory, `${name}-${number}.xml.gz`)
      const written = writing.then(() => write(file, all[number - 1] as Start))
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

async function* writeLines(entries: AsyncGenerator<SitemapEntry[]>, origin: string): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  for await (const some of entries) {
    yield some
      .map(({ path, day }) => `  <url><loc>${origin}${path}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>\n`)
      .join('')
  }
  yield '</urlset>\n'
}
