import type { FitmentInput, StoredFitment } from '#contract/fitments.ts'
import { vehicleYears } from '#contract/chosen-vehicle.ts'
import { fitPositions } from '#contract/vehicles.ts'
import { t } from '#web/i18n/messages.ts'

/** Lists the columns of the grid, in the order in which rows are pasted. */
export const fitmentColumns = [
  'make',
  'family',
  'generation',
  'from',
  'to',
  'engine',
  'position',
  'condition',
  'note',
  'builtFrom',
  'builtTo',
] as const
export type FitmentColumn = (typeof fitmentColumns)[number]

/** Holds a row as it is typed. */
export type TypedFitment = Record<FitmentColumn, string>

// The columns, each empty.
export const emptyFitment = Object.fromEntries(fitmentColumns.map((column) => [column, ''])) as TypedFitment

/** Returns a row as it is typed; years that are the model's stay empty. */
export const typeFitment = (row: FitmentInput | StoredFitment): TypedFitment =>
  // The columns are those of both.
  Object.fromEntries(fitmentColumns.map((column) => [column, String(row[column] ?? '')])) as TypedFitment

const isYear = (text: string) =>
  /^\d{4}$/.test(text) && Number(text) >= vehicleYears.minimum && Number(text) <= vehicleYears.maximum

/** Returns a row as it is sent, or what is wrong with it. */
export function readFitment(typed: TypedFitment): { row: FitmentInput } | { error: string } {
  const texts = Object.fromEntries(
    // A row of the grid has more than its columns.
    fitmentColumns.flatMap((column) => (typed[column].trim() === '' ? [] : [[column, typed[column].trim()]])),
  ) as Partial<TypedFitment>
  const { make, family, from, to, position, ...rest } = texts
  if (make === undefined || family === undefined) return { error: t('fitments.vehicle-missing') }
  const wrong = [from, to].find((year) => year !== undefined && !isYear(year))
  if (wrong !== undefined) return { error: t('fitments.year-wrong', { text: wrong }) }
  const side = fitPositions.find((one) => one === position)
  if (position !== undefined && side === undefined) return { error: t('fitments.position-wrong', { text: position }) }
  return {
    row: {
      ...rest,
      make,
      family,
      ...(from !== undefined && { from: Number(from) }),
      ...(to !== undefined && { to: Number(to) }),
      ...(side !== undefined && { position: side }),
    },
  }
}

/** Reads rows that were copied from a spreadsheet, with cells in the order of the columns; a head is left out. */
export function readPastedFitments(text: string): TypedFitment[] {
  return text.split(/\r?\n/).flatMap((line, index): TypedFitment[] => {
    const cells = line.split('\t').map((cell) => cell.trim())
    if (cells.every((cell) => cell === '')) return []
    const years = cells.slice(3, 5)
    if (index === 0 && years.some((cell) => cell !== '') && !years.some((cell) => /\d/.test(cell))) return []
    const row = { ...emptyFitment }
    for (const [place, column] of fitmentColumns.entries()) row[column] = cells[place] ?? ''
    const asked = row.position.toLowerCase()
    row.position =
      fitPositions.find((one) => one === asked || positionLabel(one).toLowerCase() === asked) ?? row.position
    return [row]
  })
}

export const positionLabel = (position: (typeof fitPositions)[number]): string =>
  position
    .split(' ')
    .map((side) => t(`fit-position.${side as 'front' | 'rear' | 'left' | 'right'}`))
    .join(' ')
