import { toAmount } from '#contract/currency.ts'
import type { ManagedDiscount } from '#contract/discounts.ts'
import type { ManagedDiscountRow } from '#server/pricing/discounts/list-discounts.ts'

export const presentDiscount = (row: ManagedDiscountRow): ManagedDiscount => ({
  _id: row.id,
  name: row.name,
  ...(row.code !== null && { code: row.code }),
  kind: row.kind,
  // Hundredths of a percent, or minor units.
  ...(row.kind === 'percent' && { value: row.value / 100 }),
  ...(row.kind === 'fixed' && { value: toAmount(row.value) }),
  target: row.target,
  products: row.products.map(({ sku, ...product }) => ({ ...product, ...(sku !== null && { sku }) })),
  categories: row.categories,
  ...(row.minimumCents > 0 && { minimum: toAmount(row.minimumCents) }),
  ...(row.startsAt !== null && { startsAt: new Date(row.startsAt).toISOString() }),
  ...(row.endsAt !== null && { endsAt: new Date(row.endsAt).toISOString() }),
  active: row.active,
  ...(row.usageLimit !== null && { usageLimit: row.usageLimit }),
  used: row.usedCount,
  oncePerBuyer: row.oncePerBuyer,
  state: row.state,
  updatedAt: new Date(row.updatedAt).toISOString(),
})
