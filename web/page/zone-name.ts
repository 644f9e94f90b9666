import { currentLocale } from '#web/i18n/language.ts'

/** Returns the name of a time zone in the language of the page: `Central European Time`. */
export const zoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
