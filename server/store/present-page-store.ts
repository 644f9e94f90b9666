import { createHash } from 'node:crypto'
import type { PageStore } from '#contract/settings.ts'
import type { Announcement, Store } from '#contract/store.ts'
import { countryOfStore } from '#server/store/country-of-store.ts'
import { localesOfZone } from '#server/store/locales-of-zone.ts'

/** Returns what every page knows of the store at a time. */
export function presentPageStore(store: Store, now: Date): PageStore {
  const { name, currency, currencyDigits, orderPrefix, timeZone, languages, units } = store
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
    languages,
    units,
    ...(logo && { logo }),
    ...(icon && { icon }),
    ...(socialPicture && { socialPicture }),
    ...(primaryColor !== '' && { primaryColor }),
    ...(accentColor !== '' && { accentColor }),
    ...(announcement && isShown(announcement, now) && { announcement: withId(announcement) }),
  }
}

const isShown = ({ startsAt, endsAt }: Announcement, now: Date): boolean =>
  (startsAt === undefined || new Date(startsAt) <= now) && (endsAt === undefined || new Date(endsAt) > now)

/** A visitor who has closed an announcement sees the next one. */
const withId = ({ startsAt, endsAt, ...announcement }: Announcement) => ({
  ...announcement,
  id: createHash('sha256').update(JSON.stringify(announcement)).digest('base64url').slice(0, 8),
})
