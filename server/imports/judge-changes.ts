import {
  defaultSourceLimits,
  type ExceededLimit,
  type SourceLimit,
  sourceLimits,
  type SourceLimits,
} from '#contract/import-sources.ts'
import type { StoredWarning } from '#server/imports/imports.tables.ts'

/** Describes amounts that become less than a fifth of before, or more than five times as much. */
export interface GreatMove {
  direction: 'fall' | 'rise'
  rows: number
  /** By what most of them are divided or multiplied, if it is the same: 100 for cents. */
  factor: number | undefined
  examples: { name: string; was: number; now: number }[]
}

/** Describes the rows with a price that is far from another one of the same product, and the first of them. */
export interface DistantPrices {
  rows: number
  name: string
  lowest: number
  highest: number
  lines: string
}

/** Describes the rows that repeat the stock of the file before although the shop has another one since, and the first of them. */
export interface RepeatedCounts {
  rows: number
  name: string
  counted: number
  /** The units that the shop has. */
  left: number
  lines: string
}

export interface FileChanges {
  rows: number
  new: number
  changed: number
  errors: number
  /** Rows that leave nothing of something that is in stock, or take it off sale. */
  emptied: number
  pricePercent: number
  moves: readonly GreatMove[]
  /** Rows whose price is far from the others of its product, which are never many: a decimal sign in a row of its own. */
  apart: DistantPrices
  repeated: RepeatedCounts
  /** The rows of the file before, and those of them that are gone. */
  rowsBefore: number
  missing: number
}

/** From which factor on the move of an amount is a great one: beyond a sale, and below every mistake by a decimal sign. */
export const greatFactor = 5
/** Limits the rows that a person sees at a glance. */
const maxFewRows = 10

const percentOf = (count: number, all: number) => (all === 0 ? 0 : (100 * count) / all)
const areMany = ({ rows }: { rows: number }) => rows > maxFewRows

/** Returns the limits that a file is beyond, with the percentage that was found; none if it may be applied without a person. */
export function judgeChanges(changes: FileChanges, limits: SourceLimits): ExceededLimit[] {
  const found: Record<SourceLimit, number> = {
    new: percentOf(changes.new, changes.rows),
    changed: percentOf(changes.changed, changes.rows),
    missing: percentOf(changes.missing, changes.rowsBefore),
    errors: percentOf(changes.errors, changes.rows),
    price: changes.pricePercent,
    stock: percentOf(changes.emptied, changes.rows),
  }
  const exceeded: ExceededLimit[] = sourceLimits
    .filter((code) => found[code] > limits[code])
    .map((code) => ({ code, facts: { found: shown(found[code], limits[code]), limit: limits[code] } }))
  // No price falls by more than 100 %, so that a limit above it would let all of them fall.
  const many = changes.moves.filter(areMany)
  if (many.length > 0 && !exceeded.some(({ code }) => code === 'price'))
    exceeded.push({ code: 'great', facts: { rows: Math.max(...many.map(({ rows }) => rows)), factor: greatFactor } })
  if (changes.apart.rows > 0) exceeded.push({ code: 'apart', facts: { rows: changes.apart.rows, factor: greatFactor } })
  if (changes.repeated.rows > 0) exceeded.push({ code: 'repeated', facts: { rows: changes.repeated.rows } })
  return exceeded
}

/** Returns the warnings of changes that a person confirms before they are applied: prices by a great factor, stock that goes, and stock that repeats the file before. */
export function findGreatChanges(changes: FileChanges): StoredWarning[] {
  const ofPrices = changes.moves.filter(areMany).map(({ direction, rows, factor, examples }): StoredWarning => {
    const facts = { rows, percent: 100 - 100 / greatFactor, times: greatFactor, ...(factor && { factor }) }
    const named = examples.flatMap(({ name, was, now }, index) => [
      [`name${index + 1}`, name],
      [`was${index + 1}`, was],
      [`now${index + 1}`, now],
    ])
    const code = direction === 'fall' ? 'prices-fall' : 'prices-rise'
    return { code: factor ? `${code}-alike` : code, facts: { ...facts, ...Object.fromEntries(named) } }
  })
  const { emptied, rows, apart, repeated } = changes
  const isStockGone = areMany({ rows: emptied }) && percentOf(emptied, rows) > defaultSourceLimits.stock
  return [
    ...ofPrices,
    ...(apart.rows > 0 ? [{ code: 'prices-apart' as const, facts: { ...apart, times: greatFactor } }] : []),
    ...(repeated.rows > 0 ? [{ code: 'stock-repeated' as const, facts: { ...repeated } }] : []),
    ...(isStockGone ? [{ code: 'stock-gone' as const, facts: { rows: emptied, all: rows } }] : []),
  ]
}

/** Rounds a percentage, but never down to the limit that it is beyond. */
function shown(percent: number, limit: number): number {
  const rounded = Math.round(percent * 10) / 10
  return rounded > limit ? rounded : Math.ceil(percent * 1000) / 1000
}
