import { sql } from 'drizzle-orm'
import type { ImportKindName } from '#contract/imports.ts'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { createNumberScan, decideDecimals } from '#contract/detect-decimals.ts'
import { findHeader } from '#server/imports/files/find-header.ts'
import { openTable } from '#server/imports/files/open-table.ts'
import { spoolRows } from '#server/imports/files/spool-rows.ts'
import { countFieldNames, guessMapping, withoutExcluded, withoutForeignIds } from '#server/imports/guess-mapping.ts'
import { type ImportRecord, imports, type StoredWarning } from '#server/imports/imports.tables.ts'
import { type Field, hasDecimals } from '#server/imports/kinds/field.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { findUnitColumn } from '#server/imports/unit-columns.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId } from '#server/platform/ids.ts'

export interface StagedFile {
  kind: ImportKindName
  path: string
  /** The path of a new file for its rows. */
  spool: string
  fileName: string
  sha256: string
  language: Language
}

/**
 * Stages the rows of a file and guesses what its columns are for. The whole file is read before the transaction, into `spool`, which the
 * caller removes. Throws the problems of tables, such as `table-format`, and the reason of `signal`.
 */
export async function stageFile(
  db: Database,
  file: StagedFile,
  by: { id: string } | undefined,
  signal?: AbortSignal,
): Promise<ImportRecord> {
  const known = await kindOf(file.kind).fields(db)
  const { format, delimiter, encoding, headers, numbers, warnings, spooled } = await readFile(file, known, signal)
  return db.transaction(async (tx) => {
    signal?.throwIfAborted()
    const id = newId()
    const kind = kindOf(file.kind)
    const fields = await kind.fields(tx)
    const { columns, remembered, ...adds } = await guessMapping(tx, kind, headers, fields)
    const { rowCount } = spooled
    await tx.insert(imports).values({
      id,
      kind: file.kind,
      fileName: file.fileName,
      sha256: file.sha256,
      format,
      delimiter: delimiter ?? null,
      encoding: encoding ?? null,
      headers,
      rowCount,
      total: rowCount,
      mapping: columns,
      numbers: headers.map((_, index) => numbers[index] ?? null),
      units: remembered.units,
      warnings,
      ...adds,
      language: file.language,
      state: 'uploaded',
      createdBy: by?.id ?? null,
    })
    for await (const batch of spooled.batches())
      await tx.execute(sql`
        INSERT INTO import_rows (import_id, row_no, line, cells)
        SELECT ${id}, row, line, cells FROM jsonb_to_recordset(${batch}::jsonb) AS given (row integer, line integer, cells jsonb)`)
    const own = await withoutForeignIds(tx, id, columns)
    const kept = await withoutExcluded(tx, { id, ...kind }, own)
    // A change of the main language does not see this import before it is whole; the codes of texts are others then.
    await tx.execute(sql`LOCK TABLE products IN ROW SHARE MODE`)
    const { rows } = await tx.execute<{ main: string }>(sql`SELECT main_language() AS main`)
    const mapping = rows[0]?.main === mainLanguage() ? kept : kept.map(() => null)
    const answers = {
      ...remembered,
      fields: remembered.fields.map((said, index) => said && kept[index] === columns[index]),
    }
    const decided = decideDecimals(
      headers.map((_, index) => {
        const field = fields.find(({ code }) => code === kept[index])
        return {
          numbers: numbers[index],
          isNumber: field !== undefined && hasDecimals(field),
          isMeasure: field?.measure !== undefined,
          remembered: remembered.decimals[index] ?? undefined,
        }
      }),
    )
    const decimals = decided.map(({ sign }) => sign ?? null)
    const ofUnits = fields.flatMap((field): StoredWarning[] => {
      const index = mapping.includes(field.code) ? findUnitColumn(headers, mapping, field) : undefined
      return index === undefined
        ? []
        : [
            {
              code: 'units-by-row',
              facts: { column: headers[index] ?? '', field: headers[mapping.indexOf(field.code)] ?? '' },
            },
          ]
    })
    const [staged] = await tx
      .update(imports)
      .set({ mapping, decimals, answers, remembered: answers, warnings: [...warnings, ...ofUnits] })
      .where(sql`id = ${id}`)
      .returning()
    if (!staged) throw new Error('The import is gone.')
    return staged
  })
}

async function readFile({ path, spool }: StagedFile, known: readonly Field[], signal: AbortSignal | undefined) {
  const { rows, suspected, ...found } = await openTable(path, signal ? { signal } : {})
  const { header, titles, rest } = await findHeader(rows, (cells) => countFieldNames(cells, known))
  if (!header) throw problem('table-empty')
  const headers = header.cells.map((cell) => cell.trim().slice(0, 200).toWellFormed())
  const numbers = createNumberScan()
  const spooled = await spoolRows(rest, spool, (row) => numbers.add(row))
  if (spooled.rowCount === 0) throw problem('table-empty')
  const warnings: StoredWarning[] = [
    ...(suspected ? [{ code: 'encoding-suspected' as const, facts: { ...suspected } }] : []),
    ...(titles > 0 ? [{ code: 'title-lines' as const, facts: { count: titles, line: header.line } }] : []),
  ]
  return { ...found, headers, numbers: numbers.columns, warnings, spooled }
}
