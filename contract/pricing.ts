import { type Static, Type } from 'typebox'
import { Price, EmailAddress, endpoint, NonBlankText, Quantity, Text, Name } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { rulesOfProduct } from '#contract/my-prices.ts'
import { pageQuery, SearchText } from '#contract/pagination.ts'
import { PriceBreak } from '#contract/unit-price.ts'

/** Limits the rows of one call that writes prices or rules. */
export const maxPriceRows = 5000
/** Limits what a list adds to prices or takes off, in percent. */
export const percentRange = { minimum: -99.99, maximum: 900 } as const

const RowId = Type.String({ format: 'row-number' })
const RowParams = Type.Object({ id: RowId })

/** Describes a group of customers with its own price lists and quantity rules. */
export const CustomerGroup = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  members: Type.Integer(),
  quantityRules: Type.Integer(),
  priceLists: Type.Array(Type.Object({ _id: Type.String(), name: Type.String() })),
})
export type CustomerGroup = Static<typeof CustomerGroup>

const GroupName = Name(maxLengths.groupName)

export const listCustomerGroups = endpoint('listCustomerGroups', 'GET', '/customer-groups', {
  access: 'admin',
  permission: ['prices', 'customers'],
  summary: 'Lists the customer groups by name; with `email`, those of one customer.',
  query: Type.Object({ email: Type.Optional(EmailAddress) }),
  answer: Type.Array(CustomerGroup),
})

export const addCustomerGroup = endpoint('addCustomerGroup', 'POST', '/customer-groups', {
  access: 'admin',
  permission: 'prices',
  summary: 'Adds a customer group.',
  body: Type.Object({ name: GroupName }),
  answer: Type.Object({ success: Type.Literal(true), group: CustomerGroup }),
  problems: ['group-name-taken'],
})

export const getCustomerGroup = endpoint('getCustomerGroup', 'GET', '/customer-groups/:id', {
  access: 'admin',
  permission: 'prices',
  summary: 'Returns a customer group.',
  params: RowParams,
  answer: CustomerGroup,
  problems: ['group-not-found'],
})

export const renameCustomerGroup = endpoint('renameCustomerGroup', 'PUT', '/customer-groups/:id', {
  access: 'admin',
  permission: 'prices',
  summary: 'Renames a customer group.',
  params: RowParams,
  body: Type.Object({ name: GroupName }),
  answer: Type.Object({ success: Type.Literal(true), group: CustomerGroup }),
  problems: ['group-not-found', 'group-name-taken'],
})

export const deleteCustomerGroup = endpoint('deleteCustomerGroup', 'DELETE', '/customer-groups/:id', {
  access: 'admin',
  permission: 'prices',
  summary: 'Deletes a customer group with its quantity rules, unless a price list is for it.',
  params: RowParams,
  problems: ['group-not-found', 'group-in-use'],
})

export const GroupMember = Type.Object({ _id: Type.String(), email: Type.String(), name: Type.String() })
export type GroupMember = Static<typeof GroupMember>

export const listGroupMembers = endpoint('listGroupMembers', 'GET', '/customer-groups/:id/members', {
  access: 'admin',
  permission: 'prices',
  summary: 'Lists the members of a customer group by email; `q` is a part of name or email.',
  params: RowParams,
  query: Type.Object({ ...pageQuery, q: Type.Optional(SearchText) }),
  answer: Type.Array(GroupMember),
  problems: ['group-not-found'],
})

const MemberParams = Type.Object({ id: RowId, email: EmailAddress })

export const addGroupMember = endpoint('addGroupMember', 'PUT', '/customer-groups/:id/members/:email', {
  access: 'admin',
  permission: 'prices',
  summary: 'Makes a customer a member of a group, beside other groups.',
  params: MemberParams,
  problems: ['group-not-found', 'user-not-found'],
})

export const removeGroupMember = endpoint('removeGroupMember', 'DELETE', '/customer-groups/:id/members/:email', {
  access: 'admin',
  permission: 'prices',
  summary: 'Takes a customer out of a group; one who is no member stays none.',
  params: MemberParams,
  problems: ['group-not-found', 'user-not-found'],
})

/** Describes the product of a row by its id. */
const rowProduct = { _id: Type.String(), name: Type.String(), sku: Type.Optional(Type.String()) }
/** Names the product of a row: by its id, or by its part number, where several brands have it with the brand. */
export const namedProduct = {
  productId: Type.Optional(Text(200, 1)),
  partNumber: Type.Optional(NonBlankText(maxLengths.partNumber + maxLengths.brand)),
  brand: Type.Optional(Text(maxLengths.brand)),
}
const listQuery = Type.Object({ ...pageQuery, q: Type.Optional(SearchText) })

/** Describes the quantity rule of a product for a group, beside the product's own one. */
export const GroupQuantityRule = Type.Object({
  ...rowProduct,
  ...rulesOfProduct,
  own: Type.Object(rulesOfProduct),
})
export type GroupQuantityRule = Static<typeof GroupQuantityRule>

export const listQuantityRules = endpoint('listQuantityRules', 'GET', '/customer-groups/:id/quantity-rules', {
  access: 'admin',
  permission: 'prices',
  summary: 'Lists the quantity rules of a customer group in the order of the products.',
  params: RowParams,
  query: listQuery,
  answer: Type.Array(GroupQuantityRule),
  problems: ['group-not-found'],
})

export const writeQuantityRules = endpoint('writeQuantityRules', 'PUT', '/customer-groups/:id/quantity-rules', {
  access: 'admin',
  permission: 'prices',
  summary:
    'Sets or removes quantity rules of a customer group, all or none; each replaces the rule of its product as a whole. A `minOrder` of 0 removes one.',
  params: RowParams,
  body: Type.Object({
    rows: Type.Array(
      Type.Object({
        ...namedProduct,
        minOrder: Quantity(0),
        orderMultiple: Type.Optional(Quantity(1)),
        /** 0 is none. */
        maxOrder: Type.Optional(Quantity(0)),
      }),
      { minItems: 1, maxItems: maxPriceRows },
    ),
  }),
  answer: Type.Object({ success: Type.Literal(true), changed: Type.Integer() }),
  problems: ['group-not-found', 'rows-refused'],
})

/** Lists whom a price list is for. */
export const priceListAudiences = ['everyone', 'group', 'customer'] as const
/** Lists the states of a price list: switched off, before its start, in force, after its end. */
export const priceListStates = ['off', 'planned', 'active', 'ended'] as const
export type PriceListState = (typeof priceListStates)[number]

const Moment = Type.String({ format: 'moment' })
const CustomerId = Type.String({ format: 'uuid' })
const Percent = Type.Number({ ...percentRange, multipleOf: 0.01 })
const PriceListName = Name(maxLengths.priceListName)

/** Describes a price list; moments are ISO 8601 in UTC. */
export const PriceList = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  /** Set for the one list of the public price breaks: it is for everyone, always. */
  base: Type.Optional(Type.Literal(true)),
  audience: Type.Enum(priceListAudiences),
  group: Type.Optional(Type.Object({ _id: Type.String(), name: Type.String() })),
  customer: Type.Optional(Type.Object({ _id: Type.String(), name: Type.String() })),
  startsAt: Type.Optional(Type.String()),
  endsAt: Type.Optional(Type.String()),
  active: Type.Boolean(),
  state: Type.Enum(priceListStates),
  exclusive: Type.Boolean(),
  /** Added to the public price where the list has no price of its own; a negative one is taken off. */
  adjustPercent: Type.Optional(Type.Number()),
  /** The number of products with prices of their own. */
  products: Type.Integer(),
})
export type PriceList = Static<typeof PriceList>

export const listPriceLists = endpoint('listPriceLists', 'GET', '/price-lists', {
  access: 'admin',
  permission: 'prices',
  summary: 'Lists the price lists, the public price breaks first; with `customerId`, those for this customer alone.',
  query: Type.Object({ customerId: Type.Optional(CustomerId) }),
  answer: Type.Array(PriceList),
})

const priceListInput = {
  name: PriceListName,
  /** The id of the group that it is for; null for everyone. */
  groupId: Type.Union([RowId, Type.Null()]),
  startsAt: Type.Union([Moment, Type.Null()]),
  endsAt: Type.Union([Moment, Type.Null()]),
  active: Type.Boolean(),
  exclusive: Type.Boolean(),
  adjustPercent: Type.Union([Percent, Type.Null()]),
}
const priceListProblems = [
  'price-list-name-taken',
  'group-not-found',
  'price-list-dates',
  'price-list-is-base',
  'price-list-of-customer',
  'first-prices-missing',
] as const
const PriceListAnswer = Type.Object({ success: Type.Literal(true), priceList: PriceList })

export const addPriceList = endpoint('addPriceList', 'POST', '/price-lists', {
  access: 'admin',
  permission: 'prices',
  summary: 'Adds a price list, by default for everyone, switched off and without prices.',
  body: Type.Object({
    ...Type.Partial(Type.Object(priceListInput)).properties,
    name: PriceListName,
    /** The one customer that it is for, instead of a group. */
    customerId: Type.Optional(CustomerId),
  }),
  answer: PriceListAnswer,
  problems: ['user-not-found', ...priceListProblems],
})

export const getPriceList = endpoint('getPriceList', 'GET', '/price-lists/:id', {
  access: 'admin',
  permission: 'prices',
  summary: 'Returns a price list without its prices.',
  params: RowParams,
  answer: PriceList,
  problems: ['price-list-not-found'],
})

export const updatePriceList = endpoint('updatePriceList', 'PATCH', '/price-lists/:id', {
  access: 'admin',
  permission: 'prices',
  summary: 'Changes what is sent of a price list; the public price breaks can be renamed and switched only.',
  params: RowParams,
  body: Type.Partial(Type.Object(priceListInput)),
  answer: PriceListAnswer,
  problems: ['price-list-not-found', ...priceListProblems],
})

export const deletePriceList = endpoint('deletePriceList', 'DELETE', '/price-lists/:id', {
  access: 'admin',
  permission: 'prices',
  summary: 'Deletes a price list with its prices; orders keep theirs.',
  params: RowParams,
  problems: ['price-list-not-found', 'price-list-is-base'],
})

/** Describes the prices of a product in a list, in the currency of the store for as many units as the product’s own price is. */
export const ListedPrices = Type.Object({
  ...rowProduct,
  ownPrice: Type.Number(),
  pricePer: Type.Optional(Type.Integer()),
  prices: Type.Array(PriceBreak),
})
export type ListedPrices = Static<typeof ListedPrices>

export const listPrices = endpoint('listPrices', 'GET', '/price-lists/:id/prices', {
  access: 'admin',
  permission: 'prices',
  summary: 'Lists the products of a price list with their prices, in the order of the products.',
  params: RowParams,
  query: listQuery,
  answer: Type.Array(ListedPrices),
  problems: ['price-list-not-found'],
})

export const writePrices = endpoint('writePrices', 'PUT', '/price-lists/:id/prices', {
  access: 'admin',
  permission: 'prices',
  summary:
    'Sets or removes prices of a list, all or none; what is not sent stays. A price of null removes the one from this quantity on. Refused rows are all in `rows`.',
  params: RowParams,
  body: Type.Object({
    rows: Type.Array(Type.Object({ ...namedProduct, from: Quantity(1), price: Type.Union([Price, Type.Null()]) }), {
      minItems: 1,
      maxItems: maxPriceRows,
    }),
  }),
  answer: Type.Object({ success: Type.Literal(true), changed: Type.Integer() }),
  problems: ['price-list-not-found', 'rows-refused'],
})

/** Lists why the price of a list is, or is not, the price of a buyer. */
export const offerStates = ['chosen', 'higher', 'not-exclusive', 'off', 'planned', 'ended', 'not-a-member'] as const
