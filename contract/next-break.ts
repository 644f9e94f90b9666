import { unitPriceAt, type UnitPrices } from '#contract/unit-price.ts'

/** Describes the next break: the quantity that it takes, and the price of each unit then. */
export interface NextBreak {
  quantity: number
  price: number
}

interface BreakRule extends UnitPrices {
  orderMultiple?: number | undefined
  maxOrder?: number | undefined
  available: number
}

/** Returns the next break above a quantity that can be ordered; undefined if there is none. */
export function nextBreak(product: BreakRule, quantity: number): NextBreak | undefined {
  const { breaks = [], orderMultiple = 1, maxOrder = Infinity, available } = product
  const next = breaks.find(({ from }) => from > quantity)
  if (!next) return undefined
  const units = Math.ceil(next.from / orderMultiple) * orderMultiple
  if (units > maxOrder || units > available) return undefined
  return { quantity: units, price: unitPriceAt(product, units) }
}
