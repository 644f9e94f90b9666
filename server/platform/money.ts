import type { Language } from '#contract/language.ts'

/** Converts dollars to cents; rounds floating-point errors away. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Converts cents to dollars. */
export const toDollars = (cents: number): number => cents / 100

/** Formats cents, e.g. `$1,234.50` and `1.234,00 $`. */
export function formatMoney(cents: number, currency: string, language: Language): string {
  const key = `${language} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency })
  formats.set(key, format)
  return format.format(cents / 100)
}

/** Keeps the formats, which take longer to make than to use. */
const formats = new Map<string, Intl.NumberFormat>()
