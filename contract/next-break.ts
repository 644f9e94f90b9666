import { lineTotalCents } from '#contract/assess-line.ts'
import { toAmount, toCents } from '#contract/currency.ts'
import { unitPriceAt, type UnitPrices } from '#contract/unit-price.ts'

/** Describes the next break: how many more units it takes, and what as many units cost less then. */
export interface NextBreak {
  add: number
  quantity: number
  price: number
  saved: number
}

interface BreakRule extends UnitPrices {
  pricePer?: number | undefined
  orderMultiple?: number | undefined
  maxOrder?: number | undefined
  available: number
}

/** Returns the next break above a quantity that can be ordered; undefined if there is none. */
export function nextBreak(product: BreakRule, quantity: number): NextBreak | undefined {
  const { breaks = [], pricePer = 1, orderMultiple = 1, maxOrder = Infinity, available } = product
  const next = breaks.find(({ from }) => from > quantity)
  if (!next) return undefined
  const units = Math.ceil(next.from / orderMultiple) * orderMultiple
  if (units > maxOrder || units > available) return undefined
  const price = unitPriceAt(product, units)
  const totalCents = (each: number) => lineTotalCents({ priceCents: toCents(each), pricePer }, units)
  const saved = toAmount(totalCents(unitPriceAt(product, quantity)) - totalCents(price))
  return { add: units - quantity, quantity: units, price, saved }
}
