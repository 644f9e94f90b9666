import { type Static, Type } from 'typebox'
import { endpoint, Text } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'
import { menuPages } from '#contract/site-content.ts'
import { PlaceTotal, taxSchemes } from '#contract/tax.ts'

/** Describes a shipping method, registration, rate or price list of the demo that was not changed. */
const DemoPart = Type.Object({
  /** As `keep` names it. */
  id: Type.String(),
  kind: Type.Enum(['method', 'registration', 'rate', 'list']),
  /** Of a method, rate or price list. */
  name: Type.String(),
  country: Type.Optional(Type.String()),
  region: Type.Optional(Type.String()),
  postalPrefix: Type.Optional(Type.String()),
  scheme: Type.Optional(Type.Enum(taxSchemes)),
  rate: Type.Optional(Type.String()),
  /** Of a registration: the ids of its rates, without those beside which the seller has others; they stay with it, or it would have none. */
  rates: Type.Optional(Type.Array(Type.String())),
  /** Of a price list: its group, which stays with it. */
  group: Type.Optional(Type.String()),
  /** Whether it stays if nothing else is chosen, since the seller's own set-up lacks it. */
  keep: Type.Boolean(),
})
export type DemoPart = Static<typeof DemoPart>

/** Counts what came with the demo and can be removed, and what stays. */
const Demo = Type.Object({
  products: Type.Integer(),
  /** Of these products, those that orders of real buyers have: they are archived instead. */
  archived: Type.Integer(),
  /** Products of the demo whose name or price was changed: they stay. */
  changed: Type.Integer(),
  reviews: Type.Integer(),
  /** Orders of the demo customer, and orders of staff for nothing but demo products. */
  orders: Type.Integer(),
  /** Orders of the demo customer that stay, since something of the seller’s own is in them, or money of the books. */
  ordersStaying: Type.Integer(),
  /** Pictures of those products and reviews that nothing else has. */
  pictures: Type.Integer(),
  /** The demo customer, unless it has become a member of staff. */
  users: Type.Integer(),
  /** Brands, categories and attributes of the demo, and the main categories of every new shop, that nothing else has. */
  brands: Type.Integer(),
  categories: Type.Integer(),
  attributes: Type.Integer(),
  /** Their names, in the main language of the store. */
  names: Type.Object({
    brands: Type.Array(Type.String()),
    categories: Type.Array(Type.String()),
    attributes: Type.Array(Type.String()),
    /** Also shipping zones, classes and customer groups, unless a part that is kept uses them. */
    zones: Type.Array(Type.String()),
    classes: Type.Array(Type.String()),
    groups: Type.Array(Type.String()),
  }),
  /** Whether goods are sent from the demo's address, or tax is at home in its place. */
  origin: Type.Boolean(),
  /** Names zones, price lists and groups that the seller uses or has changed. */
  stays: Type.Object({
    zones: Type.Array(Type.String()),
    lists: Type.Array(Type.String()),
    groups: Type.Array(Type.String()),
  }),
  /** Its shipping methods, registrations, rates and price lists; those that are kept are the seller's own from then on. */
  parts: Type.Array(DemoPart),
  /** The pages that leave the menu, since they have nothing but the texts as delivered. */
  pages: Type.Array(Type.Enum(menuPages)),
  /** Categories that stay without a product on sale, also below them. */
  emptyCategories: Type.Integer(),
  /** The list of public price breaks, which every shop has and which stays; `activates` if the demo has switched it off. */
  publicPrices: Type.Object({ name: Type.String(), activates: Type.Boolean() }),
})
export type Demo = Static<typeof Demo>

/**
 * Lists what a server in test mode does: it is no production server; links lead to this machine; cards are those of the sandbox, or of Stripe’s test mode; carriers
 * answer made-up rates; VAT numbers are not looked up; visitors can sign in with sample accounts; codes and links of accounts are shown
 * in the outbox.
 */
export const testParts = [
  'server',
  'address',
  'sandbox',
  'test-keys',
  'carriers',
  'tax-ids',
  'accounts',
  'outbox',
] as const
export type TestPart = (typeof testParts)[number]

export const getTestMode = endpoint('getTestMode', 'GET', '/test-mode', {
  access: 'admin',
  permission: 'settings',
  summary: 'Lists what of the shop is only for testing, by the settings of the server; nothing once it sells for real.',
  answer: Type.Array(Type.Enum(testParts)),
})

export const getDemo = endpoint('getDemo', 'GET', '/demo', {
  access: 'admin',
  permission: 'everything',
  summary: 'Counts the products, reviews, orders and users of the demo, and says what removing them would leave.',
  answer: Demo,
})

export const listDemoParts = endpoint('listDemoParts', 'GET', '/demo-parts', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Lists the shipping methods, registrations, rates and price lists that are as they came with the demo; those that stand beside delivery or tax of the seller’s own keep it from being switched on (`blocks`).',
  answer: Type.Array(Type.Object({ ...DemoPart.properties, blocks: Type.Optional(Type.Enum(['shipping', 'tax'])) })),
})

export const removeDemo = endpoint('removeDemo', 'DELETE', '/demo', {
  access: 'admin',
  permission: 'everything',
  freshSignIn: true,
  summary:
    'Removes what came with the demo, all or nothing, and answers what it removed; orders of real buyers and products that were changed stay, and the `parts` whose ids `keep` lists, separated by commas; without it, those with `keep`.',
  query: Type.Object({ keep: Type.Optional(Text(2000)) }),
  answer: Demo,
})

/** Lists what a shop needs before it opens, in the order in which it is set up. */
export const openingSteps = [
  'mainLanguage',
  'name',
  'logo',
  'address',
  'money',
  'texts',
  'categories',
  'products',
  'shipping',
  'tax',
  'payment',
  'mail',
  'legal',
  'languages',
  'testOrder',
  'demo',
  'realSales',
] as const
export type OpeningStep = (typeof openingSteps)[number]

/** Lists what has texts of its own in each language of the store. */
export const textKinds = ['footer', 'legal', 'categories', 'attributes', 'products'] as const

/** Lists whether shipping or tax is charged: not at all, also by something of the demo, or by the seller's own set-up. */
export const chargeStates = ['off', 'demo', 'own'] as const

const LackingTexts = Type.Object({
  language: Type.Enum(languages),
  kind: Type.Enum(textKinds),
  count: Type.Integer(),
})
export type LackingTexts = Static<typeof LackingTexts>

export const listOpeningSteps = endpoint('listOpeningSteps', 'GET', '/opening-steps', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Lists what a shop needs before it opens – its main language, a name, logo, address, bank details, texts, products, shipping, tax, payment, mail, legal, a test order, real sales – and what is done, by facts.',
  answer: Type.Array(
    Type.Object({
      step: Type.Enum(openingSteps),
      done: Type.Boolean(),
      /** Of the step `languages`: what has no text in a further language of the store, and how many of it. */
      lacks: Type.Optional(Type.Array(LackingTexts)),
      /** Of the steps `shipping` and `tax`: whether it is charged, and by whose set-up. */
      charge: Type.Optional(Type.Enum(chargeStates)),
      /** Of these steps, while it is charged: the methods or registrations of the demo by which it is; with any, the step is not done. */
      ofDemo: Type.Optional(Type.Array(Type.String())),
      /** Of these steps, while it is charged: how many warnings their pages have; with any, the step is not done. */
      warnings: Type.Optional(Type.Integer()),
      /** Of the step `tax`, while it is charged: the largest total of the standard rates in each place where the shop is registered. */
      totals: Type.Optional(Type.Array(PlaceTotal)),
    }),
  ),
})
