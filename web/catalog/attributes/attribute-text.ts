import type { Attribute } from '#contract/attributes.ts'
import { measureText, type System } from '#contract/units.ts'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns the text in the language of the page, else in English, else in any. */
export function textIn(texts: Readonly<Record<string, string>> | undefined): string {
  return texts?.[currentLanguage()] ?? texts?.['en'] ?? Object.values(texts ?? {})[0] ?? ''
}

export const truthText = (truth: boolean): string => (truth ? t('attributes.yes') : t('attributes.no'))

/** Returns the values of a product for one attribute as words, numbers in the units of `system`; several are joined by commas. */
export function valueText(
  { kind, dimension, options }: Pick<Attribute, 'kind' | 'dimension' | 'options'>,
  value: string | boolean | readonly string[] | undefined,
  system: System | undefined,
): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return truthText(value)
  const texts = (typeof value === 'string' ? [value] : value).map((each) => {
    if (kind === 'option') return textIn(options.find(({ code }) => code === each)?.names) || each
    return kind === 'number' && dimension ? measureText(each, dimension, { system, locale: currentLocale() }) : each
  })
  return texts.join(', ')
}
