import { type Static, Type } from 'typebox'
import { EmailAddress, endpoint, IdParams, Line, Text, Name } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { pageQuery, SearchText } from '#contract/pagination.ts'

/** Lists why a group of an order has its tax; all but the first two are zeros. The check constraint of `order_taxes.reason` has the same list. */
export const taxReasons = [
  'standard',
  'reduced',
  'zero_rated',
  'reverse_charge',
  'intra_community',
  'export',
  'customer_exempt',
  'product_exempt',
  'not_collecting',
  'out_of_scope',
] as const
export type TaxReason = (typeof taxReasons)[number]

/** Lists what a buyer is told about a zero: papers must say so in words. */
export const taxNotes = ['reverse-charge', 'intra-community', 'export', 'exempt'] as const
export type TaxNote = (typeof taxNotes)[number]

/** Lists how shipping is taxed: like the goods, in proportion of their amounts, or with the highest of their rates. */
export const shippingTaxRules = ['proportional', 'highest'] as const
export const taxProviders = ['tables', 'stripe'] as const
/** `oss` is the one-stop shop of the European Union: it covers buyers in its other countries. */
export const taxSchemes = ['normal', 'oss'] as const
export const taxIdStates = ['unknown', 'verified', 'invalid', 'unavailable'] as const
export type TaxIdState = (typeof taxIdStates)[number]

/** Lists what keeps a shop from collecting the tax that it means to collect, or from being right about it. */
export const taxGaps = [
  'no-country',
  'no-registration',
  'no-home-registration',
  'registration-without-rates',
  'class-without-rates',
  'oss-without-rates',
  'registration-without-number',
  'stripe-not-set',
] as const
export type TaxGap = (typeof taxGaps)[number]

const Country = Type.String({ maxLength: 2, pattern: '^[A-Z]{2}$' })
const Region = Text(maxLengths.region)
const Day = Type.String({ format: 'day' })
const ClassCode = Type.String({ maxLength: 40, pattern: '^[a-z0-9][a-z0-9-]{0,39}$' })
/** Defines a rate as a fraction below 1 of at most six decimals, such as `0.0825`. */
const RateFraction = Type.String({ maxLength: 8, pattern: String.raw`^0(\.\d{1,6})?$` })
const RowId = Type.String({ format: 'row-number' })
const RowParams = Type.Object({ id: RowId })

const settings = {
  enabled: Type.Boolean(),
  pricesIncludeTax: Type.Boolean(),
  shippingTax: Type.Enum(shippingTaxRules),
  provider: Type.Enum(taxProviders),
  /** Where goods are sent from; empty while the shop has not said. */
  country: Type.Union([Country, Type.Literal('')]),
  region: Region,
}
const registration = {
  country: Country,
  region: Region,
  number: Line(maxLengths.taxNumber),
  scheme: Type.Enum(taxSchemes),
  startsOn: Day,
  endsOn: Type.Optional(Day),
  /** Whether businesses with a verified number of the country owe the tax themselves, if you sell from abroad; off, if absent. */
  reverseCharge: Type.Optional(Type.Boolean()),
}
const taxClass = {
  name: Name(maxLengths.attributeName),
  isExempt: Type.Boolean(),
  taxCode: Line(maxLengths.taxCode),
}
const rate = {
  country: Country,
  region: Region,
  postalPrefix: Text(maxLengths.postalCode),
  taxClass: ClassCode,
  name: Name(maxLengths.taxName),
  rate: RateFraction,
  startsOn: Day,
  onShipping: Type.Boolean(),
}
const certificate = {
  country: Country,
  region: Region,
  number: Line(maxLengths.taxNumber),
  reason: Text(maxLengths.attributeText),
  startsOn: Day,
  endsOn: Type.Optional(Day),
}

export const TaxRegistration = Type.Object({ _id: Type.String(), ...registration })
export type TaxRegistration = Static<typeof TaxRegistration>
export const TaxClass = Type.Object({ code: Type.String(), ...taxClass, products: Type.Integer() })
export type TaxClass = Static<typeof TaxClass>
export const TaxRate = Type.Object({ _id: Type.String(), ...rate })
export type TaxRate = Static<typeof TaxRate>
const TaxRateInput = Type.Object(rate)
export type TaxRateInput = Static<typeof TaxRateInput>

/** Describes the rates that add up in a place for a class, from a day on which they come to the most; `postalPrefix` is the beginning of its postal codes. */
const placeTotal = {
  country: Type.String(),
  region: Type.String(),
  postalPrefix: Type.String(),
  taxClass: Type.String(),
  rates: Type.Array(Type.Object({ name: Type.String(), rate: Type.String() })),
  total: Type.String(),
  startsOn: Type.String(),
}
export const PlaceTotal = Type.Object(placeTotal)
export type PlaceTotal = Static<typeof PlaceTotal>
/** The highest standard rate of a country, that of Hungary: more is probably a decimal point that slipped, such as 82.5 for 8.25 %. */
export const maxUsualRate = 0.27

/**
 * Describes such a total while added rates hold; `isNew` if one of them adds to what was there on a day, `isHigh` if they come to more
 * than `maxUsualRate` on a day.
 */
const RateTotal = Type.Object({ ...placeTotal, isNew: Type.Boolean(), isHigh: Type.Boolean() })
export type RateTotal = Static<typeof RateTotal>

/** Lists what is missing, with the places or the classes that it is about. */
export const TaxGaps = Type.Array(
  Type.Object({ code: Type.Enum(taxGaps), places: Type.Optional(Type.Array(Type.String())) }),
)

/** Describes how tax is set up; `gaps` is what is missing, with the places that it is about. */
const TaxSetup = Type.Object({
  ...settings,
  registrations: Type.Array(TaxRegistration),
  classes: Type.Array(TaxClass),
  /** The number of all rates. */
  rates: Type.Integer(),
  gaps: TaxGaps,
})
export type TaxSetup = Static<typeof TaxSetup>

/** Describes a tax number of a buyer and what is known about it. */
const taxId = {
  _id: Type.String(),
  value: Type.String(),
  country: Type.String(),
  status: Type.Enum(taxIdStates),
  /** Says who checks it: the register of VAT numbers, or an admin of the shop. */
  checkedBy: Type.Enum(['register', 'shop']),
  checkedAt: Type.Optional(Type.String()),
}
export const TaxId = Type.Object(taxId)
export type TaxId = Static<typeof TaxId>
export const BuyerTaxId = Type.Object({
  ...taxId,
  email: Type.String(),
  /** Holds the answer of the register about its owner, or the admin who verified it. */
  evidence: Type.Optional(Type.String()),
})
export type BuyerTaxId = Static<typeof BuyerTaxId>

export const Certificate = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  ...certificate,
  /** Set once an admin has verified it: only then it counts. */
  verifiedBy: Type.Optional(Type.String()),
})
export type Certificate = Static<typeof Certificate>

export const getTaxSetup = endpoint('getTaxSetup', 'GET', '/tax', {
  access: 'admin',
  permission: ['settings', 'catalog'],
  summary: 'Returns the settings of tax, registrations and classes, and what is missing.',
  answer: TaxSetup,
})

export const updateTaxSettings = endpoint('updateTaxSettings', 'PUT', '/tax', {
  access: 'admin',
  permission: 'settings',
  summary: 'Changes the settings that are sent; orders that are placed keep their tax.',
  body: Type.Partial(Type.Object(settings)),
  problems: ['region-unknown', 'tax-provider-missing', 'tax-not-ready', 'demo-beside-own'],
})

export const addTaxRegistration = endpoint('addTaxRegistration', 'POST', '/tax/registrations', {
  access: 'admin',
  permission: 'settings',
  summary: 'Adds a place where the shop collects tax.',
  body: Type.Object(registration),
  problems: [
    'demo-beside-own',
    'dates-reversed',
    'region-unknown',
    'registration-overlaps',
    'registration-number-invalid',
    'vat-check-digit-wrong',
  ],
})

export const updateTaxRegistration = endpoint('updateTaxRegistration', 'PUT', '/tax/registrations/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Replaces a registration, such as to end it.',
  params: RowParams,
  body: Type.Object(registration),
  problems: [
    'tax-entry-not-found',
    'dates-reversed',
    'region-unknown',
    'registration-overlaps',
    'registration-number-invalid',
    'vat-check-digit-wrong',
  ],
})

export const deleteTaxRegistration = endpoint('deleteTaxRegistration', 'DELETE', '/tax/registrations/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Deletes a registration.',
  params: RowParams,
  problems: ['tax-entry-not-found'],
})

const ClassParams = Type.Object({ code: Text(maxLengths.taxCode, 1) })

export const addTaxClass = endpoint('addTaxClass', 'POST', '/tax/classes', {
  access: 'admin',
  permission: 'settings',
  summary: 'Adds a tax class, whose code is made from its name. Until it has a rate, it is taxed as `standard`.',
  body: Type.Object(taxClass),
  answer: Type.Object({ success: Type.Literal(true), code: Type.String() }),
  problems: ['tax-class-taken'],
})

export const putTaxClass = endpoint('putTaxClass', 'PUT', '/tax/classes/:code', {
  access: 'admin',
  permission: 'settings',
  summary: 'Adds a tax class or changes one.',
  params: Type.Object({ code: ClassCode }),
  body: Type.Object(taxClass),
})

export const deleteTaxClass = endpoint('deleteTaxClass', 'DELETE', '/tax/classes/:code', {
  access: 'admin',
  permission: 'settings',
  summary: 'Deletes a tax class without products and rates; `standard` stays.',
  params: ClassParams,
  problems: ['tax-class-not-found', 'tax-class-in-use'],
})

export const listTaxRates = endpoint('listTaxRates', 'GET', '/tax/rates', {
  access: 'admin',
  permission: 'settings',
  summary: 'Lists the rates by place, class, name and start; `q` searches country, region, postal code and name.',
  query: Type.Object({
    limit: pageQuery.limit,
    after: Type.Optional(Type.String({ format: 'row-number' })),
    q: Type.Optional(SearchText),
  }),
  answer: Type.Array(TaxRate),
})

export const maxTaxRates = 2000

export const addTaxRates = endpoint('addTaxRates', 'POST', '/tax/rates', {
  access: 'admin',
  permission: 'settings',
  summary: `Adds rates, all or none; one that has the same place, class, name and start is replaced. The next start of a rate ends it. Rates of other names in one place add up: \`totals\` says the sums, and where a rate adds to another one, nothing is saved without \`addsUp\`, nor without \`isHigh\` where they come to more than ${100 * maxUsualRate} %, the highest standard rate of a country. \`dryRun\` only answers the totals.`,
  body: Type.Object({
    rates: Type.Array(TaxRateInput, { minItems: 1, maxItems: maxTaxRates }),
    addsUp: Type.Optional(Type.Boolean()),
    isHigh: Type.Optional(Type.Boolean()),
    dryRun: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ success: Type.Literal(true), totals: Type.Array(RateTotal) }),
  problems: [
    'tax-class-not-found',
    'region-unknown',
    'postal-prefix-invalid',
    'tax-rates-add-up',
    'tax-rate-high',
    'demo-beside-own',
  ],
})

export const deleteTaxRate = endpoint('deleteTaxRate', 'DELETE', '/tax/rates/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Deletes a rate that was entered by mistake; the one before it holds again.',
  params: RowParams,
  problems: ['tax-entry-not-found'],
})

export const proposeEuRates = endpoint('proposeEuRates', 'GET', '/tax/eu-rates', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Lists the standard rates of the European Union as a library knows them, to be confirmed with `addTaxRates`; `present` is the rate that the shop has.',
  answer: Type.Array(
    Type.Object({
      country: Type.String(),
      name: Type.String(),
      rate: Type.String(),
      startsOn: Type.String(),
      present: Type.Optional(Type.String()),
    }),
  ),
})

export const listBuyerTaxIds = endpoint('listBuyerTaxIds', 'GET', '/buyer-tax-ids', {
  access: 'admin',
  permission: ['settings', 'customers'],
  summary: 'Lists the tax numbers of buyers, the latest first, or those of one state or buyer.',
  query: Type.Object({
    limit: pageQuery.limit,
    after: pageQuery.after,
    q: Type.Optional(SearchText),
    status: Type.Optional(Type.Enum(taxIdStates)),
  }),
  answer: Type.Array(BuyerTaxId),
})

export const assessTaxId = endpoint('assessTaxId', 'PUT', '/buyer-tax-ids/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Verifies or rejects a tax number in the name of an admin, or asks the register again (`unknown`).',
  params: IdParams,
  body: Type.Object({ status: Type.Enum(['verified', 'invalid', 'unknown']) }),
  problems: ['tax-entry-not-found'],
})

export const listCertificates = endpoint('listCertificates', 'GET', '/exemption-certificates', {
  access: 'admin',
  permission: ['settings', 'customers'],
  summary: 'Lists the exemption certificates of buyers, the latest first.',
  query: Type.Object({
    limit: pageQuery.limit,
    after: pageQuery.after,
    q: Type.Optional(SearchText),
  }),
  answer: Type.Array(Certificate),
})

export const addCertificate = endpoint('addCertificate', 'POST', '/exemption-certificates', {
  access: 'admin',
  permission: 'settings',
  summary: 'Adds a certificate that an admin has verified: its buyer pays no tax in that place, from and until a day.',
  body: Type.Object({ email: EmailAddress, ...certificate }),
  problems: ['user-not-found', 'dates-reversed', 'region-unknown'],
})

export const updateCertificate = endpoint('updateCertificate', 'PUT', '/exemption-certificates/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Replaces a certificate, such as to end it.',
  params: IdParams,
  body: Type.Object(certificate),
  problems: ['tax-entry-not-found', 'dates-reversed', 'region-unknown'],
})

export const deleteCertificate = endpoint('deleteCertificate', 'DELETE', '/exemption-certificates/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Deletes a certificate that was entered by mistake.',
  params: IdParams,
  problems: ['tax-entry-not-found'],
})

export const listTaxIds = endpoint('listTaxIds', 'GET', '/tax-ids', {
  access: 'signed-in',
  summary: 'Lists the own tax numbers.',
  answer: Type.Array(TaxId),
})

export const maxTaxIds = 10

export const addTaxId = endpoint('addTaxId', 'POST', '/tax-ids', {
  access: 'signed-in',
  summary:
    'Adds a VAT number after a check of its digits; the register is asked in the background, and until it has confirmed the number, tax is charged.',
  body: Type.Object({ value: Name(maxLengths.taxNumber) }),
  answer: Type.Object({ success: Type.Literal(true), taxId: TaxId }),
  problems: ['tax-id-invalid', 'vat-check-digit-wrong', 'tax-id-known', 'too-many-tax-ids'],
})

export const deleteTaxId = endpoint('deleteTaxId', 'DELETE', '/tax-ids/:id', {
  access: 'signed-in',
  summary: 'Deletes an own tax number.',
  params: IdParams,
  problems: ['tax-entry-not-found'],
})
