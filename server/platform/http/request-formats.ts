import { isDeliveryAddress, isPhoneNumber } from '#contract/delivery.ts'
import { type ProductMeasure, readProductMeasure } from '#contract/product-measures.ts'
import { isPersonName } from '#contract/person-name.ts'

// PostgreSQL stores no NUL, and a lone surrogate is no text at all.
const isText = (value: string) => !value.includes('\0') && value.isWellFormed()

const isEmailAddress = (value: string) => /^[\x21-\x3f\x41-\x7e]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value)

const isMeasureOrEmpty = (name: ProductMeasure) => (value: string) =>
  value.trim() === '' || readProductMeasure(name, value) !== undefined

/** Defines the formats used by the contract's schemas. */
export const requestFormats = {
  text: isText,
  'filled-text': (value: string) => isText(value) && value.trim() !== '',
  'delivery-address': (value: string) => isText(value) && isDeliveryAddress(value),
  'phone-number': (value: string) => isPhoneNumber(value),
  'email-address': isEmailAddress,
  'email-address-or-empty': (value: string) => value === '' || isEmailAddress(value),
  'person-name': isPersonName,
  'person-name-or-empty': (value: string) => value.trim() === '' || isPersonName(value),
  'row-offset': (value: string) => /^(?:0|[1-9]\d{0,4}|100000)$/.test(value),
  'page-limit': (value: string) => /^[1-9]\d{0,2}$|^1000$/.test(value),
  'row-number': (value: string) => /^[1-9]\d{0,15}$/.test(value),
  // A group and its values, as `brand:bosch,ate` or `width:5..10`.
  'facet-filter': (value: string) => isText(value) && /^[a-z0-9.-]{1,64}:[^:\s]+$/.test(value),
  uuid: (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  'weight-or-empty': isMeasureOrEmpty('weight'),
  'length-or-empty': isMeasureOrEmpty('length'),
  address: (value: string) =>
    isText(value) &&
    (/^\/(?![/\\])/.test(value) || (URL.canParse(value) && /^(https?|mailto):$/.test(new URL(value).protocol))),
  'web-link': (value: string) =>
    value === '' || (isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
}
