import { type Static, Type } from 'typebox'
import { endpoint, IdParams, Line, Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'

/** Limits the addresses of one buyer. */
export const maxAddresses = 100

/** Lists the fields that countries choose from. `street` has one line or several; `district` is a part of the city. */
export const addressFields = ['recipient', 'company', 'street', 'district', 'city', 'region', 'postalCode'] as const
export type AddressField = (typeof addressFields)[number]

/** Lists what countries call their fields, by the names of Google's address metadata without the rarest ones. */
export const addressFieldKinds = [
  'recipient',
  'company',
  'street',
  'city',
  'post_town',
  'suburb',
  'neighborhood',
  'district',
  'county',
  'prefecture',
  'province',
  'region',
  'state',
  'postal',
  'zip',
  'eircode',
  'pin',
] as const
export type AddressFieldKind = (typeof addressFieldKinds)[number]

/** Describes how addresses of a country are written. */
export const AddressFormat = Type.Object({
  country: Type.String(),
  /** In the order of the country. */
  fields: Type.Array(
    Type.Object({ name: Type.Enum(addressFields), kind: Type.Enum(addressFieldKinds), required: Type.Boolean() }),
  ),
  /** The values of `region`; if there are none, it is free text. */
  regions: Type.Array(Type.Object({ value: Type.String(), name: Type.String() })),
  postalCodeExample: Type.Optional(Type.String()),
  /** All countries, as ISO 3166-1 alpha-2. */
  countries: Type.Array(Type.String()),
})
export type AddressFormat = Static<typeof AddressFormat>

export const AddressInput = Type.Object({
  label: Type.Optional(Line(maxLengths.addressLabel)),
  country: Text(2, 2),
  recipient: Type.Optional(Line(maxLengths.addressee)),
  company: Type.Optional(Line(maxLengths.addressee)),
  street: Type.Optional(Text(maxLengths.street)),
  district: Type.Optional(Line(maxLengths.district)),
  city: Type.Optional(Line(maxLengths.city)),
  region: Type.Optional(Line(maxLengths.region)),
  postalCode: Type.Optional(Line(maxLengths.postalCode)),
  phone: Type.Optional(Type.String({ minLength: 1, maxLength: maxLengths.phone, format: 'phone-number' })),
})
export type AddressInput = Static<typeof AddressInput>

/** Describes a saved address; what it does not have is empty. */
export const Address = Type.Object({
  _id: Type.String(),
  label: Type.String(),
  country: Type.String(),
  recipient: Type.String(),
  company: Type.String(),
  street: Type.String(),
  district: Type.String(),
  city: Type.String(),
  region: Type.String(),
  postalCode: Type.String(),
  phone: Type.String(),
  /** The address as its country writes it, in lines: the `address` of an order. */
  text: Type.String(),
  /** Set for the one address that order forms begin with. */
  isDefault: Type.Optional(Type.Literal(true)),
  /** Set for the one that bills go to where nothing else is chosen; without one, they go where the delivery goes. */
  isBilling: Type.Optional(Type.Literal(true)),
})
export type Address = Static<typeof Address>

const Saved = Type.Object({ success: Type.Literal(true), address: Address })
/** Lists what can be wrong with an address. */
export const addressProblems = [
  'country-unknown',
  'address-incomplete',
  'postal-code-invalid',
  'postal-code-elsewhere',
  'region-unknown',
] as const

export const getAddressFormat = endpoint('getAddressFormat', 'GET', '/address-format', {
  access: 'anyone',
  summary: 'Returns the fields of addresses of a country, in its order and with its names for them.',
  query: Type.Object({ country: Text(2, 2) }),
  answer: AddressFormat,
  problems: ['country-unknown'],
})

export const listAddresses = endpoint('listAddresses', 'GET', '/addresses', {
  access: 'signed-in',
  summary: 'Lists the saved addresses of the caller, the default one first, then the latest.',
  answer: Type.Array(Address),
})

export const addAddress = endpoint('addAddress', 'POST', '/addresses', {
  access: 'signed-in',
  summary: 'Saves an address; the first one becomes the default. Fields that its country does not have are left out.',
  body: AddressInput,
  answer: Saved,
  problems: [...addressProblems, 'too-many-addresses'],
})

export const updateAddress = endpoint('updateAddress', 'PUT', '/address/:id', {
  access: 'signed-in',
  summary: 'Replaces a saved address of the caller; orders keep the one that they were placed with.',
  params: IdParams,
  body: AddressInput,
  answer: Saved,
  problems: [...addressProblems, 'address-not-found'],
})

export const setDefaultAddress = endpoint('setDefaultAddress', 'PUT', '/address/:id/default', {
  access: 'signed-in',
  summary: 'Makes a saved address the one that order forms begin with.',
  params: IdParams,
  problems: ['address-not-found'],
})

export const setBillingAddress = endpoint('setBillingAddress', 'PUT', '/address/:id/billing', {
  access: 'signed-in',
  summary: 'Makes a saved address the one that bills go to where nothing else is chosen.',
  params: IdParams,
  problems: ['address-not-found'],
})

export const deleteAddress = endpoint('deleteAddress', 'DELETE', '/address/:id', {
  access: 'signed-in',
  summary: 'Deletes a saved address of the caller; if it was the default, the latest of the others becomes it.',
  params: IdParams,
  problems: ['address-not-found'],
})
