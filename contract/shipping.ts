import { type Static, Type } from 'typebox'
import { maxLines } from '#contract/max-lengths.ts'
import { endpoint, Quantity, Text, Name, Line } from '#contract/endpoint.ts'
import { ByLanguage } from '#contract/by-language.ts'
import { maxLengths, maxPriceCents } from '#contract/max-lengths.ts'
import { Place } from '#contract/place.ts'

/**
 * Lists how a method finds its price: one for each zone, a table by weight or value, collected by the buyer, asked of a carrier, or
 * quoted by the seller (freight on request).
 */
export const shippingKinds = ['flat', 'table', 'pickup', 'carrier', 'quoted'] as const
export type ShippingKind = (typeof shippingKinds)[number]

/** Lists what the rows of a table are by: kilograms or amounts in the currency of the store. */
export const rateBases = ['weight', 'value'] as const
export type RateBase = (typeof rateBases)[number]

/** Names the class of products without one. */
export const standardShipClass = 'standard'

/** Names all countries that no zone names. */
export const otherCountries = '*'

/** Limits a shop's set-up, which is read as a whole. */
const maxima = { zones: 100, members: 500, methods: 50, rates: 2000, classes: 20 } as const

const Days = Type.Integer({ minimum: 0, maximum: 365 })
const DayRange = Type.Object({ from: Days, to: Days })
/** Defines a price that may be 0. */
const Price = Type.Number({ minimum: 0, maximum: maxPriceCents, format: 'price-or-zero' })
/** Defines kilograms, or an amount in the currency of the shop. */
const Limit = Type.Number({ minimum: 0, maximum: maxPriceCents, multipleOf: 0.001 })
const Names = ByLanguage(Line(maxLengths.shippingName))
const ShippingName = Name(maxLengths.shippingName)
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const ShipClassCode = Type.String({ maxLength: 40, pattern: '^[a-z0-9][a-z0-9-]{0,39}$' })

/** Describes what a buyer can choose; amounts are in the currency of the store. */
export const OfferedShipping = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(shippingKinds),
  /** Absent for freight on request, which is not free. */
  price: Type.Optional(Type.Number()),
  /** Working days until delivery. */
  days: Type.Optional(DayRange),
  carrier: Type.Optional(Type.String()),
  /** By how much more the goods must be worth for free delivery. */
  missingForFree: Type.Optional(Type.Number()),
})
export type OfferedShipping = Static<typeof OfferedShipping>

/** Lists why a method that goes to a place is not offered. */
export const omissionReasons = ['excluded-class', 'no-row', 'carrier-unavailable', 'no-carrier-rate'] as const
export type OmissionReason = (typeof omissionReasons)[number]

/** Describes a method that is left out, and why. */
export const Omission = Type.Object({ name: Type.String(), reason: Type.Enum(omissionReasons) })

/** Lists the parts of a place that the zones of its country depend on. */
export const placeParts = ['region', 'postalCode'] as const
export type PlacePart = (typeof placeParts)[number]

const offers = {
  offers: Type.Array(OfferedShipping),
  /** Set if the price depends on a part of the place that was not sent. */
  needs: Type.Optional(Type.Enum(placeParts)),
  /** The methods that cannot be offered for these goods or right now. */
  omitted: Type.Array(Omission),
}
const Lines = Type.Array(Type.Object({ productId: Text(200, 1), quantity: Quantity(1) }), {
  minItems: 1,
  maxItems: maxLines,
})

export const getShippingStatus = endpoint('getShippingStatus', 'GET', '/shipping', {
  access: 'anyone',
  summary: 'Says whether delivery is charged, and to which countries goods go.',
  answer: Type.Object({
    charged: Type.Boolean(),
    /** As ISO 3166-1 alpha-2. */
    countries: Type.Array(Type.String()),
    /** Whether all other countries are delivered to as well. */
    others: Type.Boolean(),
  }),
})

export const listShippingOffers = endpoint('listShippingOffers', 'POST', '/shipping-offers', {
  access: 'anyone',
  summary:
    'Lists what delivery of products to a place costs, cheapest first; country and postal code are enough. Empty while delivery is not charged.',
  body: Type.Object({ lines: Lines, place: Place }),
  answer: Type.Object({ charged: Type.Boolean(), ...offers }),
  problems: ['country-unknown', 'region-unknown', 'postal-code-elsewhere'],
})

const ZoneMember = Type.Object({
  /** ISO 3166-1 alpha-2, or `*` for all countries that no zone names. */
  country: Text(maxLengths.region, 1),
  /** As addresses have it, such as TX. */
  region: Type.Optional(Text(maxLengths.region)),
  /** The first characters of postal codes, such as 995; or with `postalTo` the first of a range of equally long numbers. */
  postalFrom: Type.Optional(Text(maxLengths.postalCode)),
  postalTo: Type.Optional(Text(maxLengths.postalCode)),
})
export type ZoneMember = Static<typeof ZoneMember>

const zoneFields = { name: ShippingName, members: Type.Array(ZoneMember, { maxItems: maxima.members }) }
const ShippingZone = Type.Object({ id: Id, ...zoneFields })
export type ShippingZone = Static<typeof ShippingZone>

/** Describes a row: what more than `from` and up to `to` weighs, or is worth at least `from` and less than `to`. */
const ShippingRate = Type.Object({
  zone: Id,
  from: Limit,
  /** Without it, there is no end. */
  to: Type.Optional(Limit),
  price: Price,
  /** For each kilogram begun, above `from` where rows are by weight. */
  perKg: Type.Optional(Price),
  /** From this value of the goods on, the row costs nothing; surcharges stay. */
  freeFrom: Type.Optional(Price),
})
export type ShippingRate = Static<typeof ShippingRate>

const ClassRule = Type.Object({
  class: ShipClassCode,
  excluded: Type.Optional(Type.Literal(true)),
  surcharge: Type.Optional(Price),
  /** Set if the surcharge is for each unit; otherwise it is once for the order. */
  perUnit: Type.Optional(Type.Literal(true)),
})
export type ClassRule = Static<typeof ClassRule>

const methodFields = {
  name: ShippingName,
  names: Type.Optional(Names),
  kind: Type.Enum(shippingKinds),
  by: Type.Optional(Type.Enum(rateBases)),
  days: Type.Optional(DayRange),
  carrier: Type.Optional(Line(maxLengths.carrier)),
  active: Type.Boolean(),
  rates: Type.Array(ShippingRate, { maxItems: maxima.rates }),
  classRules: Type.Array(ClassRule, { maxItems: maxima.classes }),
}
const ShippingMethod = Type.Object({ id: Id, ...methodFields })
export type ShippingMethod = Static<typeof ShippingMethod>
export type ShippingMethodInput = Omit<ShippingMethod, 'id'>

const ShipClass = Type.Object({ code: ShipClassCode, name: Type.String(), names: Names })
export type ShipClass = Static<typeof ShipClass>

/** Describes where carriers collect; `postalCode` and `country` are enough for most. */
const Origin = Type.Object({
  company: Type.Optional(Line(maxLengths.addressee)),
  street: Type.Optional(Text(maxLengths.street)),
  city: Type.Optional(Line(maxLengths.city)),
  region: Type.Optional(Text(maxLengths.region)),
  postalCode: Text(maxLengths.postalCode, 1),
  country: Text(2, 2),
})
export type ShippingOrigin = Static<typeof Origin>

/** Lists what the check of a set-up finds; the first four keep a method from being used, the others only some goods or places. */
export const shippingIssueCodes = [
  'no-zone',
  'no-method',
  'no-origin',
  'no-carrier-account',
  'zone-without-members',
  'zone-without-methods',
  'method-without-rates',
  'gap',
  'overlap',
  'end',
  'same-place',
  'class-excluded-everywhere',
  'no-weight',
  'country-unreachable',
  'country-mostly-unreachable',
  'origin-elsewhere',
] as const

export const ShippingIssue = Type.Object({
  code: Type.Enum(shippingIssueCodes),
  zone: Type.Optional(Type.String()),
  method: Type.Optional(Type.String()),
  class: Type.Optional(Type.String()),
  /**
   * The limits of a gap or overlap, or the end of a table, in kilograms or in the currency of the store; for `no-weight`, the number of
   * products.
   */
  by: Type.Optional(Type.Enum(rateBases)),
  from: Type.Optional(Type.Number()),
  to: Type.Optional(Type.Number()),
  place: Type.Optional(Type.String()),
  count: Type.Optional(Type.Integer()),
  /** As ISO 3166-1 alpha-2. */
  country: Type.Optional(Type.String()),
})
export type ShippingIssue = Static<typeof ShippingIssue>

/** Describes a zone with the countries that would lose delivery without it, or a part of it. */
const ListedZone = Type.Object({
  id: Id,
  ...zoneFields,
  loses: Type.Array(Type.Object({ country: Type.String(), isPart: Type.Boolean() })),
})
export type ListedZone = Static<typeof ListedZone>

/** Describes everything that decides what delivery costs. */
const ShippingSetup = Type.Object({
  enabled: Type.Boolean(),
  /** Counts the changes; sent with a change, it refuses to overwrite one that the admin has not seen. */
  edition: Type.Integer(),
  /** Holds the weight of a product without one, in kilograms. */
  defaultWeight: Type.Optional(Type.Number()),
  origin: Type.Optional(Origin),
  /** Whether a carrier's account is connected: the built-in stand-in, `test`, or a real one. */
  carriers: Type.Enum(['off', 'test', 'live']),
  zones: Type.Array(ListedZone),
  methods: Type.Array(ShippingMethod),
  classes: Type.Array(ShipClass),
  issues: Type.Array(ShippingIssue),
  /** The countries that no zone delivers to, as ISO 3166-1 alpha-2. */
  unreachable: Type.Array(Type.String()),
})
export type ShippingSetup = Static<typeof ShippingSetup>

const edition = { edition: Type.Optional(Type.Integer()) }
const Params = Type.Object({ id: Text(20, 1) })
const Saved = Type.Object({ success: Type.Literal(true), id: Id })

export const getShippingSetup = endpoint('getShippingSetup', 'GET', '/shipping-setup', {
  access: 'admin',
  permission: 'settings',
  summary: 'Returns zones, methods with their rates, ship classes and settings of delivery, with what is missing.',
  answer: ShippingSetup,
})

export const setShippingEnabled = endpoint('setShippingEnabled', 'PUT', '/shipping-setup/enabled', {
  access: 'admin',
  permission: 'settings',
  summary: 'Switches on or off that delivery is charged; refused as long as no method can be used.',
  body: Type.Object({ enabled: Type.Boolean() }),
  problems: ['shipping-not-ready', 'demo-beside-own'],
})

export const changeShippingSettings = endpoint('changeShippingSettings', 'PUT', '/shipping-setup/settings', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Sets the weight of products without one, in kilograms, and where carriers collect; what is absent is removed.',
  body: Type.Object({
    defaultWeight: Type.Optional(Type.Number({ minimum: 0.001, maximum: 100_000, multipleOf: 0.001 })),
    origin: Type.Optional(Origin),
    ...edition,
  }),
  problems: ['shipping-changed', 'country-unknown', 'region-unknown'],
})

export const addShippingZone = endpoint('addShippingZone', 'POST', '/shipping-zones', {
  access: 'admin',
  permission: 'settings',
  summary: 'Adds a zone with its places.',
  body: Type.Object({ ...zoneFields, ...edition }),
  answer: Saved,
  problems: ['shipping-changed', 'country-unknown', 'region-unknown', 'postal-range-invalid', 'too-many-zones'],
})

export const changeShippingZone = endpoint('changeShippingZone', 'PUT', '/shipping-zones/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Replaces the name and the places of a zone; the rates for it stay.',
  params: Params,
  body: Type.Object({ ...zoneFields, ...edition }),
  problems: [
    'shipping-changed',
    'shipping-zone-not-found',
    'country-unknown',
    'region-unknown',
    'postal-range-invalid',
  ],
})

export const deleteShippingZone = endpoint('deleteShippingZone', 'DELETE', '/shipping-zones/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Deletes a zone with the rates for it.',
  params: Params,
  problems: ['shipping-zone-not-found'],
})

export const addShippingMethod = endpoint('addShippingMethod', 'POST', '/shipping-methods', {
  access: 'admin',
  permission: 'settings',
  summary: 'Adds a method with its rates.',
  body: Type.Object({ ...methodFields, ...edition }),
  answer: Saved,
  problems: [
    'demo-beside-own',
    'shipping-changed',
    'shipping-zone-not-found',
    'ship-class-not-found',
    'rate-range-invalid',
    'too-many-methods',
  ],
})

export const changeShippingMethod = endpoint('changeShippingMethod', 'PUT', '/shipping-methods/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Replaces a method with its rates and what it does with ship classes.',
  params: Params,
  body: Type.Object({ ...methodFields, ...edition }),
  problems: [
    'shipping-changed',
    'shipping-method-not-found',
    'shipping-zone-not-found',
    'ship-class-not-found',
    'rate-range-invalid',
  ],
})

export const deleteShippingMethod = endpoint('deleteShippingMethod', 'DELETE', '/shipping-methods/:id', {
  access: 'admin',
  permission: 'settings',
  summary: 'Deletes a method with its rates; orders keep what they were placed with.',
  params: Params,
  problems: ['shipping-method-not-found'],
})

export const listShipClasses = endpoint('listShipClasses', 'GET', '/ship-classes', {
  access: 'admin',
  permission: ['settings', 'catalog'],
  summary: 'Lists the ship classes of products.',
  answer: Type.Array(ShipClass),
})

export const setShipClasses = endpoint('setShipClasses', 'PUT', '/ship-classes', {
  access: 'admin',
  permission: 'settings',
  summary: 'Replaces the ship classes; `standard` stays, and so does one that products have.',
  body: Type.Object({
    classes: Type.Array(Type.Object({ code: ShipClassCode, name: ShippingName, names: Type.Optional(Names) }), {
      maxItems: maxima.classes,
    }),
    ...edition,
  }),
  problems: ['shipping-changed', 'ship-class-in-use'],
})

export const shippingLimits = maxima
