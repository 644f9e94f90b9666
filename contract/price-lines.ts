import {
  assessLines,
  isOrderable,
  type LineOffer,
  type LineRefusal,
  lineFactsOf,
  lineTotalCents,
} from '#contract/assess-line.ts'
import { toAmount, toCents } from '#contract/currency.ts'
import type { SeenPrice } from '#contract/cart-lines.ts'
import type { LineProduct, LineTotals, PricedLine } from '#contract/carts.ts'
import { unitPriceAt } from '#contract/unit-price.ts'

interface WantedLine extends SeenPrice {
  product?: LineProduct | undefined
  quantity: number
}

interface AssessedLine {
  quantity: number
  product?: LineProduct
  total?: number
  code?: LineRefusal
  offer?: LineOffer
}

/**
 * Prices and assesses the lines of a cart or list, together; each line has the price of its own quantity. A price that has fallen is no
 * refusal: it needs no decision.
 */
export function priceLines(lines: readonly WantedLine[]): AssessedLine[] {
  const assessed = assessLines(
    lines.map(({ product, quantity, seenPrice, seenPricePer }) => ({
      productId: product?._id ?? '',
      facts: product ? lineFactsOf(product, quantity) : null,
      wanted: {
        quantity,
        seenPriceCents:
          seenPrice === undefined || isCheaper({ product, quantity, seenPrice, seenPricePer })
            ? undefined
            : toCents(seenPrice),
        seenPricePer,
      },
    })),
  )
  return assessed.map(({ left, verdict }, index) => {
    const { product, quantity = 0 } = lines[index] ?? {}
    return {
      quantity,
      ...(product && { product }),
      ...(left?.active && { total: toAmount(lineTotalCents(left, quantity)) }),
      ...(verdict.code && { code: verdict.code, offer: verdict.offer }),
    }
  })
}

/** Whether the price of now is lower than the one that the buyer saw, for as many units. */
export const isCheaper = ({ product, quantity, seenPrice, seenPricePer = 1 }: WantedLine): boolean =>
  product !== undefined &&
  !product.discontinued &&
  seenPrice !== undefined &&
  seenPricePer === (product.pricePer ?? 1) &&
  toCents(unitPriceAt(product, quantity)) < toCents(seenPrice)

/** Prices and assesses a line by itself. */
export const priceLine = (product: LineProduct | undefined, line: Omit<WantedLine, 'product'>): AssessedLine =>
  priceLines([{ product, ...line }])[0] ?? { quantity: line.quantity }

/** Sums up priced lines; what can be ordered only at another price counts with the price of now. */
export function totalsOf(lines: readonly Pick<PricedLine, 'code' | 'quantity' | 'total'>[]): LineTotals {
  const orderable = lines.filter(isOrderable)
  return {
    lines: lines.length,
    refused: lines.filter(({ code }) => code !== undefined).length,
    units: orderable.reduce((sum, { quantity }) => sum + quantity, 0),
    total: toAmount(orderable.reduce((sum, { total = 0 }) => sum + toCents(total), 0)),
  }
}
