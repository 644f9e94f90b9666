import type { OrderAmounts, TaxRow } from '#contract/orders.ts'

/** Describes a row of what an order costs. */
export type AmountRow =
  | { kind: 'items'; amount: number }
  /** `shipping` is what is off the shipping; the row of shipping is after it. */
  | { kind: 'discount'; name: string; amount: number; shipping: number }
  /** Without an amount, none is charged, or the freight is quoted later. */
  | { kind: 'shipping'; method: string | undefined; amount: number | undefined; isOnRequest: boolean }
  | { kind: 'tax'; tax: TaxRow }
  /** Tax that prices include and this buyer does not owe. */
  | { kind: 'tax-not-due'; amount: number }
  /** Makes the total an amount that can be paid. */
  | { kind: 'rounding'; amount: number }

/** Describes the shipping method of an order. */
export interface ChosenShipping {
  name: string
  isOnRequest: boolean
}

/** Returns the rows whose sum is the total, each zero tax with its reason: pages, papers and mails show the same. */
export function listAmountRows(
  { items, discount, shipping: shippingAmount, taxes, includesTax, rounding = 0, total }: OrderAmounts,
  shipping: ChosenShipping | undefined,
): AmountRow[] {
  const saved = discount?.amount ?? 0
  // A buyer who owes none pays less than the prices, which include it.
  const notDue = includesTax ? sum([items, -saved, shippingAmount ?? 0, rounding, -total]) : 0
  const rows: AmountRow[] = [{ kind: 'items', amount: items }]
  if (discount) rows.push({ kind: 'discount', name: discount.name, amount: saved, shipping: discount.shipping ?? 0 })
  if (shipping || shippingAmount !== undefined) {
    const isOnRequest = shipping?.isOnRequest ?? false
    rows.push({ kind: 'shipping', method: shipping?.name, amount: shippingAmount, isOnRequest })
  }
  const isTaxed = taxes.some(({ amount }) => amount > 0)
  for (const tax of taxes) {
    // Shipping that a tax is not due on is no news beside the tax of the goods.
    const isBeside = isTaxed && tax.amount === 0 && tax.reason === 'out_of_scope'
    if (!isBeside && (tax.amount === 0 || !includesTax)) rows.push({ kind: 'tax', tax })
  }
  if (notDue !== 0) rows.push({ kind: 'tax-not-due', amount: notDue })
  if (rounding !== 0) rows.push({ kind: 'rounding', amount: rounding })
  return rows
}

/** Adds amounts; no currency has more than three decimals. */
const sum = (amounts: readonly number[]) =>
  Math.round(amounts.reduce((total, amount) => total + amount, 0) * 1000) / 1000

/** Returns the taxes that are part of the total because prices include them. */
export const listIncludedTaxes = ({ includesTax, taxes }: OrderAmounts): TaxRow[] =>
  includesTax ? taxes.filter(({ amount }) => amount > 0) : []
