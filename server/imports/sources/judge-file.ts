import { type ExceededLimit, type SourceLimit, sourceLimits, type SourceLimits } from '#contract/import-sources.ts'

/** Describes what a compared file would do: numbers of rows, and the greatest change of a price in percent. */
export interface FileChanges {
  rows: number
  new: number
  changed: number
  errors: number
  /** Rows that leave nothing of something that is in stock, or take it off sale. */
  emptied: number
  pricePercent: number
  /** The rows of the file before, and those of them that are gone. */
  rowsBefore: number
  missing: number
}

/** Returns the limits that a file is beyond, with the percentage that was found; none if it may be applied without a person. */
export function judgeFile(changes: FileChanges, limits: SourceLimits): ExceededLimit[] {
  const percentOf = (count: number, all: number) => (all === 0 ? 0 : (100 * count) / all)
  const found: Record<SourceLimit, number> = {
    new: percentOf(changes.new, changes.rows),
    changed: percentOf(changes.changed, changes.rows),
    missing: percentOf(changes.missing, changes.rowsBefore),
    errors: percentOf(changes.errors, changes.rows),
    price: changes.pricePercent,
    stock: percentOf(changes.emptied, changes.rows),
  }
  return sourceLimits
    .filter((code) => found[code] > limits[code])
    .map((code) => ({ code, facts: { found: shown(found[code], limits[code]), limit: limits[code] } }))
}

/** Rounds a percentage, but never down to the limit that it is beyond. */
function shown(percent: number, limit: number): number {
  const rounded = Math.round(percent * 10) / 10
  return rounded > limit ? rounded : Math.ceil(percent * 1000) / 1000
}
