import type { FitmentInput } from '#contract/fitments.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { fitPositions } from '#contract/vehicles.ts'
import { systemOf } from '#server/imports/kinds/code-systems.ts'
import type { AskedRow, FileChoices, RowError, RowWarning } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { FitsOfProduct } from '#server/vehicles/change-fitments.ts'
import { readVehicleFinder } from '#server/vehicles/find-vehicles.ts'
import {
  describeFitment,
  type FitmentRow,
  isCovered,
  placeFitment,
  readEngineSetter,
  type StoredFitmentRow,
  withYears,
} from '#server/vehicles/fitment-rows.ts'
import type { PlacedModel } from '#server/vehicles/place-fits.ts'
import { type Dictionary, readDictionary } from '#server/vehicles/read-dictionary.ts'
import { readAll, type ReadText } from '#server/vehicles/read-texts.ts'
import { type CodedVehicle, codeKey, readCodes, spellCode, type VehicleCode } from '#server/vehicles/vehicle-codes.ts'

/** Says where a row of a part comes from. */
export type Origin = 'import' | 'text' | 'copy'

/** Holds what a row of a file asks for, between the steps that read it and that find its product. */
export interface Asked {
  rows: AskedFitment[]
  text: string | null
  /** What the text names, also if it is not read to the end, and the words that were not read. */
  named: AskedFitment[]
  words: string
}

interface AskedFitment {
  row: FitmentRow
  years: { from: number | null; to: number | null }
  origin: Origin
  shown: string
}

/** Whether a part has rows of others, which neither a reading nor a copy changes. */
export const isWrittenByOthers = (origin: Origin | 'hand', { rows }: { rows: readonly StoredFitmentRow[] }): boolean =>
  (origin === 'text' || origin === 'copy') && rows.some((row) => row.origin !== origin)

/** Limits what a sentence names of a part. */
const maxNamed = 5

/** Returns why a new text adds nothing to a part: its vehicles are those of others, and the text names more; undefined if it names none. */
export function keptOfOthers(
  { text, named, words }: Pick<Asked, 'text' | 'named' | 'words'>,
  present: Pick<FitsOfProduct, 'rows' | 'lines'>,
  { language }: Pick<FileChoices, 'language'>,
): Pick<RowError, 'code' | 'facts'> | undefined {
  if (text === null || present.lines.includes(text) || !isWrittenByOthers('text', present)) return undefined
  const missing = named.filter(({ row, years }) => !present.rows.some((one) => isCovered({ ...row, years }, one)))
  const texts = [...missing.map(({ shown }) => shown), ...(words === '' ? [] : [words])]
  if (texts.length === 0) return undefined
  const kept = present.rows.map(({ shown }) => describeFitment(shown, language))
  const some = (texts: readonly string[]) =>
    [...texts.slice(0, maxNamed), ...(texts.length > maxNamed ? ['…'] : [])].join('; ')
  return { code: 'fits-kept', facts: { vehicles: some(kept), missing: some(texts) } }
}

interface PlacedRow {
  row: FitmentRow
  model: PlacedModel
  isOutside: boolean
  origin: Origin
}

/** Returns the text of a row on one line; one of the shop stays as it is stored. */
const textOf = ({ fits = '' }: AskedRow['texts'], isStored: boolean): string =>
  isStored
    ? fits
    : fits
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join('; ')

/** Finds the vehicles that rows of a file name by columns, codes and texts; errors and warnings are pushed. */
export async function placeRows(
  tx: Transaction,
  rows: readonly AskedRow[],
  { format, language, headers, mapping }: Pick<FileChoices, 'format' | 'language' | 'headers' | 'mapping'>,
  { errors, warnings }: { errors: RowError[]; warnings: RowWarning[] },
): Promise<Map<number, Asked>> {
  // A text of the shop is read as it is stored.
  const isStored = format === 'text'
  const find = await readVehicleFinder(tx)
  const dictionary = rows.some(({ texts }) => texts['fits']) ? await readDictionary(tx) : undefined
  const codes = await readCodes(
    tx,
    rows.flatMap(({ texts }) => codesOf(texts)),
  )
  const readings = new Map<string, ReadText>()
  if (dictionary)
    await readAll(
      rows
        .flatMap(({ texts }) => {
          const text = textOf(texts, isStored)
          return text === '' ? [] : [...new Set([text, limitedText(text, texts)])]
        })
        .map((text) => ({ text })),
      dictionary,
      ({ text }, read) => readings.set(text, read),
    )
  const placed = rows.map(({ row, texts }) => {
    const found: PlacedRow[] = []
    const named: PlacedRow[] = []
    let words = ''
    const refuse = (field: string, code: RowError['code'], facts: RowError['facts'] = {}) =>
      errors.push({ row, field, code, facts })
    const input = inputOf(texts)
    const codesOfRow = codesOf(texts)
    const isNamed = Boolean(texts['make'] || texts['family'])
    const own = textOf(texts, isStored)
    const limited = limitedText(own, texts)
    if (isNamed || codesOfRow.length > 0 || limited !== own) {
      if (texts['years'] && (texts['from'] || texts['to'])) refuse('years', 'years-twice')
      else if (input.from !== undefined && input.to !== undefined && input.from > input.to)
        refuse(texts['years'] ? 'years' : 'to', 'years-reversed')
      else if (input.builtFrom && input.builtTo && input.builtFrom > input.builtTo) refuse('builtTo', 'years-reversed')
    }
    if (isNamed) {
      if (!input.make || !input.family) refuse(input.make ? 'family' : 'make', 'required')
      else {
        const all = placeFitment(find, input)
        if ('fault' in all) refuse(all.field, all.fault, all.facts)
        else
          found.push(
            ...all.map(({ text: _, ...one }) => ({
              ...one,
              origin: format === 'copy' ? ('copy' as const) : ('import' as const),
            })),
          )
      }
    }
    for (const code of codesOfRow) {
      const known = codes.get(codeKey(code))
      if (!known) refuse('code', 'unknown', { text: code.code })
      else found.push(placeCode(known, input))
    }
    // What says the same years itself needs none of another column.
    const isWithin = (place: PlacedRow) => isWithinYears(withYears(place.row, place.model).years, input)
    const readAs = (text: string) => {
      const read = readings.get(text)
      return read && dictionary && { ...read, placed: placeText(read.rows, dictionary) }
    }
    const plain = readAs(own)
    const saysYears = plain?.isComplete && plain.placed.every(isWithin)
    const [text, read] = limited === own || saysYears ? [own, plain] : [limited, readAs(limited)]
    if (text !== own && text.length > maxLengths.description)
      refuse('fits', 'too-long', { most: maxLengths.description })
    if (read) {
      named.push(...read.placed)
      if (text !== own && read.isComplete && !named.every(isWithin))
        refuse(texts['years'] ? 'years' : texts['from'] ? 'from' : 'to', 'fits-other-years', { text: own })
      if (read.isComplete) found.push(...named)
      else {
        words = read.leftover.join(' · ') || text
        if (isStored) refuse('fits', 'words-unread', { words })
      }
      const unused = isAlone(texts) ? columnLimits.filter((code) => texts[code]) : []
      if (unused.length > 0) {
        const columns = unused.map((code) => headers[mapping.indexOf(code)] ?? code).join(', ')
        warnings.push({
          row,
          field: unused[0] ?? 'fits',
          warning: 'fits-alone',
          code: 'fits-alone',
          facts: { columns },
        })
      }
    }
    for (const { isOutside, origin } of found)
      if (isOutside)
        warnings.push({
          row,
          field: origin === 'text' ? 'fits' : texts['years'] ? 'years' : texts['to'] ? 'to' : 'from',
          warning: 'outside-years',
        })
    return { row, found, named, words, text }
  })
  const setEngine = await readEngineSetter(
    tx,
    placed.flatMap(({ found }) => found.flatMap(({ row }) => (typeof row.engine === 'string' ? row.modelId : []))),
  )
  const toAsked = ({ row, model, origin }: PlacedRow): AskedFitment => {
    const { years } = withYears(row, model)
    const engine = typeof row.engine === 'string' ? row.engine : null
    return {
      row: setEngine(row),
      years,
      origin,
      shown: describeFitment({ ...row, ...model, ...years, engine }, language),
    }
  }
  return new Map(
    placed.map(({ row, found, named, words, text }) => [
      row,
      {
        rows: found.map(toAsked),
        text: text === '' || isStored ? null : text,
        named: named.map(toAsked),
        words,
      },
    ]),
  )
}

/** The columns that say more of the vehicle of a row, but not of those of a text. */
const columnLimits = ['generation', 'builtFrom', 'builtTo', 'engine', 'position', 'condition', 'note'] as const

/** Whether a row has a text, but no other name of a vehicle, so that its other columns go with the text. */
const isAlone = ({ fits, make, family, code }: AskedRow['texts']): boolean => Boolean(fits) && !make && !family && !code

/** Returns a text with the years of other columns behind each of its lines, as it is kept if nothing else names the vehicles of its row. */
function limitedText(text: string, texts: AskedRow['texts']): string {
  const { from, to } = inputOf(texts)
  if (!isAlone(texts) || (from === undefined && to === undefined)) return text
  const years = from === to ? `${from}` : `${from ?? ''}-${to ?? ''}`
  return text
    .split('; ')
    .map((line) => `${line} ${years}`)
    .join('; ')
}

/** Whether years lie between others; open ends are those of the vehicle. */
const isWithinYears = (
  years: { from: number | null; to: number | null },
  { from, to }: Pick<FitmentInput, 'from' | 'to'>,
): boolean =>
  (from === undefined || (years.from !== null && years.from >= from)) &&
  (to === undefined || (years.to !== null && years.to <= to))

function inputOf(texts: AskedRow['texts']): FitmentInput {
  const { make = '', family = '', generation, years = '', builtFrom, builtTo, engine, condition, note } = texts
  // One year is its own end; `2004-` has none.
  const [first, last = first] = years.split('-')
  const [from, to] = years === '' ? [texts['from'], texts['to']] : [first, last]
  const position = fitPositions.find((one) => one === texts['position'])
  return {
    make,
    family,
    ...(generation && { generation }),
    ...(from && { from: Number(from) }),
    ...(to && { to: Number(to) }),
    ...(builtFrom && { builtFrom }),
    ...(builtTo && { builtTo }),
    ...(engine && { engine }),
    ...(position && { position }),
    ...(condition && { condition }),
    ...(note && { note }),
  }
}

/** Returns the codes of a cell, which may be a list. */
const codesOf = ({ system: text, code: cell = '' }: AskedRow['texts']): VehicleCode[] => {
  const system = systemOf(text)
  return cell
    .split(/[|,;\s]+/)
    .filter((one) => one !== '')
    .map((code) => ({ system, code: spellCode({ system, code }) }))
}

/** Places the vehicle of a code, within the limits that its row has in other columns. */
function placeCode({ engineId, ...model }: CodedVehicle, input: FitmentInput): PlacedRow {
  const { from = null, to = null, builtFrom = null, builtTo = null, engine, position = null, condition, note } = input
  return {
    row: {
      modelId: model.id,
      from,
      to,
      builtFrom,
      builtTo,
      engine: engineId ?? engine ?? null,
      position,
      condition: condition || null,
      note: note || null,
    },
    model,
    isOutside: isOutsideYears({ from, to }, model),
    origin: 'import',
  }
}

const isOutsideYears = ({ from, to }: Pick<FitmentRow, 'from' | 'to'>, model: PlacedModel): boolean =>
  (from !== null && model.from !== null && from < model.from) || (to !== null && model.to !== null && to > model.to)

function placeText(rows: ReadText['rows'], { models }: Dictionary): PlacedRow[] {
  const known = new Map([...models.values()].flat().map((model) => [model.id, model]))
  return rows.flatMap(({ modelId, yearFrom, yearTo, builtFrom, builtTo, engine, position, condition }): PlacedRow[] => {
    const model = known.get(modelId)
    if (!model) return []
    const side = fitPositions.find((one) => one === position) ?? null
    const row = {
      modelId,
      from: yearFrom,
      to: yearTo,
      engine,
      builtFrom,
      builtTo,
      position: side,
      condition,
      note: null,
    }
    const isOutside = isOutsideYears(row, model)
    return [{ row, model, isOutside, origin: 'text' }]
  })
}
