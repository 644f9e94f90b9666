import { readVehicleAddress } from '#contract/vehicle-address.ts'
import { listCurrencies } from '#contract/currencies.ts'
import { isAmount, isNearlyWhole, toCents } from '#contract/currency.ts'
import { maxPriceCents } from '#contract/max-lengths.ts'
import { isDeliveryAddress, isPhoneNumber } from '#contract/delivery.ts'
import { isOrderPrefix } from '#contract/order-prefix.ts'
import { canonicalZone } from '#contract/time-zone.ts'
import { type ProductMeasure, readProductMeasure } from '#contract/product-measures.ts'
import { findUnseen, hasVisible } from '#contract/unseen-characters.ts'
import { isPersonName } from '#contract/person-name.ts'

// PostgreSQL stores no NUL, and a lone surrogate is no text at all.
const isText = (value: string) => !value.includes('\0') && value.isWellFormed()

const isLine = (value: string) => isText(value) && findUnseen(value) === undefined

/** Whether a text is an e-mail address that the shop takes. */
export const isEmailAddress = (value: string): boolean =>
  /^[\x21-\x3f\x41-\x7e]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value)

const isMeasureOrEmpty = (name: ProductMeasure) => (value: string) =>
  value.trim() === '' || readProductMeasure(name, value) !== undefined

/** Whether a text is a moment in UTC, as `Date.toISOString` writes it; seconds may be missing. */
const isMoment = (value: string) =>
  /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(value) && !Number.isNaN(Date.parse(value))

const isPrice = (value: number) => isAmount(value) && toCents(value) <= maxPriceCents

/** Whether a text names a time zone of the IANA database, by its present name or another; offsets are none, since they do not know summer time. */
const isTimeZone = (value: string) => /^[a-z]/i.test(value) && canonicalZone(value) !== undefined

const isWebLinkOrEmpty = (value: string) =>
  value === '' || (isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))

/** Whether the calendar has this day; the years are those of four digits in PostgreSQL. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && !text.startsWith('0000')
}

/** Defines the formats of numbers used by the contract's schemas. */
export const numberFormats = {
  amount: isAmount,
  price: (value: number) => isPrice(value) && toCents(value) > 0,
  'price-or-zero': isPrice,
  'percent-or-amount': (value: number) => isNearlyWhole(value * 100) || isAmount(value),
}

/** Defines the formats of texts used by the contract's schemas. */
export const requestFormats = {
  text: isText,
  'filled-text': (value: string) => isText(value) && hasVisible(value),
  name: (value: string) => isLine(value) && hasVisible(value),
  'line-or-empty': isLine,
  'delivery-address': (value: string) => isText(value) && isDeliveryAddress(value),
  'phone-number': (value: string) => isPhoneNumber(value),
  'email-address': isEmailAddress,
  'email-address-or-empty': (value: string) => value === '' || isEmailAddress(value),
  'person-name': isPersonName,
  'person-name-or-empty': (value: string) => value.trim() === '' || isPersonName(value),
  'row-offset': (value: string) => /^(?:0|[1-9]\d{0,4}|100000)$/.test(value),
  'page-limit': (value: string) => /^[1-9]\d{0,2}$|^1000$/.test(value),
  day: (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value),
  'row-number': (value: string) => /^[1-9]\d{0,15}$/.test(value),
  // A group and its values, as `brand:bosch,ate` or `width:5..10`.
  'facet-filter': (value: string) => isText(value) && /^[a-z0-9.-]{1,64}:[^:\s]+$/.test(value),
  'listed-vehicle': (value: string) => readVehicleAddress(value) !== undefined,
  // A moment in UTC, as `Date.toISOString` writes it, to a date that PostgreSQL knows.
  moment: (value: string) =>
    /^2\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(value) && !Number.isNaN(Date.parse(value)),
  uuid: (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  'discount-code-or-empty': (value: string) => /^[\p{L}\p{N}_-]*$/u.test(value),
  'moment-or-empty': (value: string) => value === '' || isMoment(value),
  'weight-or-empty': isMeasureOrEmpty('weight'),
  'length-or-empty': isMeasureOrEmpty('length'),
  address: (value: string) =>
    isText(value) &&
    // Browsers leave out tabs and line breaks: `/\t/other.host` would be another host.
    !/\p{Cc}/u.test(value) &&
    (/^\/(?![/\\])/.test(value) || (URL.canParse(value) && /^(https?|mailto):$/.test(new URL(value).protocol))),
  'https-link-or-empty': (value: string) =>
    value === '' || (isText(value) && URL.canParse(value) && new URL(value).protocol === 'https:'),
  // As a content security policy takes it.
  'https-origin': (value: string) =>
    /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(value) && URL.canParse(value) && new URL(value).origin === value,
  currency: (value: string) => listCurrencies().includes(value),
  'order-prefix': isOrderPrefix,
  'time-zone': isTimeZone,
  'web-link': isWebLinkOrEmpty,
  'web-link-or-home': (value: string) => value === '/' || isWebLinkOrEmpty(value),
}
