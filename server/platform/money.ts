/** Dollars on the wire to cents in our rows; rounds away what floating point added. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Cents in our rows to dollars on the wire. */
export const toDollars = (cents: number): number => cents / 100
