import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { ShippingIssue } from '#contract/shipping.ts'
import { TaxGaps } from '#contract/tax.ts'

/** Lists what a part of selling can be: in force, prepared but off, or not set up at all. */
export const sellingStates = ['on', 'off', 'empty'] as const
export type SellingState = (typeof sellingStates)[number]
const state = { state: Type.Enum(sellingStates) }

/** Lists the parts that the switch sets and that must be set up before; products have prices without price lists. */
export const chargedParts = ['shipping', 'tax'] as const
export type ChargedPart = (typeof chargedParts)[number]

/** Describes what a shop sells with, part by part, and the one switch. */
const Selling = Type.Object({
  switch: Type.Object({
    on: Type.Boolean(),
    /** While it is on, what it has switched on, and takes back; otherwise, what it would switch on. */
    tax: Type.Boolean(),
    shipping: Type.Boolean(),
    /** Without a group, a list is for everyone. */
    priceLists: Type.Array(Type.Object({ name: Type.String(), group: Type.Optional(Type.String()) })),
    /** Lists the parts that keep it from being switched on. */
    notReady: Type.Array(Type.Enum(chargedParts)),
  }),
  /** Counts the price lists that have prices and have not ended; names those of the demo, which the switch leaves off beside the seller's own set-up. */
  prices: Type.Object({ ...state, active: Type.Integer(), all: Type.Integer(), ofDemo: Type.Array(Type.String()) }),
  discounts: Type.Object({ ...state, active: Type.Integer(), all: Type.Integer() }),
  shipping: Type.Object({ ...state, issues: Type.Array(ShippingIssue) }),
  /** Counts the VAT numbers of buyers that only an admin can verify. */
  tax: Type.Object({ ...state, gaps: TaxGaps, waitingNumbers: Type.Integer() }),
  /** Counts the customers who may pay by invoice, and says whether invoices name a bank account. */
  invoice: Type.Object({ ...state, buyers: Type.Integer(), hasBankDetails: Type.Boolean() }),
  /** Has the web address of the terms of sale; empty if there are none. */
  terms: Type.Object({ ...state, address: Type.String() }),
})
export type Selling = Static<typeof Selling>

export const getSelling = endpoint('getSelling', 'GET', '/selling', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Returns what the shop sells with – prices, discounts, shipping, tax, invoices, terms – and what is missing.',
  answer: Selling,
})

export const setSelling = endpoint('setSelling', 'PUT', '/selling', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Switches price lists, shipping and tax on at once, all or nothing; switched off, it takes back only what it had switched on.',
  body: Type.Object({ on: Type.Boolean() }),
  problems: ['shipping-not-ready', 'tax-not-ready', 'demo-beside-own'],
})
