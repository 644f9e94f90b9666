import { currentStore } from '#contract/current-store.ts'
import type { Language } from '#contract/language.ts'

/** Lists the countries whose way to write numbers and dates goes with a language; that of the first one stands for all others. */
export const localeCountries: Readonly<Record<Language, readonly string[]>> = {
  en: ['GB', 'US', 'CA', 'AU', 'NZ', 'IE'],
  de: ['DE', 'AT', 'CH', 'LI', 'LU'],
}

/** Returns the locale for `Intl` of a language in the country of the store, `en-US` or `de-CH`: pages, mails and documents are written by it. */
export function localeOf(language: Language): string {
  const countries = localeCountries[language]
  const { country } = currentStore()
  return `${language}-${countries.find((one) => one === country) ?? countries[0]}`
}

/** Whether a locale writes decimals behind a comma. */
export const hasDecimalComma = (locale: string): boolean => /^de(?!-(?:CH|LI))/.test(locale)

/** Writes the apostrophe between thousands in numbers of a text, as in `1’234.50`, the same in every version of `Intl`: page and server must agree. */
export const withApostrophes = (text: string): string =>
  text.includes("'") ? text.replaceAll(/(\d)'(?=\d{3})/g, '$1’') : text
