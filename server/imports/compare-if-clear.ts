import { findCurrencyColumn } from '#server/imports/currency-columns.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import { checkImport, type ImportActor, type ImportDeps } from '#server/imports/change-import.ts'
import { askedFieldsOf, type ImportRecord } from '#server/imports/imports.tables.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { readSamples } from '#server/imports/list-imports.ts'
import { leftOutReason, programOf } from '#server/imports/programs/programs.ts'
import { findUnitColumn } from '#server/imports/unit-columns.ts'
import { Problem } from '#server/platform/http/problem.ts'

/**
 * Starts the dry run of a file of which a person need say nothing: each of its columns is for a field, read with another one, empty, or
 * left out for a known reason, or as it was when a file with the same columns was applied. Others wait until somebody has looked at the columns.
 */
export async function compareIfClear(deps: ImportDeps, staged: ImportRecord, actor: ImportActor): Promise<void> {
  if (!(await hasClearColumns(deps, staged))) return
  try {
    await checkImport(deps, staged.id, {}, actor)
  } catch (error) {
    // What is open is asked on the page of the import, and so is what needs another permission.
    const isOpen = error instanceof Problem && /^import-|^permission-missing$|^api-key-scope-missing$/.test(error.code)
    if (!isOpen) throw error
  }
}

async function hasClearColumns({ db }: Pick<ImportDeps, 'db'>, staged: ImportRecord): Promise<boolean> {
  const { headers, mapping, remembered } = staged
  const known = await kindOf(staged.kind).fields(db, askedFieldsOf(staged))
  const fields = known.filter(({ code }) => mapping.includes(code))
  // The shop's own files have them for people to read.
  const readOnly = new Set(
    known.flatMap(({ isReadOnly, labels }) => (isReadOnly ? Object.values(labels).map(normalizeHeader) : [])),
  )
  const readWith = new Set([
    findCurrencyColumn(headers, mapping),
    ...fields.map((field) => findUnitColumn(headers, mapping, field)),
  ])
  const program = programOf(staged)
  const isClear = (header: string, index: number) =>
    mapping[index] !== null ||
    remembered.fields?.[index] === true ||
    remembered.leftOut?.[index] === true ||
    readWith.has(index) ||
    readOnly.has(normalizeHeader(header)) ||
    (program !== undefined && leftOutReason(program, header) !== undefined)
  const open = headers.flatMap((header, index) => (isClear(header, index) ? [] : [index]))
  if (open.length === 0) return true
  const { columns } = await readSamples(db, staged)
  return open.every((index) => columns[index]?.length === 0)
}
