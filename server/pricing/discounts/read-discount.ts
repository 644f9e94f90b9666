import { isAmount, isNearlyWhole, toAmount, toCents } from '#contract/currency.ts'
import type { DiscountInput } from '#contract/discounts.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Holds a discount as it is stored, and what it is for. */
export type StoredDiscount = ReturnType<typeof readDiscount>

const maxFixedCents = 100_000_000

/**
 * Reads a discount as it is stored: what its kind and its target do not need is left out. Throws `discount-value-invalid`,
 * `discount-without-targets`, `discount-dates-invalid` or `discount-limit-zero`.
 */
export function readDiscount(input: DiscountInput) {
  const { kind, target = 'order', productIds = [], categoryIds = [], minimum = 0, usageLimit = null } = input
  // Hundredths of a percent, or minor units.
  const value =
    kind === 'shipping' ? 0 : kind === 'percent' ? Math.round((input.value ?? 0) * 100) : toCents(input.value ?? 0)
  const isExact = kind === 'percent' ? isNearlyWhole((input.value ?? 0) * 100) : isAmount(input.value ?? 0)
  if (kind !== 'shipping' && (!isExact || value < 1 || value > (kind === 'percent' ? 10_000 : maxFixedCents))) {
    throw problem('discount-value-invalid', { least: toAmount(1), most: toAmount(maxFixedCents) })
  }
  const targets = {
    productIds: target === 'products' ? unique(productIds.map((id) => id.toLowerCase())) : [],
    categoryIds: target === 'categories' ? unique(categoryIds.map(Number)) : [],
  }
  const isSpecific = target !== 'order'
  if (isSpecific && (kind === 'shipping' || targets.productIds.length + targets.categoryIds.length === 0)) {
    throw problem('discount-without-targets')
  }
  const [startsAt, endsAt] = [momentOf(input.startsAt), momentOf(input.endsAt)]
  if (startsAt && endsAt && startsAt >= endsAt) throw problem('discount-dates-invalid')
  // An order could never use it, and to many a reader 0 means no limit.
  if (usageLimit === 0) throw problem('discount-limit-zero')
  return {
    ...targets,
    row: {
      name: input.name.trim(),
      code: input.code || null,
      kind,
      value,
      target,
      minimumCents: toCents(minimum),
      startsAt,
      endsAt,
      active: input.active ?? true,
      usageLimit,
      oncePerBuyer: input.oncePerBuyer ?? false,
    },
  }
}

const unique = <Id>(ids: readonly Id[]): Id[] => [...new Set(ids)]

const momentOf = (text: string | undefined): Date | null => (text ? new Date(text) : null)
