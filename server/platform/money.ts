import type { Language } from '#contract/language.ts'

/** Converts dollars to cents; rounds floating-point errors away. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Converts cents to dollars. */
export const toDollars = (cents: number): number => cents / 100

/** Formats cents, e.g. `$1,234.50` and `1.234,00 $`. */
export const formatMoney = (cents: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100)
