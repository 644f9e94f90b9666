import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { previewTax } from '#contract/tax.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import type { Tax } from '#server/tax/calculate-tax.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toCents, toDollars } from '#server/platform/money.ts'

/** Calculates an example as if tax was on; throws `user-not-found` or `tax-unavailable`. */
export async function previewExample(
  db: Database,
  tax: Tax,
  { amount, shipping = 0, taxClass, place, email, day }: Body<typeof previewTax>,
  now: Date,
): Promise<ResponseBody<typeof previewTax>> {
  const buyer = email === undefined ? undefined : await getUserByEmail(db, email)
  const {
    includesTax,
    lines,
    shipping: shipped,
    groups,
    taxCents,
    note,
  } = await tax.preview(db, {
    lines: [{ taxClass, taxCode: null, amountCents: toCents(amount) }],
    shippingCents: toCents(shipping),
    place,
    buyerId: buyer?.id,
    at: day === undefined ? now : new Date(`${day}T12:00:00Z`),
  })
  const netCents = lines.reduce((sum, line) => sum + line.netCents, shipped.netCents)
  return {
    includesTax,
    net: toDollars(netCents),
    tax: toDollars(taxCents),
    total: toDollars(netCents + taxCents),
    groups: groups.map(({ taxableCents, taxCents: cents, ...group }) => ({
      ...group,
      taxable: toDollars(taxableCents),
      tax: toDollars(cents),
    })),
    ...(note && { note }),
  }
}
