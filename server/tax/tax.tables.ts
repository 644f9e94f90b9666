import { bigint, boolean, date, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { shippingTaxRules, taxIdStates, taxProviders, taxSchemes } from '#contract/tax.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores the one row of settings; triggers increase `edition` with each change of any table of this file. */
export const taxSettings = pgTable('tax_settings', {
  id: boolean('id').primaryKey().default(true),
  enabled: boolean('enabled').notNull().default(false),
  pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
  shippingTax: text('shipping_tax', { enum: shippingTaxRules }).notNull().default('proportional'),
  provider: text('provider', { enum: taxProviders }).notNull().default('tables'),
  /** Where goods are sent from; empty while the shop has not said. */
  country: text('country').notNull().default(''),
  region: text('region').notNull().default(''),
  edition: bigint('edition', { mode: 'number' }).notNull().default(0),
})

/** Stores where the shop collects tax. */
export const taxRegistrations = pgTable('tax_registrations', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  country: text('country').notNull(),
  region: text('region').notNull().default(''),
  number: text('number').notNull().default(''),
  scheme: text('scheme', { enum: taxSchemes }).notNull().default('normal'),
  startsOn: date('starts_on').notNull(),
  endsOn: date('ends_on'),
  reverseCharge: boolean('reverse_charge').notNull().default(false),
})

export const taxClasses = pgTable('tax_classes', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  isExempt: boolean('is_exempt').notNull().default(false),
  taxCode: text('tax_code'),
})

/** Stores rates as fractions; the next start of the same rate ends it. */
export const taxRates = pgTable('tax_rates', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  country: text('country').notNull(),
  region: text('region').notNull().default(''),
  postalPrefix: text('postal_prefix').notNull().default(''),
  taxClass: text('tax_class')
    .notNull()
    .references(() => taxClasses.code),
  name: text('name').notNull(),
  rate: numeric('rate').notNull(),
  startsOn: date('starts_on').notNull(),
  onShipping: boolean('on_shipping').notNull().default(true),
})

/** Stores the tax numbers of buyers with what was found out about them. */
export const taxIds = pgTable('tax_ids', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').notNull(),
  country: text('country').notNull(),
  value: text('value').notNull(),
  status: text('status', { enum: taxIdStates }).notNull().default('unknown'),
  checkedAt: timestamptz('checked_at'),
  evidence: jsonb('evidence').$type<Record<string, unknown>>(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** Stores who pays no tax in a place, from and until a day. */
export const exemptionCertificates = pgTable('exemption_certificates', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  country: text('country').notNull(),
  region: text('region').notNull().default(''),
  number: text('number').notNull().default(''),
  reason: text('reason').notNull().default(''),
  startsOn: date('starts_on').notNull(),
  endsOn: date('ends_on'),
  verifiedBy: uuid('verified_by'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
