import type { Fitment } from '#contract/vehicles.ts'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns the years of a row, such as `2003–2009` or `from 2003`. */
export function fitmentYears({ from, to }: Fitment): string {
  if (from === undefined) return to === undefined ? '' : t('fit.until', { year: String(to) })
  if (to === undefined) return t('fit.from', { year: String(from) })
  return from === to ? String(from) : `${from}–${to}`
}

const sides = ['front', 'rear', 'left', 'right'] as const
const sideText = (word: string): string => {
  const side = sides.find((one) => one === word)
  return side ? t(`fit.position.${side}`) : word
}

/** Returns what narrows a row: engine, position, days of building, condition. */
export const fitmentDetails = ({ engine, position, builtFrom, builtTo, condition }: Fitment): string[] =>
  [
    engine && [engine.name, engine.code && `(${engine.code})`].filter(Boolean).join(' '),
    position && position.split(' ').map(sideText).join(' '),
    builtFrom && t('fit.built-from', { day: calendarDayText(builtFrom) }),
    builtTo && t('fit.built-to', { day: calendarDayText(builtTo) }),
    condition,
  ].filter((text) => text !== undefined)

/** Returns a row in one line, such as `Volkswagen Golf V 2003–2009 · 1.9 TDI`. */
export const fitmentText = (row: Fitment): string =>
  [[row.make, row.family, row.generation, fitmentYears(row)].filter(Boolean).join(' '), ...fitmentDetails(row)].join(
    ' · ',
  )
