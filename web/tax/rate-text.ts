import { narrowText } from '#contract/narrow-text.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { numberInput } from '#web/i18n/typed-number.ts'

/** Writes a fraction as a percentage: `8.25 %`. */
export const percentText = (fraction: string): string =>
  Number(fraction).toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 4 })

/** Writes a fraction as it is typed into a field: `8.25`, or `8,25` in German. */
export const percentInput = (fraction: string): string => numberInput(Math.round(Number(fraction) * 1e6) / 1e4)

/** Reads a percentage of up to four decimals, with point or comma, as a fraction; undefined for anything else. */
export function readPercent(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[.,](\d{1,4}))?\s*%?$/.exec(narrowText(text).trim())
  if (!match) return undefined
  const digits = `${(match[1] ?? '').padStart(2, '0')}${match[2] ?? ''}`.replace(/0+$/, '')
  return digits === '' ? '0' : `0.${digits}`
}

/** Returns the day of the browser as `2026-01-31`. */
export function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
