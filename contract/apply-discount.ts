import { allocate } from '#contract/allocate.ts'

/** Lists the kinds: a part of the price, an amount, and free shipping. */
export const discountKinds = ['percent', 'fixed', 'shipping'] as const
export const discountTargets = ['order', 'products', 'categories'] as const

/** Describes a discount that the buyer may use now. */
export interface Discount {
  id: string
  name: string
  /** Null for one that applies by itself. */
  code: string | null
  kind: (typeof discountKinds)[number]
  /** Hundredths of a percent, or cents; 0 for free shipping. */
  value: number
  target: (typeof discountTargets)[number]
  productIds: readonly string[]
  /** With the categories below them. */
  categoryIds: readonly string[]
  /** The least that the lines it is for must cost together. */
  minimumCents: number
  /** Changes with every edit of the discount. */
  version: string
}

export interface DiscountLine {
  productId: string
  /** The category of the product; those above it may be listed, too. */
  categoryIds: readonly string[]
  totalCents: number
}

export interface AppliedDiscount {
  discount: Discount
  /** The share of each line, in the order of the lines. */
  lineCents: number[]
  shippingCents: number
}

/**
 * Returns the discount that saves the buyer most, with its share of each line; null if none saves anything. Discounts do not add up. Of
 * equal ones the first is taken.
 */
export function bestDiscount(
  discounts: readonly Discount[],
  lines: readonly DiscountLine[],
  shippingCents: number,
): AppliedDiscount | null {
  let best: AppliedDiscount | null = null
  for (const discount of discounts) {
    const applied = applyDiscount(discount, lines, shippingCents)
    if (savedCents(applied) > (best ? savedCents(best) : 0)) best = applied
  }
  return best
}

/** Returns what a discount takes off in all. */
export const savedCents = ({ lineCents, shippingCents }: AppliedDiscount): number =>
  lineCents.reduce((sum, cents) => sum + cents, shippingCents)

export type DiscountMisfit =
  | { code: 'discount-no-products' }
  | { code: 'discount-below-minimum'; minimumCents: number; missingCents: number }

/** Returns why a discount does not apply to these lines; undefined if it does. */
export function misfitOf(discount: Discount, lines: readonly DiscountLine[]): DiscountMisfit | undefined {
  const suited = lines.filter((line) => isFor(discount, line))
  if (suited.length === 0) return { code: 'discount-no-products' }
  const { minimumCents } = discount
  const missingCents = minimumCents - sumOf(suited.map(({ totalCents }) => totalCents))
  return missingCents > 0 ? { code: 'discount-below-minimum', minimumCents, missingCents } : undefined
}

/** Applies a discount by itself; the shares of the lines by largest remainder, none above what the line costs. */
function applyDiscount(discount: Discount, lines: readonly DiscountLine[], shippingCents: number): AppliedDiscount {
  if (misfitOf(discount, lines)) return { discount, lineCents: lines.map(() => 0), shippingCents: 0 }
  const weights = lines.map((line) => (isFor(discount, line) ? line.totalCents : 0))
  const lineCents = allocate(amountOf(discount, sumOf(weights)), weights)
  return { discount, lineCents, shippingCents: discount.kind === 'shipping' ? shippingCents : 0 }
}

function isFor({ target, productIds, categoryIds }: Discount, line: DiscountLine): boolean {
  if (target === 'products') return productIds.includes(line.productId)
  return target === 'order' || line.categoryIds.some((id) => categoryIds.includes(id))
}

/** Returns the amount off a sum in cents, at most the sum; half a cent is rounded up. */
function amountOf({ kind, value }: Discount, cents: number): number {
  if (kind === 'percent') return Number((2n * BigInt(cents) * BigInt(value) + 10_000n) / 20_000n)
  return kind === 'fixed' ? Math.min(value, cents) : 0
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
