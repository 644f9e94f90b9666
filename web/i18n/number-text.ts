import { formats } from '@lingui/core'
import { withApostrophes } from '#contract/locale.ts'
import { currentLocale } from '#web/i18n/language.ts'

/** Writes a number as the country of the store does; server and browser agree. */
export const numberText = (number: number, format?: Intl.NumberFormatOptions): string =>
  withApostrophes(formats.number(currentLocale(), number, format))
