import { currentCurrency, roundPayable } from '#contract/currency.ts'
import type { OrderShipping } from '#server/orders/orders.tables.ts'
import type { TaxAmounts, TaxGroup } from '#server/tax/compute-tax.ts'

/** Holds the discount of an order, with the shares of its lines and of the shipping in cents. */
export interface OrderDiscount {
  id: string
  /** Changes with every edit of the discount. */
  version: string
  code: string | null
  name: string
  kind: string
  lineCents: readonly number[]
  shippingCents: number
}

/** Holds the amounts of an order in cents, as they are frozen when it is placed. */
export interface OrderAmounts {
  /** The sum of the lines before discounts. */
  itemsCents: number
  lines: readonly { discountCents: number; netCents: number; taxCents: number; taxClass: string | null }[]
  discount: OrderDiscount | null
  discountCents: number
  shipping: OrderShipping | null
  shippingCents: number
  shippingNetCents: number
  shippingTaxCents: number
  includesTax: boolean
  taxes: readonly (TaxGroup & { provider: string; providerRef: string | null })[]
  taxCents: number
  /** Holds the amount that is added or taken off so that the total can be paid. */
  roundingCents: number
  totalCents: number
  currency: string
}

/** Holds the amounts that an order is placed with, and the version of what they were calculated from. */
export interface ChargedAmounts extends OrderAmounts {
  chargesVersion: string | null
  /** Because of which the buyer owes no tax. */
  buyerTaxNumber?: string | undefined
}

interface AmountsInput {
  lines: readonly { totalCents: number; taxClass: string | null }[]
  discount: OrderDiscount | null
  shipping: OrderShipping | null
  /** Before its discount; 0 without shipping. */
  shippingCents: number
  taxes: TaxAmounts
}

/** Puts the amounts of an order together: the total is the sum of nets and taxes of lines and shipping, rounded to what can be paid. */
export function orderAmounts({ lines, discount, shipping, shippingCents, taxes }: AmountsInput): OrderAmounts {
  const sumOf = (list: readonly number[]) => list.reduce((sum, cents) => sum + cents, 0)
  const payable = [...taxes.lines, taxes.shipping].map(({ netCents, taxCents }) => netCents + taxCents)
  const { provider, reference } = taxes
  const exactCents = sumOf(payable)
  const totalCents = roundPayable(exactCents)
  return {
    itemsCents: sumOf(lines.map(({ totalCents }) => totalCents)),
    lines: lines.map(({ taxClass }, index) => ({
      discountCents: discount?.lineCents[index] ?? 0,
      netCents: taxes.lines[index]?.netCents ?? 0,
      taxCents: taxes.lines[index]?.taxCents ?? 0,
      taxClass,
    })),
    discount,
    discountCents: sumOf(discount?.lineCents ?? []),
    shipping,
    shippingCents: shippingCents - (discount?.shippingCents ?? 0),
    shippingNetCents: taxes.shipping.netCents,
    shippingTaxCents: taxes.shipping.taxCents,
    includesTax: taxes.includesTax,
    taxes: taxes.groups.map((group) => ({ ...group, provider, providerRef: reference ?? null })),
    taxCents: taxes.taxCents,
    roundingCents: totalCents - exactCents,
    totalCents,
    currency: currentCurrency().code.toLowerCase(),
  }
}
