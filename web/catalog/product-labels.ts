import { formats } from '@lingui/core'
import { currentLocale } from '#web/i18n/language.ts'
import { isMessageId, t } from '#web/i18n/messages.ts'

/** Returns the label of a category; unknown ones keep their name. */
export function categoryLabel(category: string): string {
  const id = `category.${category}`
  return isMessageId(id) ? t(id) : category
}

export const unitsText = (units: number): string => formats.number(currentLocale(), units)
