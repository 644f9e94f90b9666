import { currentStore } from '#contract/current-store.ts'
import type { Language } from '#contract/language.ts'

/** Holds the locales of stores of which no country is known, or one that is written alike. */
const defaultLocales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** Returns the locale for `Intl` of a language in the country of the store, `en-US` or `de-CH`: pages, mails and documents are written by it. */
export const localeOf = (language: Language): string => currentStore().locales?.[language] ?? defaultLocales[language]

/** Whether a locale writes decimals behind a comma. */
export const hasDecimalComma = (locale: string): boolean => /^de(?!-(?:CH|LI))/.test(locale)

/** Writes the decimals in a text with a point as the language does: `1,125 kg`. */
export const localDecimals = (text: string, language: Language): string =>
  hasDecimalComma(localeOf(language)) ? text.replaceAll(/(?<=\d)\.(?=\d)/g, ',') : text

/** Writes the apostrophe between thousands in numbers of a text, as in `1’234.50`, the same in every version of `Intl`: page and server must agree. */
export const withApostrophes = (text: string): string =>
  text.includes("'") ? text.replaceAll(/(\d)'(?=\d{3})/g, '$1’') : text
