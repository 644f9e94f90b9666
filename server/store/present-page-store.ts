import { createHash } from 'node:crypto'
import { defaultLanguage, type Language, languages } from '#contract/language.ts'
import type { PageStore } from '#contract/settings.ts'
import type { Announcement, Store } from '#contract/store.ts'
import { countryOfStore } from '#server/store/country-of-store.ts'
import { localesOfZone } from '#server/store/locales-of-zone.ts'

/** Returns what every page knows of the store at a time. */
export function presentPageStore(store: Store, now: Date): PageStore {
  const { name, currency, currencyDigits, orderPrefix, timeZone, languages: offered, units } = store
  const { transferDays } = store
  const { logo, icon, socialPicture, primaryColor, accentColor, announcement } = store
  const locales = localesOfZone(timeZone)
  const country = countryOfStore(store)
  return {
    name,
    currency,
    currencyDigits,
    orderPrefix,
    timeZone,
    ...(locales && { locales }),
    ...(country !== undefined && { country }),
    languages: offered,
    units,
    ...(transferDays > 0 && { transferDays }),
    ...(logo && { logo }),
    ...(icon && { icon }),
    ...(socialPicture && { socialPicture }),
    ...(primaryColor !== '' && { primaryColor }),
    ...(accentColor !== '' && { accentColor }),
    ...(announcement && isShown(announcement, now) && { announcement: presentAnnouncement(announcement, offered[0]) }),
  }
}

const isShown = ({ startsAt, endsAt }: Announcement, now: Date): boolean =>
  (startsAt === undefined || new Date(startsAt) <= now) && (endsAt === undefined || new Date(endsAt) > now)

/** Returns an announcement with what readers of each language see: their text, else that of the main language, else the English one. */
function presentAnnouncement({ startsAt, endsAt, ...announcement }: Announcement, main: Language = defaultLanguage) {
  const { text, texts, ...others } = announcement
  const own: Partial<Record<Language, string>> = { ...texts, [defaultLanguage]: text }
  return {
    ...others,
    texts: Object.fromEntries(languages.map((language) => [language, own[language] || own[main] || text])),
    // A visitor who has closed an announcement sees the next one.
    id: createHash('sha256').update(JSON.stringify(announcement)).digest('base64url').slice(0, 8),
  }
}
