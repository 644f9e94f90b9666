import { writeCsv } from 'hucre/csv'
import { isFormula, isPlainNumber } from '#contract/formula-guard.ts'
import { hasDecimalComma, localDecimals } from '#contract/locale.ts'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'
import { saveFile } from '#web/page/save-file.ts'

/** Separates cells as spreadsheets in the language of the page expect it: where a comma begins the decimals, by a semicolon. */
export const localSeparator = (): ',' | ';' => (hasDecimalComma(currentLocale()) ? ';' : ',')

/** Returns an amount as spreadsheets in the language of the page read it. */
export const localAmount = (amount: string): string => localDecimals(amount, currentLanguage())

/**
 * Saves rows as a CSV file in UTF-8 with its mark, which spreadsheets look for. Text that they would take for a formula gets an
 * apostrophe.
 */
export function downloadCsv(name: string, rows: readonly (readonly string[])[], separator: ',' | ';' = ','): void {
  const cells = rows.map((row) => row.map((text) => (isFormula(text) && !isPlainNumber(text) ? `'${text}` : text)))
  // A program that divides lines at commas, too, keeps decimals in quotation marks whole. The empty row ends the last line.
  const quoteStyle = separator === ';' ? 'all' : 'required'
  const text = writeCsv([...cells, []], { delimiter: separator, bom: true, quoteStyle })
  saveFile(name, text, 'text/csv;charset=utf-8')
}
