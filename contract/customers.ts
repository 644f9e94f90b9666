import { type Static, Type } from 'typebox'
import { Profile } from '#contract/accounts.ts'
import { addAddress, Address, AddressInput, addressProblems } from '#contract/addresses.ts'
import { Amount, EmailAddress, endpoint, IdParams, NonBlankText, PersonNameOrEmpty, Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { dayRangeQuery, maxCountedRows, pageQuery, SearchText } from '#contract/pagination.ts'
import { maxTagsEach, Tag, TagId, TagName } from '#contract/tags.ts'
import { maxTaxIds } from '#contract/tax.ts'

/** The largest credit limit and the longest term of payment. */
export const maxCreditLimit = 99_999_999
export const maxNetDays = 365

/** Describes the terms on which a customer pays by invoice. Amounts are in the currency of the store. */
export const Terms = Type.Object({
  /** False if payment by invoice has ended for the customer; orders that are open stay. */
  active: Type.Boolean(),
  /** The days from an order until it is due. */
  netDays: Type.Integer(),
  /** Null: no limit; 0: nothing. */
  creditLimit: Type.Union([Type.Number(), Type.Null()]),
  /** The totals of the orders on account that are neither paid nor cancelled. */
  owed: Type.Number(),
  /** Whether each order needs a purchase order number. */
  poRequired: Type.Boolean(),
})
export type Terms = Static<typeof Terms>

/** Describes a row of the list of customers. Amounts are in the currency of the store, times ISO 8601 in UTC. */
export const Customer = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  /** Comes from the default address, else from another one; absent without any. */
  company: Type.Optional(Type.String()),
  role: Type.Enum(['customer', 'admin'] as const),
  disabled: Type.Boolean(),
  createdAt: Type.String(),
  /** Set from the invitation by an admin to the first sign-in. */
  invitedAt: Type.Optional(Type.String()),
  /** Set for one who has signed up and not confirmed yet that the email address is theirs: it may be a stranger. */
  unconfirmed: Type.Optional(Type.Literal(true)),
  /** Set for one whom a file has added, and who has neither an account nor an invitation. */
  withoutAccount: Type.Optional(Type.Literal(true)),
  /** Orders that are neither cancelled nor expired. */
  orderCount: Type.Integer(),
  /** Sums up what was paid and not refunded, with tax and delivery. */
  spent: Type.Number(),
  /** Goods after discounts, without tax and delivery, of orders that are paid or on account, as in `GET /sales`. */
  sales: Type.Number(),
  lastOrderAt: Type.Optional(Type.String()),
  /** The customer groups, by name. */
  groups: Type.Array(Type.Object({ _id: Type.String(), name: Type.String() })),
  /** Absent if there are none. */
  tags: Type.Optional(Type.Array(Tag)),
  terms: Type.Optional(Terms),
})
export type Customer = Static<typeof Customer>

export const CustomerDetails = Type.Object({
  customer: Customer,
  profile: Profile,
  /** The address book, the default address first. */
  addresses: Type.Array(Address),
  taxNumbers: Type.Array(Type.String()),
  /** Names what staff may change of the customer as it is now: `PUT /customer/:id` sends it back. */
  version: Type.String(),
  /** The email addresses of the accounts that were merged into this one. */
  mergedEmails: Type.Array(Type.String()),
  /** Lists the notes of admins, newest first. */
  notes: Type.Array(Type.Object({ _id: Type.String(), note: Type.String(), by: Type.String(), at: Type.String() })),
})
export type CustomerDetails = Static<typeof CustomerDetails>

/** Describes what a buyer may still order on account; amounts are in the currency of the store, null without a limit. */
export const MyTerms = Type.Object({
  netDays: Type.Integer(),
  creditLimit: Type.Union([Type.Number(), Type.Null()]),
  creditLeft: Type.Union([Type.Number(), Type.Null()]),
  owed: Type.Number(),
  poRequired: Type.Boolean(),
})
export type MyTerms = Static<typeof MyTerms>

/** Lists the filters of customers by their terms: those who may pay by invoice, and those who owe something. */
export const termsFilters = ['active', 'owing'] as const

/** Limits the customers that one call invites. */
export const maxInvitedAtOnce = 1000

export const listCustomers = endpoint('listCustomers', 'GET', '/customers', {
  access: 'admin',
  permission: ['customers', 'prices', 'settings'],
  summary:
    'Lists customers with their orders and terms, newest first; `q` searches the words of email, name and phone, and of company, postal code, town and phone of their addresses, or is the number of one of their orders, PO numbers and orders of another shop among them; a phone number is found with its country or without; `from` and `to` are days on which the account was opened.',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional(SearchText),
    terms: Type.Optional(Type.Enum(termsFilters)),
    /** `none`: those whom a file has added, and who have neither an account nor an invitation. */
    account: Type.Optional(Type.Enum(['none'] as const)),
    /** The id of a customer group. */
    group: Type.Optional(Type.String({ format: 'row-number' })),
    ...dayRangeQuery,
    tag: Type.Optional(TagId),
  }),
  answer: Type.Array(Customer),
})

export const countCustomers = endpoint('countCustomers', 'GET', '/customer-counts', {
  access: 'admin',
  permission: ['customers', 'prices', 'settings'],
  summary: `Counts customers by their terms, those without an account, and as \`all\` in all, in one statement; each count ends at ${maxCountedRows.toLocaleString('en')}.`,
  query: Type.Object({ ...dayRangeQuery, tag: Type.Optional(TagId) }),
  answer: Type.Array(Type.Object({ filter: Type.Enum(['all', ...termsFilters, 'no-account']), count: Type.Integer() })),
})

export const tagCustomer = endpoint('tagCustomer', 'POST', '/customer/:id/tags', {
  access: 'admin',
  permission: 'customers',
  summary: `Gives a customer a tag, which only staff see; at most ${maxTagsEach}.`,
  params: IdParams,
  body: Type.Object({ name: TagName }),
  problems: ['customer-not-found', 'too-many-tags'],
})

export const untagCustomer = endpoint('untagCustomer', 'DELETE', '/customer/:id/tags/:tagId', {
  access: 'admin',
  permission: 'customers',
  summary: 'Takes a tag off a customer.',
  params: Type.Object({ id: Text(200, 1), tagId: TagId }),
  problems: ['customer-not-found'],
})

export const getCustomer = endpoint('getCustomer', 'GET', '/customer/:id', {
  access: 'admin',
  permission: ['customers', 'orders'],
  summary: 'Returns one customer: profile, address book, terms, and the notes of admins.',
  params: IdParams,
  answer: CustomerDetails,
  problems: ['customer-not-found'],
})

const TermsInput = Type.Object({
  netDays: Type.Integer({ minimum: 0, maximum: maxNetDays }),
  /** In the currency of the store; null: no limit; 0: nothing. */
  creditLimit: Type.Union([Amount(0, maxCreditLimit), Type.Null()]),
  poRequired: Type.Boolean(),
})

/** Describes what staff write of a customer; what is left out stays as it is. */
const customerFields = {
  email: EmailAddress,
  name: Type.Optional(PersonNameOrEmpty),
  phone: Type.Optional(Text(maxLengths.phone)),
  /** The default address, with the company; null removes it. */
  address: Type.Optional(Type.Union([Type.Omit(AddressInput, ['label', 'phone']), Type.Null()])),
  taxNumbers: Type.Optional(Type.Array(Text(maxLengths.taxNumber, 1), { maxItems: maxTaxIds })),
}
export type CustomerInput = Static<ReturnType<typeof Type.Object<typeof customerFields>>>

const customerProblems = [
  'customer-known',
  'customer-merged',
  'tax-id-invalid',
  'vat-check-digit-wrong',
  'too-many-tax-ids',
  ...addressProblems,
] as const

export const addCustomer = endpoint('addCustomer', 'POST', '/customers', {
  access: 'admin',
  permission: 'customers',
  summary:
    'Adds a customer who has no account yet; `POST /customer/{id}/invitation` invites them. `groups` has the ids of customer groups, which need the permission for prices.',
  body: Type.Object({
    ...customerFields,
    groups: Type.Optional(Type.Array(Type.String({ format: 'row-number' }), { maxItems: 20 })),
    terms: Type.Optional(TermsInput),
  }),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String() }),
  problems: [...customerProblems, 'permission-missing', 'group-not-found', 'own-terms'],
})

export const changeCustomer = endpoint('changeCustomer', 'PUT', '/customer/:id', {
  access: 'admin',
  permission: 'customers',
  summary:
    'Changes email, name, phone, default address and tax numbers of a customer, if they are still those of `version`. The email address of one who has signed in stays: only its owner changes it.',
  params: IdParams,
  body: Type.Object({ ...customerFields, version: Text(100, 1) }),
  problems: [
    ...customerProblems,
    'customer-not-found',
    'customer-changed',
    'customer-signs-in',
    'customer-unconfirmed',
    'more-than-yours',
  ],
})

/** Counts what moves from a merged customer to the one that stays. */
export const MergedParts = Type.Object({
  orders: Type.Integer(),
  /** Orders of another shop, from before. */
  pastOrders: Type.Integer(),
  addresses: Type.Integer(),
  carts: Type.Integer(),
  lists: Type.Integer(),
  vehicles: Type.Integer(),
  reviews: Type.Integer(),
  notes: Type.Integer(),
  tags: Type.Integer(),
  groups: Type.Integer(),
  taxNumbers: Type.Integer(),
  certificates: Type.Integer(),
  /** What the merged one owes on account, in the currency of the store. */
  owed: Type.Number(),
})
export type MergedParts = Static<typeof MergedParts>

const mergeInput = {
  /** The id of the customer who stays. */
  into: Text(200, 1),
  /** Whose terms of payment stay: those of the one who stays, or of the merged one. */
  terms: Type.Enum(['own', 'merged'] as const),
}
const mergeProblems = [
  'customer-not-found',
  'customer-unconfirmed',
  'merge-same',
  'merge-staff',
  'merge-account',
  'merge-above-limit',
  'own-terms',
] as const

export const previewMerge = endpoint('previewMerge', 'GET', '/customer/:id/merge', {
  access: 'admin',
  permission: 'customers',
  summary: 'Counts what merging a customer into another one would move. Nothing changes.',
  params: IdParams,
  query: Type.Object(mergeInput),
  answer: MergedParts,
  problems: mergeProblems,
})

export const mergeCustomers = endpoint('mergeCustomers', 'POST', '/customer/:id/merge', {
  access: 'admin',
  permission: 'customers',
  freshSignIn: true,
  summary:
    'Merges a customer into another one, for good: orders, addresses, carts, lists, vehicles, notes, tags, groups and what is owed move; the email address leads to the one who stays, and nobody signs in with it any more.',
  params: IdParams,
  body: Type.Object(mergeInput),
  answer: Type.Object({ success: Type.Literal(true), moved: MergedParts }),
  problems: ['sign-in-again', ...mergeProblems],
})

export const repeatInvitation = endpoint('repeatInvitation', 'POST', '/customer/:id/invitation', {
  access: 'admin',
  permission: 'customers',
  freshSignIn: true,
  summary:
    'Emails a customer without an account, or an invited one who has not signed in yet, a new link to set a password.',
  params: IdParams,
  problems: [
    'sign-in-again',
    'customer-not-found',
    'invitation-accepted',
    'customer-disabled',
    'identity-provider-unavailable',
  ],
})

export const inviteCustomers = endpoint('inviteCustomers', 'POST', '/customer-invitations', {
  access: 'admin',
  permission: 'customers',
  freshSignIn: true,
  summary: `Emails customers who have neither an account nor an invitation a link to set a password; at most ${maxInvitedAtOnce.toLocaleString('en')} with each call, and \`left\` says how many are left.`,
  answer: Type.Object({ success: Type.Literal(true), invited: Type.Integer(), left: Type.Integer() }),
  problems: ['sign-in-again'],
})

export const setCustomerTerms = endpoint('setCustomerTerms', 'PUT', '/customer/:id/terms', {
  access: 'admin',
  permission: 'customers',
  summary: 'Lets a customer pay by invoice, on these terms.',
  params: IdParams,
  body: TermsInput,
  problems: ['customer-not-found', 'credit-limit-below-owed', 'own-terms'],
})

export const withdrawCustomerTerms = endpoint('withdrawCustomerTerms', 'DELETE', '/customer/:id/terms', {
  access: 'admin',
  permission: 'customers',
  summary: 'Ends payment by invoice for a customer; orders on account that are open stay so.',
  params: IdParams,
  problems: ['customer-not-found'],
})

export const addCustomerAddress = endpoint('addCustomerAddress', 'POST', '/customer/:id/addresses', {
  access: 'admin',
  permission: ['customers', 'orders'],
  summary: 'Saves an address in the address book of a customer; the first one becomes the default.',
  params: IdParams,
  body: AddressInput,
  answer: addAddress.answer,
  problems: ['customer-not-found', ...addAddress.problems],
})

export const addCustomerNote = endpoint('addCustomerNote', 'POST', '/customer/:id/notes', {
  access: 'admin',
  permission: 'customers',
  summary: 'Writes a note about a customer, which only admins see.',
  params: IdParams,
  body: Type.Object({ note: NonBlankText(maxLengths.customerNote) }),
  problems: ['customer-not-found'],
})

export const deleteCustomerNote = endpoint('deleteCustomerNote', 'DELETE', '/customer/:id/notes/:noteId', {
  access: 'admin',
  permission: 'customers',
  summary: 'Deletes a note about a customer.',
  params: Type.Object({ id: Text(200, 1), noteId: Text(200, 1) }),
  problems: ['customer-not-found', 'note-not-found'],
})

export const getMyTerms = endpoint('getMyTerms', 'GET', '/my-terms', {
  access: 'signed-in',
  summary: 'Returns the terms on which the caller may pay by invoice; without `terms` the caller may not.',
  answer: Type.Object({ terms: Type.Optional(MyTerms) }),
})
