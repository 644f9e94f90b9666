import type { ImportField } from '#contract/imports.ts'
import { localDecimals } from '#contract/locale.ts'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { moneyText } from '#web/i18n/money-text.ts'
import { numberText } from '#web/i18n/number-text.ts'

const shownLength = 200
const cut = (text: string) => (text.length > shownLength ? `${text.slice(0, shownLength)} …` : text)

/** Matches the prices in a text of all lists: `Dealers × 10 = 105.16 | …`. */
const priceOfList = /(?<= = )\d+(?:\.\d+)?(?= \| |$)/g

/** Writes a canonical text for people: numbers, prices and days as the page does, and words for codes. */
export function shownText(text: string, field: ImportField | undefined): string {
  if (text === '') return t('imports.nothing')
  const { code, number, isDay, words = {}, isList } = field ?? {}
  const wordOf = (one: string) => (Object.hasOwn(words, one) ? words[one] : one) ?? one
  if (isDay && /^\d{4}-\d\d-\d\d$/.test(text)) return calendarDayText(text)
  if (code === 'listPrices') return cut(text.replaceAll(priceOfList, (price) => moneyText(Number(price))))
  if (number === 'measure') return cut(localDecimals(text, currentLanguage()))
  if (number === undefined || Number.isNaN(Number(text)))
    return cut(isList ? text.split(' | ').map(wordOf).join(' | ') : wordOf(text))
  return number === 'amount' ? moneyText(Number(text)) : numberText(Number(text))
}
