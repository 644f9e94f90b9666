import { sql } from 'drizzle-orm'
import type { ImportKindName } from '#contract/imports.ts'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { holdMainLanguage } from '#server/catalog/change-main-texts.ts'
import { openTable } from '#server/imports/files/open-table.ts'
import type { TableRow } from '#server/imports/files/table-limits.ts'
import { guessMapping, withoutExcluded } from '#server/imports/guess-mapping.ts'
import { type ImportRecord, imports } from '#server/imports/imports.tables.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { codeInMain } from '#server/imports/kinds/products.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId } from '#server/platform/ids.ts'

/** The number of rows per statement. */
const rowsPerInsert = 1000
/** The length of their cells per statement, in UTF-16 units. */
const textPerInsert = 1_000_000

/** The cells of a row; a number is one that a workbook has as a number. */
export type StagedCells = (string | number)[]

export interface StagedFile {
  kind: ImportKindName
  path: string
  fileName: string
  sha256: string
  language: Language
}

/** Stages the rows of a file and guesses what its columns are for. Throws the problems of tables, such as `table-format`. */
export async function stageFile(db: Database, file: StagedFile, by: { id: string } | undefined): Promise<ImportRecord> {
  const table = await openTable(file.path)
  const rows = table.rows[Symbol.asyncIterator]()
  // Outside of the transaction: what comes before it may take seconds.
  const first = await rows.next()
  if (first.done) throw problem('table-empty')
  const headers = first.value.cells.map((cell) => cell.trim().slice(0, 200).toWellFormed())
  return db.transaction(async (tx) => {
    const id = newId()
    const kind = kindOf(file.kind)
    const seen = mainLanguage()
    const { columns, ...adds } = await guessMapping(tx, kind, headers, await kind.fields(tx))
    await tx.insert(imports).values({
      id,
      kind: file.kind,
      fileName: file.fileName,
      sha256: file.sha256,
      format: table.format,
      delimiter: table.delimiter ?? null,
      encoding: table.encoding ?? null,
      headers,
      rowCount: 0,
      mapping: columns,
      mainLanguage: seen,
      ...adds,
      language: file.language,
      state: 'uploaded',
      createdBy: by?.id ?? null,
    })
    const rowCount = await stageRows(tx, id, rows)
    if (rowCount === 0) throw problem('table-empty')
    // A change of the main language does not see this import before it is whole.
    const main = (await holdMainLanguage(tx)) ?? seen
    const kept = await withoutExcluded(tx, { id, ...kind }, columns)
    const mapping = main === seen ? kept : kept.map((code) => code && codeInMain(code, seen, main))
    const [staged] = await tx
      .update(imports)
      .set({ rowCount, total: rowCount, mapping, mainLanguage: main })
      .where(sql`id = ${id}`)
      .returning()
    if (!staged) throw new Error('The import is gone.')
    return staged
  })
}

async function stageRows(tx: Transaction, importId: string, rows: AsyncIterator<TableRow>): Promise<number> {
  let count = 0
  let batch: { row: number; line: number; cells: StagedCells }[] = []
  let text = 0
  const insert = async () => {
    if (batch.length === 0) return
    await tx.execute(sql`
      INSERT INTO import_rows (import_id, row_no, line, cells)
      SELECT ${importId}, row, line, cells FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS given (row integer, line integer, cells jsonb)`)
    batch = []
    text = 0
  }
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    count += 1
    const { line, cells, decimals = [] } = next.value
    batch.push({
      row: count,
      line,
      cells: cells.map((cell, index) => (decimals.includes(index) ? Number(cell) : cell)),
    })
    for (const cell of next.value.cells) text += cell.length
    if (batch.length >= rowsPerInsert || text >= textPerInsert) await insert()
  }
  await insert()
  return count
}
