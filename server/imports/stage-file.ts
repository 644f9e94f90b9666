import { sql } from 'drizzle-orm'
import { type ImportKindName, importKinds } from '#contract/imports.ts'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { createNumberScan, decideDecimals } from '#contract/detect-decimals.ts'
import { findHeader } from '#server/imports/files/find-header.ts'
import { openTable } from '#server/imports/files/open-table.ts'
import { spoolRows } from '#server/imports/files/spool-rows.ts'
import { guessKind } from '#server/imports/guess-kind.ts'
import { countFieldNames, guessMapping, withoutExcluded, withoutForeignIds } from '#server/imports/guess-mapping.ts'
import { type ImportRecord, imports, type StoredWarning } from '#server/imports/imports.tables.ts'
import { type Field, hasDecimals } from '#server/imports/kinds/field.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { columnsOf, decimalsOfProgram, findProgram, leftOutReason } from '#server/imports/programs/programs.ts'
import { readExport } from '#server/imports/programs/read-export.ts'
import { findUnitColumn } from '#server/imports/unit-columns.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { readPriceTax } from '#server/tax/read-price-tax.ts'
import { newId } from '#server/platform/ids.ts'

export interface StagedFile {
  /** What is in it; its columns say it where it is left out. */
  kind?: ImportKindName | undefined
  /** Throws if the person may not import what is in the file. */
  assertMayImport?: (kind: ImportKindName) => void
  path: string
  /** The path of a new file for its rows. */
  spool: string
  fileName: string
  sha256: string
  language: Language
}

/**
 * Stages the rows of a file and guesses what its columns are for. The whole file is read before the transaction, into `spool`, which the
 * caller removes. Throws the problems of tables, such as `table-format`, `import-kind-unclear`, and the reason of `signal`.
 */
export async function stageFile(
  db: Database,
  file: StagedFile,
  by: { id: string } | undefined,
  signal?: AbortSignal,
): Promise<ImportRecord> {
  const asked = file.kind === undefined ? importKinds : [file.kind]
  const known = new Map<ImportKindName, readonly Field[]>()
  for (const name of asked) known.set(name, await kindOf(name).fields(db))
  const hasGrossPrices = (await readPriceTax(db)) === 'included'
  const read = await readFile(file, { known, hasGrossPrices, signal })
  const { kind: kindName, program, format, delimiter, encoding, headers, numbers, warnings, spooled } = read
  return db.transaction(async (tx) => {
    signal?.throwIfAborted()
    const id = newId()
    const kind = kindOf(kindName)
    const fields = await kind.fields(tx)
    const ofProgram = program && {
      fields: columnsOf(program, headers, hasGrossPrices),
      isKnown: (header: string) => leftOutReason(program, header) !== undefined,
    }
    const { columns, remembered, ...adds } = await guessMapping(tx, kind, headers, fields, ofProgram)
    const { rowCount } = spooled
    await tx.insert(imports).values({
      id,
      kind: kindName,
      program: program?.name ?? null,
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
      units: remembered.units.map((unit, index) => unit ?? program?.units?.[columns[index] ?? ''] ?? null),
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
    const ofFile = program && decimalsOfProgram(numbers)
    const decided = decideDecimals(
      headers.map((_, index) => {
        const field = fields.find(({ code }) => code === kept[index])
        return {
          numbers: numbers[index],
          isNumber: field !== undefined && hasDecimals(field),
          isMeasure: field?.measure !== undefined,
          remembered: remembered.decimals[index] ?? ofFile,
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

async function readFile(
  { kind: asked, assertMayImport, path, spool }: StagedFile,
  {
    known,
    hasGrossPrices,
    signal,
  }: {
    known: ReadonlyMap<ImportKindName, readonly Field[]>
    hasGrossPrices: boolean
    signal: AbortSignal | undefined
  },
) {
  const { rows, suspected, ...found } = await openTable(path, signal ? { signal } : {})
  const countNames = (cells: readonly string[]) =>
    Math.max(...[...known.values()].map((fields) => countFieldNames(cells, fields)))
  const { header, titles, rest } = await findHeader(rows, countNames)
  if (!header) throw problem('table-empty')
  const given = header.cells.map((cell) => cell.trim().slice(0, 200).toWellFormed())
  const program = asked === undefined || asked === 'products' ? findProgram(given) : undefined
  const kind = asked ?? (program ? 'products' : guessKind(given, known))
  assertMayImport?.(kind)
  const table = program
    ? readExport(program, given, rest, hasGrossPrices)
    : { headers: given, rows: rest, warnings: (): StoredWarning[] => [] }
  const numbers = createNumberScan()
  const spooled = await spoolRows(table.rows, spool, (row) => numbers.add(row))
  if (spooled.rowCount === 0) throw problem('table-empty')
  const warnings: StoredWarning[] = [
    ...(suspected ? [{ code: 'encoding-suspected' as const, facts: { ...suspected } }] : []),
    ...(titles > 0 ? [{ code: 'title-lines' as const, facts: { count: titles, line: header.line } }] : []),
    ...table.warnings(),
  ]
  return { ...found, kind, program, headers: table.headers, numbers: numbers.columns, warnings, spooled }
}
