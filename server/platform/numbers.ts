import type { Language } from '#contract/language.ts'
import { localeOf, withApostrophes } from '#contract/locale.ts'

/** Writes a number as the country of the store does. */
export const numberText = (number: number, language: Language): string =>
  withApostrophes(number.toLocaleString(localeOf(language)))
