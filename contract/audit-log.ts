import { type Static, Type } from 'typebox'
import { EmailAddress, endpoint } from '#contract/endpoint.ts'
import { pageQuery, SearchText } from '#contract/pagination.ts'
import type { LabelledField } from '#contract/product-labels.ts'
import type { Store, StoreRecipients } from '#contract/store.ts'
import type { RateBase } from '#contract/shipping.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { TaxRateInput } from '#contract/tax.ts'

/** Lists every audited kind of change by its area. */
export const auditKinds = {
  catalog: [
    'product-added',
    'product-changed',
    'product-archived',
    'product-restored',
    'stock-adjusted',
    'brand-added',
    'brand-changed',
    'brand-merged',
    'brand-deleted',
    'attribute-added',
    'attribute-changed',
    'attribute-deleted',
    'options-changed',
    'category-attributes-changed',
    'category-added',
    'category-changed',
    'category-deleted',
    'synonym-added',
    'synonym-deleted',
    'synonym-changed',
    'synonym-switched-off',
    'synonym-restored',
    'fits-phrase-answered',
    'fits-phrase-condition',
    'fits-phrase-reopened',
    'fits-families-answered',
    'fits-families-checked',
    'fits-families-reopened',
    'fits-words-answered',
    'fits-words-reopened',
    'fits-texts-taken',
    'fits-texts-dropped',
    'discount-added',
    'discount-changed',
    'import-applied',
    'import-planned',
    'import-cancelled',
    'import-changes-deleted',
    'import-undone',
    'import-source-added',
    'import-source-changed',
    'import-source-run',
    'import-source-deleted',
    'table-exported',
    'personal-data-exported',
    'fitments-changed',
    'vehicle-added',
    'vehicle-changed',
    'vehicle-merged',
    'vehicle-deleted',
  ],
  pricing: [
    'price-list-added',
    'price-list-changed',
    'price-list-deleted',
    'prices-changed',
    'group-added',
    'group-changed',
    'group-deleted',
    'group-joined',
    'group-left',
    'quantity-rules-changed',
  ],
  orders: [
    'order-placed',
    'order-shipped',
    'order-ready',
    'shipment-corrected',
    'shipment-undone',
    'order-cancelled',
    'order-allocated',
    'order-refunded',
    'order-credited',
    'units-cancelled',
    'order-changed',
    'order-message-answered',
    'order-message-closed',
    'refund-sent',
    'order-note-added',
    'order-note-deleted',
    'order-tagged',
    'order-untagged',
    'return-requested',
    'return-approved',
    'return-refused',
    'return-cancelled',
    'return-received',
    'return-replaced',
    'return-settings-changed',
    'order-withdrawn',
    'payment-recorded',
    'payment-taken-back',
    'buyer-reminded',
    'documents-deleted',
    'held-payment-refunded',
  ],
  people: [
    'role-changed',
    'staff-role-added',
    'staff-role-changed',
    'staff-role-deleted',
    'api-key-added',
    'api-key-revoked',
    'webhook-added',
    'webhook-changed',
    'webhook-deleted',
    'webhook-secret-changed',
    'webhook-replayed',
    'user-removed',
    'profile-changed',
    'customer-added',
    'customer-changed',
    'customer-merged',
    'customer-invited',
    'customer-address-added',
    'customer-note-added',
    'customer-note-deleted',
    'customer-tagged',
    'customer-untagged',
    'terms-set',
    'terms-withdrawn',
  ],
  accounts: [
    'account-created',
    'account-deleted',
    'account-disabled',
    'account-enabled',
    'account-reclaimed',
    'email-changed',
    'email-recovered',
    'email-verified',
    'password-changed',
    'password-reset',
    'password-reset-sent',
    'phone-added',
    'provider-added',
    'provider-removed',
    'recovery-code-used',
    'recovery-codes-created',
    'second-factor-added',
    'second-factor-removed',
    'signed-out-by-admin',
  ],
  tax: [
    'tax-settings-changed',
    'tax-registration-added',
    'tax-registration-changed',
    'tax-registration-deleted',
    'tax-class-changed',
    'tax-class-deleted',
    'tax-rates-added',
    'tax-rate-deleted',
    'tax-id-assessed',
    'certificate-added',
    'certificate-changed',
    'certificate-deleted',
  ],
  content: [
    'store-changed',
    'mail-server-changed',
    'mail-server-removed',
    'site-content-changed',
    'demo-removed',
    'job-retried',
    'job-removed',
    'legal-published',
    'review-hidden',
    'review-shown',
  ],
  shipping: [
    'shipping-switched',
    'shipping-settings-changed',
    'shipping-zone-added',
    'shipping-zone-changed',
    'shipping-zone-deleted',
    'shipping-method-added',
    'shipping-method-changed',
    'shipping-method-deleted',
    'ship-classes-changed',
  ],
} as const

export const auditAreas = [
  'catalog',
  'pricing',
  'orders',
  'people',
  'accounts',
  'tax',
  'content',
  'shipping',
] as const satisfies readonly AuditArea[]
export type AuditArea = keyof typeof auditKinds
export type AuditKind = (typeof auditKinds)[AuditArea][number]

const kinds = Object.values(auditKinds).flat()

/** Names the fields that `before` and `after` of a change may have: facts of products, orders and accounts, parts of the site. */
export type AuditedField =
  | 'countedUnits'
  | LabelledField
  | 'texts'
  | 'attributes'
  | 'help'
  | 'kind'
  | 'unit'
  | 'options'
  | 'names'
  | 'descriptions'
  | 'pageTitles'
  | 'pageDescriptions'
  | 'slug'
  | 'parent'
  | 'position'
  | 'replacedBy'
  | 'fitsTogether'
  | 'documents'
  | 'partNumbers'
  | 'tag'
  | 'note'
  | 'term'
  | 'means'
  | 'bothWays'
  | 'reason'
  | 'code'
  | 'amountCents'
  | 'percent'
  | 'target'
  | 'products'
  | 'categories'
  | 'minimumCents'
  | 'startsAt'
  | 'endsAt'
  | 'active'
  | 'usageLimit'
  | 'oncePerBuyer'
  | 'state'
  | 'units'
  | 'timeZone'
  | 'unitSystem'
  | Exclude<keyof Store | keyof StoreRecipients, 'units' | 'currencyDigits'>
  | 'heldReason'
  | 'transactionId'
  | 'refundedCents'
  | 'refundAskedCents'
  | 'surplusCents'
  | 'creditedCents'
  | 'currency'
  | 'restockedUnits'
  | 'scrappedUnits'
  | 'return'
  | 'returnState'
  | 'replacement'
  | 'returnDays'
  | 'feePercent'
  | 'wayBack'
  | 'withdrawal'
  | 'deliveryDays'
  | 'role'
  | 'permissions'
  | 'group'
  | 'exclusive'
  | 'adjustPercent'
  | 'prices'
  | 'parts'
  | 'method'
  | 'paymentMethod'
  | 'reference'
  | 'receivedOn'
  | 'sentOn'
  | 'netDays'
  | 'creditLimitCents'
  | 'poRequired'
  | 'enabled'
  | 'webAddress'
  | 'fileSource'
  | 'importTime'
  | 'importLimits'
  | 'credential'
  | 'mailHost'
  | 'mailEncryption'
  | 'mailSender'
  | 'events'
  | 'places'
  | 'shippingKind'
  | 'days'
  | 'carrier'
  | 'trackingNumber'
  | 'shipment'
  | 'rates'
  | 'classRules'
  | 'classes'
  | 'defaultWeight'
  | 'origin'
  | 'pricesIncludeTax'
  | 'shippingTax'
  | 'provider'
  | 'country'
  | 'region'
  | 'number'
  | 'scheme'
  | 'startsOn'
  | 'endsOn'
  | 'isExempt'
  | 'reverseCharge'
  | 'taxRates'
  | 'count'
  | 'draft'
  | 'job'
  | 'status'
  | 'language'
  | 'version'
  | 'fitKind'
  | 'engine'
  | 'fitComplete'
  | 'fits'
  | 'years'
  | keyof SiteContent

/** Describes a rate of a way of shipping; `from` and `to` are grams or cents. */
export interface AuditedShippingRate {
  zone: string
  by: RateBase
  from?: number
  to?: number | null
  priceCents?: number
  perKgCents?: number
  freeFromCents?: number
}

export interface AuditedClassRule {
  class: string
  isExcluded: boolean
  surchargeCents: number
  perUnit: boolean
}

/** Describes a price from a quantity on; of a long list, the last entry counts those that the log leaves out. */
export type AuditedPrice = { product: string; from: number; cents: number } | { more: number }

export type AuditedTaxRate = Omit<TaxRateInput, 'onShipping'>

const Facts = Type.Record(Type.String(), Type.Unsafe<unknown>({}))

/** Describes one change: actor, time, IP address, kind, and the changed fields before and after. Times are ISO 8601 in UTC. */
export const AuditEvent = Type.Object({
  _id: Type.String(),
  happenedAt: Type.String(),
  kind: Type.Enum(kinds),
  /** Absent for changes made on the server's command line. */
  by: Type.Optional(Type.String()),
  /** The name of the API key with which it was done; empty if the key does not exist any more. */
  byKey: Type.Optional(Type.String()),
  /** The IP address of the request. */
  from: Type.Optional(Type.String()),
  subject: Type.Object({
    type: Type.Enum([
      'product',
      'brand',
      'attribute',
      'category',
      'synonym',
      'fits-phrase',
      'discount',
      'price-list',
      'group',
      'order',
      'user',
      'staff-role',
      'api-key',
      'webhook',
      'account',
      'review',
      'tax',
      'site',
      'shipping',
      'import',
      'import-source',
      'vehicle',
    ]),
    id: Type.String(),
    /** A display name of the subject, if still known. */
    name: Type.Optional(Type.String()),
  }),
  before: Type.Optional(Facts),
  after: Type.Optional(Facts),
})
export type AuditEvent = Static<typeof AuditEvent>

export const listAuditEvents = endpoint('listAuditEvents', 'GET', '/audit-log', {
  access: 'admin',
  permission: 'users',
  summary:
    'Lists who changed what and when, newest first; `q` searches people and subjects, `by` filters by the email of one person.',
  query: Type.Object({
    limit: pageQuery.limit,
    after: Type.Optional(
      Type.String({ format: 'row-number', description: 'The `_id` of the last row of the page before.' }),
    ),
    q: Type.Optional(SearchText),
    by: Type.Optional(EmailAddress),
    area: Type.Optional(Type.Enum(auditAreas)),
    kind: Type.Optional(Type.Enum(kinds)),
  }),
  answer: Type.Array(AuditEvent),
})
