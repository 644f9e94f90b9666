import { toAmount } from '#contract/currency.ts'
import { maxPricesPerProduct, type RefusedRow } from '#contract/price-rows.ts'

/** Describes a price to write; null removes it. */
export interface PriceRow {
  productId: string
  from: number
  cents: number | null
}

/** Tells what prices of a list must be like. */
export interface PriceRules {
  /** Public breaks lie beside the product's own price, which is the one from 1 unit on. */
  isBase: boolean
  /** A list that decides alone needs a price from 1 unit on. */
  needsFirst: boolean
}

/**
 * Checks rows together with the prices that the list has already, by product and quantity: returns all rows that are refused. Prices must
 * not rise with the quantity; of two that contradict each other, a new one is refused.
 */
export function checkPrices(
  rows: readonly PriceRow[],
  before: ReadonlyMap<string, ReadonlyMap<number, number>>,
  { isBase, needsFirst }: PriceRules,
): RefusedRow[] {
  const refused = new Map<number, RefusedRow>()
  const refuse = (row: number, code: RefusedRow['code'], facts: Partial<RefusedRow> = {}) => {
    if (!refused.has(row)) refused.set(row, { row, code, ...facts })
  }
  const written = new Map<string, Map<number, number>>()
  rows.forEach(({ productId, from, cents }, index) => {
    const steps = written.get(productId) ?? new Map<number, number>()
    written.set(productId, steps)
    if (steps.has(from)) refuse(index, 'row-twice', { from })
    else steps.set(from, index)
    if (isBase && from === 1 && cents !== null) refuse(index, 'price-from-one')
  })
  for (const [productId, indexes] of written) {
    const after = new Map(before.get(productId))
    for (const [from, index] of indexes) {
      const cents = rows[index]?.cents ?? null
      if (cents === null) after.delete(from)
      else after.set(from, cents)
    }
    const steps = [...after].toSorted(([one], [other]) => one - other)
    if (steps.length > maxPricesPerProduct) {
      for (const index of indexes.values()) if (rows[index]?.cents !== null) refuse(index, 'too-many-prices')
    }
    let lowest: [from: number, cents: number] | undefined
    for (const [from, cents] of steps) {
      if (lowest && cents > lowest[1]) {
        // The higher of the two may have been there before.
        const index = indexes.get(from) ?? indexes.get(lowest[0])
        const other = indexes.has(from) ? lowest : ([from, cents] as const)
        if (index !== undefined) refuse(index, 'price-rises', { from: other[0], price: toAmount(other[1]) })
      } else lowest = [from, cents]
    }
    const [first] = indexes.values()
    if (needsFirst && steps.length > 0 && !after.has(1) && first !== undefined) refuse(first, 'first-price-missing')
  }
  return [...refused.values()].toSorted((one, other) => one.row - other.row)
}
