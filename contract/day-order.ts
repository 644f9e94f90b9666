/** Lists what stands first in days such as 03/04/2024: the day or the month. */
export const dayOrders = ['day-first', 'month-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** Counts what the cells of a column say about the order of its days: `03/04/2024` alone is open. */
export type ColumnDays = Record<DayOrder | 'open', number>

const slashed = /^\s*(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/

/** Returns what a cell says about the order of day and month; undefined if it says nothing, as 2024-04-03 or 03/03/2024. */
export function readDayOrder(cell: string): DayOrder | 'open' | undefined {
  const [, first, , second] = slashed.exec(cell) ?? []
  if (first === undefined || second === undefined) return undefined
  if (Number(first) > 12) return 'day-first'
  if (Number(second) > 12) return 'month-first'
  return Number(first) === Number(second) ? undefined : 'open'
}

/** Collects what the cells of each column say about their days. */
export function createDayScan() {
  const columns: ColumnDays[] = []
  return {
    columns,
    add({ cells }: { cells: readonly string[] }): void {
      for (const [index, cell] of cells.entries()) {
        const said = readDayOrder(cell)
        if (said) (columns[index] ??= { 'day-first': 0, 'month-first': 0, open: 0 })[said] += 1
      }
    },
  }
}

export interface DaysColumn {
  days: ColumnDays | null | undefined
  /** Whether a field of days is chosen for it. */
  isDay: boolean
  chosen?: DayOrder | null | undefined
  /** Holds what a person has said of the same columns before, or its program does. */
  remembered?: DayOrder | null | undefined
}

/**
 * Decides the order of the days of each column: it is chosen, else its own values prove it, else the other columns of days do, else a person
 * has said it before. `isUnclear` if a person has to say it.
 */
export function decideDayOrders(columns: readonly DaysColumn[]): { order?: DayOrder; isUnclear?: true }[] {
  const proofs = columns.map(({ days }) => proofOf(days))
  const others = new Set(proofs.flatMap((proof, index) => (proof && columns[index]?.isDay ? [proof] : [])))
  return columns.map(({ days, isDay, chosen, remembered }, index) => {
    const isMixed = days ? days['day-first'] > 0 && days['month-first'] > 0 : false
    const ofFile = isMixed || others.size !== 1 ? undefined : [...others][0]
    const order = chosen ?? proofs[index] ?? (days?.open ? (ofFile ?? remembered) : undefined)
    if (order) return { order }
    return isDay && days?.open ? { isUnclear: true as const } : {}
  })
}

function proofOf(days: ColumnDays | null | undefined): DayOrder | undefined {
  if (!days || days['day-first'] > 0 === days['month-first'] > 0) return undefined
  return days['day-first'] > 0 ? 'day-first' : 'month-first'
}
