import { formats } from '@lingui/core'
import { currentLocale } from '#web/i18n/language.ts'

export const unitsText = (units: number): string => formats.number(currentLocale(), units)
