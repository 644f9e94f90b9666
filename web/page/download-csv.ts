import { isFormula, isPlainNumber } from '#contract/formula-guard.ts'
import { hasDecimalComma, localDecimals } from '#contract/locale.ts'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'

/** Separates cells as spreadsheets in the language of the page expect it: where a comma begins the decimals, by a semicolon. */
export const localSeparator = (): ',' | ';' => (hasDecimalComma(currentLocale()) ? ';' : ',')

/** Returns an amount as spreadsheets in the language of the page read it. */
export const localAmount = (amount: string): string => localDecimals(amount, currentLanguage())

/**
 * Saves rows as a CSV file in UTF-8 with its mark, which spreadsheets look for. Text that they would take for a formula gets an
 * apostrophe.
 */
export function downloadCsv(name: string, rows: readonly (readonly string[])[], separator: ',' | ';' = ','): void {
  const cell = (text: string) => {
    const safe = isFormula(text) && !isPlainNumber(text) ? `'${text}` : text
    return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const text = rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')
  const href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  URL.revokeObjectURL(href)
}
