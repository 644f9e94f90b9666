/** Dollars on the wire to cents in our rows; rounds away what floating point added. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Cents in our rows to dollars on the wire. */
export const toDollars = (cents: number): number => cents / 100

/** Cents as a person reads them, e.g. `$1,234.50` and `$1,234`: two decimals only when there are cents. */
export const formatMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(
    cents / 100,
  )
