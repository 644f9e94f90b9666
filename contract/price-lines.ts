import { assessLine, type LineOffer, type LineRefusal, lineFactsOf, lineTotalCents } from '#contract/assess-line.ts'
import type { LineProduct, LineTotals, PricedLine } from '#contract/carts.ts'

interface WantedLine {
  quantity: number
  /** The price in dollars that the buyer saw. */
  seenPrice?: number | undefined
}

/** Prices and assesses a line; earlier lines of its product have `taken` some of the stock. */
export function priceLine(product: LineProduct | undefined, line: WantedLine, taken = 0) {
  const rule = product && lineFactsOf(product)
  const facts = rule
    ? {
        ...rule,
        available: Math.max(0, rule.available - taken),
        maximum: rule.maximum === undefined ? undefined : Math.max(0, rule.maximum - taken),
      }
    : null
  const { quantity, seenPrice } = line
  const seenPriceCents = seenPrice === undefined ? undefined : Math.round(seenPrice * 100)
  const verdict = assessLine(facts, { quantity, seenPriceCents })
  const priced: {
    quantity: number
    product?: LineProduct
    total?: number
    code?: LineRefusal
    offer?: LineOffer
  } = {
    quantity,
    ...(product && { product }),
    ...(facts?.active && { total: lineTotalCents(facts, quantity) / 100 }),
    ...(verdict.code && { code: verdict.code, offer: verdict.offer }),
  }
  return priced
}

/** Whether a line can be ordered at the price of now. */
export const isOrderable = ({ code }: Pick<PricedLine, 'code'>): boolean =>
  code === undefined || code === 'price-changed'

/** Sums up priced lines; what can be ordered only at another price counts with the price of now. */
export function totalsOf(lines: readonly Pick<PricedLine, 'code' | 'quantity' | 'total'>[]): LineTotals {
  const orderable = lines.filter(isOrderable)
  return {
    lines: lines.length,
    refused: lines.filter(({ code }) => code !== undefined).length,
    units: orderable.reduce((sum, { quantity }) => sum + quantity, 0),
    total: orderable.reduce((sum, { total = 0 }) => sum + Math.round(total * 100), 0) / 100,
  }
}
