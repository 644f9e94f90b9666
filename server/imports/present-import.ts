import { isDeepStrictEqual } from 'node:util'
import { currentStore } from '#contract/current-store.ts'
import {
  importErrors,
  type ImportErrorCode,
  importFailureText,
  importWarningText,
  leftOutReasons,
} from '#contract/import-errors.ts'
import { exceededText } from '#contract/import-sources.ts'
import {
  type Import,
  type ImportDetails,
  type ImportRow,
  type NewAttribute,
  rememberedChoices,
} from '#contract/imports.ts'
import { defaultLanguage, type Language } from '#contract/language.ts'
import { ownValue } from '#contract/own-value.ts'
import { localDecimals } from '#contract/locale.ts'
import { type DecimalSign, unitIn } from '#contract/units.ts'
import { ownerInHeader } from '#server/catalog/fields/price-fields.ts'
import type { PlannedAttribute } from '#server/imports/new-attributes.ts'
import { hasValueMap } from '#server/imports/value-maps.ts'
import { fixColumns } from '#server/imports/fix-errors.ts'
import { undoUntil } from '#server/imports/change-import.ts'
import { isStaged } from '#server/imports/imports.tables.ts'
import type { ImportRowRecord, ListedImport } from '#server/imports/list-imports.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import { columnFieldOf } from '#server/catalog/fields/price-fields.ts'
import { findListPrice } from '#server/imports/guess-mapping.ts'
import { reasonLeftOut } from '#server/imports/left-out-columns.ts'
import { programOf } from '#server/imports/programs/programs.ts'
import { type ListPrice, presentListPrice } from '#server/pricing/read-list-prices.ts'
import {
  type Field,
  hasDecimals,
  isOffered,
  labelOf,
  refusalText,
  type Texts,
  withFourthPlace,
} from '#server/catalog/fields/field.ts'

export function presentImport(row: ListedImport, language: Language = defaultLanguage): Import {
  const until = undoUntil(row)
  return {
    _id: row.id,
    kind: row.kind,
    fileName: row.fileName,
    ...(row.program !== null && { program: row.program }),
    state: row.state,
    rows: row.rowCount,
    done: row.done,
    total: row.total,
    counts: row.counts,
    ...(row.pictures && { pictures: row.pictures }),
    warnings: row.warnings.map((warning) => {
      const { rows } = warning.facts
      const message = importWarningText(warning, language)
      return { code: warning.code, message, ...(typeof rows === 'number' && { rows }) }
    }),
    ...(row.failure !== null && { failure: importFailureText(row.id, language) }),
    createdAt: row.createdAt.toISOString(),
    ...(row.creator && { createdBy: row.creator }),
    ...(row.plannedFor !== null && { plannedFor: row.plannedFor }),
    ...(row.appliedAt && { appliedAt: row.appliedAt.toISOString() }),
    ...(row.applier && { appliedBy: row.applier }),
    ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
    ...(until && { undoUntil: until.toISOString() }),
    ...(row.undoneAt && { undoneAt: row.undoneAt.toISOString() }),
    ...(row.undoer && { undoneBy: row.undoer }),
    ...(row.sourceId !== null &&
      row.sourceName !== null && {
        source: { _id: row.sourceId, name: row.sourceName, ...(row.isSourcePaused && { paused: true as const }) },
      }),
    ...(row.exceeded && { exceeded: row.exceeded.map((one) => exceededText(one, language)) }),
  }
}

export function presentDetails(
  row: ListedImport,
  {
    fields,
    kind,
    samples,
    additions,
    undo,
    errorGroups,
    keptPrices,
    listsNotInForce,
    fittedParts,
    canReadAgain,
    unknownValues,
    language,
  }: {
    fields: readonly Field[]
    kind: ImportKind
    samples: { columns: string[][]; rows: string[][] }
    additions: ImportDetails['additions']
    undo: ImportDetails['undo']
    errorGroups: ImportDetails['errorGroups']
    keptPrices: ImportDetails['keptPrices']
    listsNotInForce: ImportDetails['listsNotInForce']
    fittedParts: ImportDetails['fittedParts']
    canReadAgain: boolean
    unknownValues: ImportDetails['unknownValues']
    language: Language
  },
): ImportDetails {
  const program = programOf(row)
  return {
    ...presentImport(row, language),
    ...(isStaged(row) && { isEdit: true as const }),
    ...(row.reading && { reading: row.reading }),
    ...(canReadAgain && { canReadAgain: true as const }),
    ...(unknownValues && { unknownValues }),
    columns: row.headers.map((header, index) => {
      const field = row.mapping[index]
      const { comma, point, open } = row.numbers[index] ?? {}
      const [decimals, unit] = [row.decimals[index], row.units[index]]
      const valueMap = row.valueMaps[index]
      const [planned, proposal] = [row.newAttributes[index], row.proposals[index]]
      const ofHeader = (!program && fields.find(({ code }) => code === field)?.valueMapOf?.(header)) || {}
      const shownMap = {
        ...Object.fromEntries(
          (samples.columns[index] ?? []).flatMap((value) => {
            const text = ownValue(ofHeader, value.toLowerCase())
            return text === undefined ? [] : [[value, text]]
          }),
        ),
        ...valueMap,
      }
      const { fields: chosen, decimals: signs, dayOrders, units, valueMaps } = row.remembered
      const [days, dayOrder] = [row.days[index], row.dayOrders[index]]
      const isOpen = comma?.count === 0 && point?.count === 0
      const remembered = rememberedChoices.filter(
        (choice) =>
          ({
            field: chosen?.[index],
            decimals: isOpen && decimals && decimals === signs?.[index],
            days: dayOrder && dayOrder === dayOrders?.[index],
            unit: unit && unit === units?.[index],
            values: valueMap && isDeepStrictEqual(valueMap, valueMaps?.[index]),
          })[choice],
      )
      const isUnanswered = !field && !program && row.answers.fields?.[index] !== true
      const named = isUnanswered
        ? findListPrice(
            header,
            fields.filter(({ code }) => !row.mapping.includes(code)),
          )
        : undefined
      const reason = field ? undefined : reasonLeftOut(program, header, fields)
      const newGroup = reason === 'no-price-list' ? ownerInHeader(header) : undefined
      return {
        header,
        samples: samples.columns[index] ?? [],
        ...(field && { field }),
        ...(named && { named: named.code }),
        ...(comma && point && open && { numbers: { comma: comma.count, point: point.count, open: open.count } }),
        ...(decimals && { decimals }),
        ...(days && { days: { dayFirst: days['day-first'], monthFirst: days['month-first'], open: days.open } }),
        ...(dayOrder && { dayOrder }),
        ...(unit && { unit }),
        ...(planned && { newAttribute: presentNewAttribute(planned) }),
        ...(proposal && { proposal }),
        ...(Object.keys(shownMap).length > 0 && { valueMap: shownMap }),
        ...(remembered.length > 0 && { remembered }),
        ...(reason && { leftOut: leftOutReasons[reason][language] }),
        ...(newGroup !== undefined && { newGroup }),
      }
    }),
    ...((row.state === 'uploaded' || row.state === 'checked') && !isStaged(row) && { firstRows: samples.rows }),
    fields: fields
      .filter((field) => isOffered(field) || field.isReadOnly || row.mapping.includes(field.code))
      .map((field) => presentField(field, { kind, language })),
    changedFields: Object.entries(row.changedFields)
      .flatMap(([field, count]) => (count > 0 ? [{ field, count }] : []))
      .toSorted((a, b) => b.count - a.count),
    ...(errorGroups && { errorGroups }),
    fixes: [...fixColumns.flatMap(([fix, column]) => (row[column] ? [{ fix }] : [])), ...row.fixes],
    clearsEmpty: row.clearsEmpty,
    ...(kind.exclusive && { exclusive: [...kind.exclusive] }),
    addsBrands: row.addsBrands,
    addsNearNumbers: row.addsNearNumbers,
    numbersWithoutBrand: row.numbersWithoutBrand,
    addsCategories: row.addsCategories,
    language: row.language,
    ...(additions && { additions }),
    ...(undo && { undo }),
    ...(keptPrices && { keptPrices }),
    ...(listsNotInForce && { listsNotInForce }),
    ...(fittedParts && { fittedParts }),
  }
}

const unitOf = ({ dimension, unit }: NonNullable<Field['measure']>) =>
  unit ?? unitIn(dimension, undefined, currentStore().units)

const presentNewAttribute = ({ code: _, options: _options, ...described }: PlannedAttribute): NewAttribute => described

function presentField(
  field: Field,
  { kind: { keys, neededByNew }, language }: { kind: ImportKind; language: Language },
): ImportDetails['fields'][number] {
  const { code, number, measure, isPercent, isDay, isList, joins, words, isReadOnly } = field
  const codes = new Set(Object.values(words ?? {}).flatMap((known) => [...known.keys()]))
  return {
    code,
    label: labelOf(field, language),
    ...(keys.includes(code) && { isKey: true as const }),
    ...(neededByNew?.includes(code) && { isNeeded: true as const }),
    ...(number && { number }),
    ...(isPercent && { number: 'percent' as const }),
    ...(measure && { number: 'measure' as const, dimension: measure.dimension, unit: unitOf(measure) }),
    ...(hasValueMap(field) && { hasValueMap: true as const }),
    ...(isDay && { isDay: true as const }),
    ...(isList && { isList: true as const }),
    ...(joins && { joins: true as const }),
    ...(isReadOnly && { isReadOnly: true as const }),
    ...(words && { words: Object.fromEntries([...codes].map((one) => [one, words[language]?.get(one) ?? one])) }),
  }
}

export function presentRow(
  { row, line, cells, outcome, result, before, after, subject, errors, warnings, error }: ImportRowRecord,
  {
    mapping,
    decimals,
    nameColumns,
    detailColumns,
    fields,
    defaults,
    kept,
    since,
    language,
  }: {
    mapping: readonly (string | null)[]
    decimals: readonly (DecimalSign | null)[]
    nameColumns: readonly number[]
    detailColumns: readonly { field: string; index: number }[]
    fields: ReadonlyMap<string, Field>
    defaults: Texts
    kept: ReadonlyMap<string, readonly ListPrice[]>
    /** What rows are now that were left because they were changed since. */
    since: ReadonlyMap<number, Texts>
    language: Language
  },
): ImportRow {
  const textIn = (index: number) => String(cells[index] ?? '').trim()
  // A row that undo has removed from the shop has its name in the file only.
  const named = (code: string, text: string) => {
    const field = fields.get(code)
    const words = field?.isList ? undefined : field?.words?.[language]
    const isGone = result === 'undone' && text !== '' && words?.has(text) === false
    return (isGone && textIn(mapping.indexOf(code))) || text
  }
  const isDefault = ([field, text]: [string, string]) =>
    before === null && text === defaults[field] && textIn(mapping.indexOf(field)) === ''
  const now = since.get(row)
  const texts = Object.entries(now ?? after ?? {})
    .filter((one) => fields.has(one[0]) && (now !== undefined || !isDefault(one)))
    .map(([field, text]) => ({
      field,
      ...(now ? { before: after?.[field] ?? '' } : before && { before: before[field] ?? '' }),
      after: named(field, text),
    }))
  // Unchanged values are shown next to a change, such as the units that orders hold.
  const isKept = (one: (typeof texts)[number]) => one.before === one.after
  const prices = kept.get(subject ?? '')
  // Of a row that was undone, it says how.
  const isNote = result === 'undone'
  const all = [...(errors ?? []), ...(error && !isNote ? [error] : [])]
  const notes = [...(warnings ?? []), ...(error && isNote ? [error] : [])]
  return {
    _id: String(row),
    line,
    name: nameColumns.map(textIn).find(Boolean) ?? '',
    details: [
      ...detailColumns.flatMap(({ field, index }) => {
        const text = textIn(index)
        return text ? [{ field, text }] : []
      }),
      ...texts.filter(isKept).map(({ field, after: text }) => ({ field, text })),
    ],
    ...(outcome && { outcome }),
    ...(result && { result }),
    changes: texts.filter((one) => !isKept(one)),
    errors: all.map(({ field: about, code, facts }) => {
      const field = columnFieldOf(about, mapping)
      return {
        ...(field !== undefined && { field }),
        code,
        facts,
        message:
          code in importErrors
            ? refusalText({ code: code as ImportErrorCode, facts }, fields.get(field ?? ''), language)
            : code,
      }
    }),
    ...(prices && { keptPrices: prices.map(presentListPrice) }),
    warnings: notes.flatMap(({ field, code, facts = {} }) =>
      code
        ? [
            {
              ...(field !== undefined && { field }),
              code,
              message: refusalText({ code, facts }, fields.get(field ?? ''), language),
            },
          ]
        : [],
    ),
    ...((all.length > 0 || result === 'left' || result === 'changed-since') && {
      cells: cells.map((cell, index) => {
        const field = fields.get(mapping[index] ?? '')
        // The file that is made of them is read as the column is.
        const isComma = decimals[index] === 'comma' || (!decimals[index] && localDecimals('0.5', language) === '0,5')
        if (typeof cell !== 'number' || !field || !hasDecimals(field)) return String(cell)
        return withFourthPlace(isComma ? String(cell).replace('.', ',') : String(cell))
      }),
    }),
  }
}
