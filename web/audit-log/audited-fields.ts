import type {
  AuditedClassRule,
  AuditedField,
  AuditedPrice,
  AuditedShippingRate,
  AuditedTaxRate,
  AuditEvent,
} from '#contract/audit-log.ts'
import type { OptionalProductField } from '#contract/catalog.ts'
import { toAmount } from '#contract/currency.ts'
import { sourceLimits, type SourceLimits } from '#contract/import-sources.ts'
import { groupDays, type OpeningHours, writeSpans } from '#contract/opening-hours.ts'
import { ownValue } from '#contract/own-value.ts'
import type { PartNumber } from '#contract/part-numbers.ts'
import { otherCountries } from '#contract/shipping.ts'
import type { Announcement } from '#contract/store.ts'
import { providerName } from '#web/identity/provider-names.ts'
import { taxName } from '#web/orders/tax-name.ts'
import type { ContentSchema } from '#web/site-content/schema-fields.tsx'
import { zoneName } from '#web/page/zone-name.ts'
import { weekdayName } from '#web/page/weekday-name.ts'
import { percentText } from '#web/tax/rate-text.ts'
import { currencyName, moneyText } from '#web/i18n/money-text.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { isMessageId, t, type MessageId } from '#web/i18n/messages.ts'
import { numberText } from '#web/i18n/number-text.ts'
import { weightText } from '#web/i18n/weights.ts'

/** Writes a value, or each one of a list; `currency` is that of the event, undefined for that of the store. */
type Format = (value: never, currency: string | undefined) => string

const asWritten: Format = (value: unknown) => leaves(value).join(' · ')
const number: Format = (value: number) => numberText(value)
const percent: Format = (value: number) => percentText(String(value / 100))
const yesNo: Format = (value: boolean) => t(value ? 'attributes.yes' : 'attributes.no')
const picture: Format = () => t('audit.another-picture')
const money = (cents: number, currency?: string) => moneyText(toAmount(cents, currency), currency)
const amount: Format = (value: number | string, currency) =>
  value === 'none' ? t('audit.no-limit') : money(Number(value), currency)

/** Names a code with the first message that there is for it; what people have entered stays as it is. */
const named =
  (...prefixes: string[]) =>
  (code: string): string => {
    const id = prefixes.map((prefix) => `${prefix}.${code}`).find((one) => isMessageId(one))
    return id !== undefined && isMessageId(id) ? t(id) : code
  }

const chosen =
  (labels: Readonly<Record<string, MessageId>>) =>
  (code: string): string => {
    const label = ownValue(labels, code)
    return label ? t(label) : code
  }

const day: Format = (value: string) => calendarDayText(value)

const standardClass = chosen({ standard: 'audit.standard' })

const moment: Format = (value: string) =>
  dateText(value, { hour: '2-digit', minute: '2-digit', timeZone: currentStore().timeZone })

const dateText = (iso: string, options: Intl.DateTimeFormatOptions) =>
  new Date(iso).toLocaleString(currentLocale(), { day: 'numeric', month: 'short', year: 'numeric', ...options })

/** Writes a measure as it was entered, with the decimal sign of the reader: `1,125 kg`. */
const measure: Format = (value: string) =>
  value.replace(/^\d+(?:\.\d+)?(?= )/, (digits) => numberText(Number(digits), { maximumFractionDigits: 6 }))

const language = named('language')

const partNumber: Format = ({ kind, maker, number: code }: PartNumber) =>
  [t(`part-number.${kind}`), maker, code].filter(Boolean).join(' ')

const useLabels = [
  ['isFacet', 'attributes.is-facet'],
  ['isColumn', 'attributes.is-column'],
  ['isRequired', 'attributes.is-required'],
] as const

/** Says what a category uses an attribute for: `Width (Filter, Column)`. */
const attributeUse: Format = (value: { name: string } & Partial<Record<(typeof useLabels)[number][0], boolean>>) => {
  const uses = useLabels.flatMap(([use, label]) => (value[use] ? [t(label)] : []))
  return uses.length > 0 ? `${value.name} (${uses.join(', ')})` : value.name
}

/** Writes a place of a zone, which begins with the code of a country. */
const place = (text: string): string => {
  const [country = '', ...rest] = text.split(' ')
  const name =
    country === otherCountries ? t('audit.other-countries') : country.length === 2 ? countryName(country) : country
  return [name, ...rest].join(' ')
}

/** Writes a rate of shipping. */
const shippingRate: Format = (rate: AuditedShippingRate) => {
  const { zone, by, from, to, priceCents, perKgCents, freeFromCents } = rate
  const limit = (value: number) => (by === 'weight' ? weightText(value / 1000) : money(value))
  const range =
    from === undefined ? '' : to == null ? t('facets.from', { from: limit(from) }) : `${limit(from)} – ${limit(to)}`
  return `${zone}: ${[
    range,
    priceCents === undefined ? '' : money(priceCents),
    perKgCents === undefined ? '' : t('audit.rate-per-kg', { amount: money(perKgCents) }),
    freeFromCents === undefined ? '' : t('audit.rate-free-from', { amount: money(freeFromCents) }),
  ]
    .filter(Boolean)
    .join(', ')}`
}

const classRule: Format = (rule: AuditedClassRule | string) => {
  if (typeof rule === 'string') return rule
  const { class: name, isExcluded, surchargeCents, perUnit } = rule
  if (isExcluded) return t('audit.class-excluded', { class: name })
  return t(perUnit ? 'audit.class-surcharge-per-unit' : 'audit.class-surcharge', {
    class: name,
    amount: money(surchargeCents),
  })
}

const price: Format = (value: AuditedPrice | string) => {
  if (typeof value === 'string') return value
  if ('more' in value) return t('audit.more', { count: value.more })
  const { product, from, cents } = value
  return t('audit.price', { product, count: from, amount: money(cents) })
}

const taxRate: Format = (rate: AuditedTaxRate | string) => {
  if (typeof rate === 'string') return rate
  const { country, region, postalPrefix, taxClass, name, rate: fraction, startsOn } = rate
  const where = [countryName(country), region, postalPrefix].filter(Boolean).join(' ')
  return [
    where,
    standardClass(taxClass),
    taxName(name),
    percentText(fraction),
    t('facets.from', { from: calendarDayText(startsOn) }),
  ].join(' · ')
}

const openingHours = (hours: OpeningHours): string =>
  groupDays(hours)
    .map(({ from, to, spans }) => {
      const days = [...new Set([from, to])].map((one) => weekdayName(one, 'short')).join('–')
      return `${days} ${writeSpans(spans) || t('store.closed')}`
    })
    .join('; ')

const announcement = ({ text, texts = {}, url = '', tone, startsAt, endsAt, dismissible }: Announcement): string =>
  [
    text,
    ...Object.values(texts),
    url,
    t(`store.tone.${tone}`),
    dismissible && t('store.announcement-dismissible'),
    (startsAt || endsAt) &&
      [startsAt, endsAt]
        .map((one) => (one ? moment(one as never, undefined) : ''))
        .join(' – ')
        .trim(),
  ]
    .filter(Boolean)
    .join(' · ')

/** Says how each field is written for people, so that no new one is forgotten; an optional field of a product is a text unless it says more. */
export const formats: Readonly<
  Record<Exclude<AuditedField, OptionalProductField>, Format> & Partial<Record<OptionalProductField, Format>>
> = {
  name: asWritten,
  description: asWritten,
  imageUrl: picture,
  priceCents: amount,
  pricePer: number,
  taxClass: standardClass,
  minimumQuantity: number,
  orderMultiple: number,
  maximumQuantity: number,
  availableQuantity: number,
  countedUnits: number,
  weight: measure,
  length: measure,
  width: measure,
  height: measure,
  shipClass: standardClass,
  texts: asWritten,
  attributes: attributeUse,
  help: asWritten,
  kind: named('attributes.kind', 'discounts.kind', 'imports.kind', 'legal', 'exports'),
  unit: asWritten,
  options: asWritten,
  names: asWritten,
  descriptions: asWritten,
  pageTitles: asWritten,
  pageDescriptions: asWritten,
  slug: (value: string) => `/categories/${value}`,
  parent: asWritten,
  position: number,
  images: (value: { alt?: string; alts?: Record<string, string> }) =>
    leaves([value.alt, value.alts]).join(' / ') || t('audit.another-picture'),
  replacedBy: asWritten,
  fitsTogether: asWritten,
  documents: ({ title }: { title: string }) => title,
  partNumbers: partNumber,
  tag: asWritten,
  note: asWritten,
  term: asWritten,
  means: asWritten,
  bothWays: yesNo,
  reason: chosen({
    requested_by_customer: 'refund.reason.requested',
    not_delivered: 'refund.reason.not-delivered',
    duplicate: 'refund.reason.duplicate',
    fraudulent: 'refund.reason.fraudulent',
  }),
  code: asWritten,
  amountCents: amount,
  percent,
  target: named('discounts.target'),
  products: asWritten,
  categories: asWritten,
  minimumCents: amount,
  startsAt: moment,
  endsAt: moment,
  active: yesNo,
  usageLimit: number,
  oncePerBuyer: yesNo,
  state: named('orders.state'),
  units: number,
  timeZone: (zone: string) => `${zone.split('/').at(-1)?.replaceAll('_', ' ')} (${zoneName(zone)})`,
  unitSystem: named('store.units'),
  currency: (code: string) => `${currencyName(code)} (${code})`,
  orderPrefix: asWritten,
  languages: language,
  company: asWritten,
  address: asWritten,
  phone: asWritten,
  email: asWritten,
  contactRecipient: asWritten,
  orderRecipient: asWritten,
  lowStockRecipient: asWritten,
  companyNumber: asWritten,
  taxNumber: asWritten,
  bankDetails: asWritten,
  transferDays: (days: number) => (days === 0 ? t('word.off') : t('store.transfer-days', { days })),
  retentionYears: number,
  openingHours,
  logo: picture,
  icon: picture,
  socialPicture: picture,
  primaryColor: asWritten,
  accentColor: asWritten,
  announcement,
  heldReason: named('audit.held'),
  transactionId: asWritten,
  refundedCents: amount,
  refundAskedCents: amount,
  surplusCents: amount,
  creditedCents: amount,
  restockedUnits: number,
  scrappedUnits: number,
  return: asWritten,
  returnState: named('returns.state'),
  replacement: asWritten,
  returnDays: number,
  feePercent: percent,
  wayBack: asWritten,
  withdrawal: yesNo,
  deliveryDays: number,
  role: named('audit.role', 'staff.built-in'),
  permissions: (code: string) => (code === 'everything' ? t('staff.everything') : named('permission')(code)),
  group: asWritten,
  exclusive: yesNo,
  adjustPercent: percent,
  prices: price,
  parts: chosen({
    displayName: 'word.name',
    education: 'profile.education',
    skill: 'profile.skill',
    projectLinks: 'profile.projects',
    phone: 'word.phone',
    email: 'word.email',
    name: 'word.name',
    taxNumbers: 'tax.buyers',
    phoneNumber: 'word.phone',
    poNumber: 'orders.po-number',
    payBy: 'word.payment',
    freight: 'audit.part.freight',
    note: 'audit.field.note',
    address: 'word.address',
    photoUrl: 'product.imageUrl',
  }),
  method: (value: string) =>
    chosen({
      emailLink: 'word.email-link',
      totp: 'word.authenticator-app',
      anonymous: 'audit.method.anonymous',
    })(providerName(value)),
  paymentMethod: named('payment-method'),
  reference: asWritten,
  receivedOn: day,
  sentOn: day,
  netDays: number,
  creditLimitCents: amount,
  poRequired: yesNo,
  enabled: yesNo,
  webAddress: asWritten,
  fileSource: asWritten,
  importTime: (time: string) => (time === '*' ? t('import-sources.every.hour') : time),
  importLimits: (limits: SourceLimits) =>
    sourceLimits.map((code) => `${t(`import-sources.limit.${code}`)}: ${limits[code]} %`).join(' · '),
  credential: named('import-sources.credential'),
  mailHost: asWritten,
  mailEncryption: named('mail-server.encryption'),
  mailSender: asWritten,
  events: named('webhooks.event'),
  places: place,
  shippingKind: named('shipping.kind'),
  days: asWritten,
  carrier: asWritten,
  trackingNumber: asWritten,
  shipment: asWritten,
  rates: shippingRate,
  classRules: classRule,
  classes: asWritten,
  defaultWeight: measure,
  origin: asWritten,
  pricesIncludeTax: yesNo,
  shippingTax: named('tax.shipping'),
  provider: named('tax.provider'),
  country: countryName,
  region: asWritten,
  number: asWritten,
  scheme: named('tax.scheme'),
  startsOn: day,
  endsOn: day,
  isExempt: yesNo,
  reverseCharge: yesNo,
  taxRates: taxRate,
  count: number,
  draft: yesNo,
  job: asWritten,
  status: named('tax-id'),
  language,
  version: number,
  fitKind: named('fit-kind'),
  fitComplete: yesNo,
  fits: asWritten,
  years: asWritten,
  engine: asWritten,
  settings: asWritten,
  search: asWritten,
  analytics: asWritten,
  home: asWritten,
  blog: asWritten,
  plumbing: asWritten,
  portfolio: asWritten,
  footer: asWritten,
}

const isFormatted = (field: string): field is keyof typeof formats => Object.hasOwn(formats, field)

/** Names a field of a subject in words: a product has the labels of its form. */
export function fieldLabel(field: string, subject?: AuditEvent['subject']['type']): string {
  const ids = [`audit.field.${field as AuditedField}`, `product.${field}`]
  return t((subject === 'product' ? ids.toReversed() : ids).find(isMessageId) ?? 'audit.field.other')
}

/** Formats the value of a field for people; `currency` is that of the event. */
export function fieldValue(field: string, value: unknown, currency: unknown): string {
  if (Array.isArray(value)) return value.map((each) => fieldValue(field, each, currency)).join(', ')
  const format = (isFormatted(field) && formats[field]) || asWritten
  const own = typeof currency === 'string' ? currency : undefined
  try {
    // Facts are stored as the kinds of change write them.
    const text: unknown = format(value as never, own)
    if (typeof text === 'string') return text
  } catch {
    // Another version may have written them otherwise.
  }
  return asWritten(value as never, own)
}

/** Names what was changed; empty if the kind of change says it, or nothing names it any more. */
export function subjectText({ kind, subject: { type, id, name }, before, after }: AuditEvent): string {
  if (type === 'site') return ''
  if (type === 'tax') {
    const className = kind.startsWith('tax-class') ? (after ?? before)?.['name'] : undefined
    if (typeof className === 'string') return className
    return id === 'settings' ? '' : id.split(', ').map(place).join(', ')
  }
  const isRowId = /^(?:\d+|[\da-f]{8}-[\da-f-]{27})$/.test(id)
  return name ?? (isRowId ? t('audit.deleted-subject') : id)
}

/**
 * Returns the texts and numbers of a part of the site, or the values of a product with the names of their attributes, that differ from
 * those of `other`, in reading order. `labels` names the fields of a part of the site.
 */
export function changedTexts(field: string, value: unknown, other: unknown, labels?: ContentSchema): string {
  const textsOf = (one: unknown): [place: string, text: string][] =>
    field === 'attributes'
      ? namedValues(one).map((text) => ['', text])
      : labels
        ? labelled(one, labels).map((text) => ['', text])
        : placedLeaves(one)
  const others = new Set(textsOf(other).map(String))
  return textsOf(value)
    .filter((one) => !others.has(String(one)))
    .map(([, text]) => text)
    .join(' · ')
}

/** Returns texts and numbers with the names on the way to them: two languages may exchange theirs. */
function placedLeaves(value: unknown, place = ''): [place: string, text: string][] {
  if (Array.isArray(value)) return value.flatMap((each) => placedLeaves(each, place))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => placedLeaves(each, `${place} ${name}`))
  return leaves(value).map((text) => [place, text])
}

const namedValues = (values: unknown): string[] =>
  typeof values === 'object' && values !== null
    ? Object.entries(values).map(([name, each]) => `${name} ${leaves(each).join(', ')}`)
    : []

function labelled(value: unknown, labels: ContentSchema): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => labelled(each, labels.items ?? {}))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => labelled(each, labels.properties?.[name] ?? {}))
  return leaves(value).map((text) => {
    const shown = labels.enum ? (labels.choices?.[text] ?? text.charAt(0).toUpperCase() + text.slice(1)) : text
    return labels.title === undefined ? shown : `${labels.title}: ${shown}`
  })
}

function leaves(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves)
  if (typeof value === 'number') return [numberText(value)]
  if (typeof value === 'boolean') return [t(value ? 'attributes.yes' : 'attributes.no')]
  return typeof value === 'string' && value !== '' ? [value] : []
}
