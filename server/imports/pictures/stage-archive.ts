import { basename } from 'node:path'
import { sql } from 'drizzle-orm'
import { type NamedNumber, readBrandedNumbers } from '#server/catalog/name-references.ts'
import { importJob } from '#server/imports/change-import.ts'
import { type ImportRecord, imports } from '#server/imports/imports.tables.ts'
import { writeList } from '#server/catalog/fields/field.ts'
import { picturesJob } from '#server/imports/pictures/queue-pictures.ts'
import { isFileName } from '#server/imports/pictures/uploaded-pictures.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

interface StagedArchive {
  id: string
  /** The paths of the pictures and documents in it. */
  attached: readonly string[]
  fileName: string
  sha256: string
}

/**
 * Stages an archive of pictures that are named by part numbers as an import of products: `PAD-1551.jpg` is the main picture of PAD-1551,
 * `PAD-1551_2.png` a further one, and `Bosch PAD-1551.jpg` that of the brand. Its dry run begins when the pictures are stored. Throws
 * `archive-empty`.
 */
export async function stageArchive(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> },
  { id, attached, fileName, sha256 }: StagedArchive,
  by: { id: string },
  signal?: AbortSignal,
): Promise<ImportRecord> {
  const names = attached.filter(isFileName)
  if (names.length === 0) throw problem('archive-empty')
  return db.transaction(async (tx) => {
    signal?.throwIfAborted()
    const rows = await groupByNumber(tx, names)
    const [staged] = await tx
      .insert(imports)
      .values({
        id,
        kind: 'products',
        fileName,
        sha256,
        format: 'zip',
        headers: ['Part number', 'Brand', 'Picture', 'Further pictures'],
        mapping: ['partNumber', 'brand', 'picture', 'pictures'],
        rowCount: rows.length,
        total: rows.length,
        state: 'mapped',
        createdBy: by.id,
      })
      .returning()
    if (!staged) throw new Error('The import is gone.')
    await tx.execute(sql`
      INSERT INTO import_rows (import_id, row_no, line, cells)
      SELECT ${id}, ordinality, ordinality, cells FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY given (cells)`)
    await tx.execute(sql`
      INSERT INTO import_pictures (import_id, source)
      SELECT ${id}, 'zip:' || name FROM unnest(${sql.param(names)}::text[]) name ON CONFLICT DO NOTHING`)
    await jobs.enqueue(tx, picturesJob, {})
    await jobs.enqueue(tx, importJob, {})
    return staged
  })
}

interface Numbered extends NamedNumber {
  source: string
  /** From 1; the first is the main picture. */
  position: number
  /** Whether a product of the shop has the number. */
  isKnown: boolean
}

/** Returns the part number that each name has. One that is itself a part number wins over one with `_2` behind it. */
export async function readNumbers(tx: Transaction, names: readonly string[]): Promise<Numbered[]> {
  const named = names.map(numbersInName)
  const known = await readBrandedNumbers(tx, [
    ...named.map(({ stem }) => stem),
    ...named.map(({ number = '' }) => number),
  ])
  return names.map((name, index): Numbered => {
    const source = `zip:${name}`
    const { stem = '', number, position = 1 } = named[index] ?? {}
    const own = known[index]
    if (own || number === undefined) return { source, number: stem, ...own, position: 1, isKnown: own !== undefined }
    const other = known[names.length + index]
    return { source, number, ...other, position, isKnown: other !== undefined }
  })
}

/** Returns what a name has in front of its ending, and without `_2` at the end. */
export function numbersInName(name: string): { stem: string; number?: string; position?: number } {
  const stem = basename(name)
    .replace(/\.\w+$/, '')
    .trim()
  const [, number, position] = /^(.+)[_ ](\d{1,2})$/.exec(stem) ?? []
  return number === undefined ? { stem } : { stem, number, position: Number(position) }
}

/** Returns the cells of a row for each part number. */
async function groupByNumber(tx: Transaction, names: readonly string[]): Promise<string[][]> {
  const numbered = await readNumbers(tx, names)
  const groups = Map.groupBy(numbered, ({ number, brand = '' }) => `${brand} ${number}`.toLowerCase())
  return [...groups.values()].map((group) => {
    const inOrder = group.toSorted((a, b) => a.position - b.position || a.source.localeCompare(b.source))
    const hasMain = inOrder.some(({ position }) => position <= 1)
    const further = hasMain ? inOrder.slice(1) : inOrder
    const main = hasMain ? (inOrder[0]?.source ?? '') : ''
    return [group[0]?.number ?? '', group[0]?.brand ?? '', main, writeList(further.map(({ source }) => source))]
  })
}
