import { boolean, customType, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { Language } from '#contract/language.ts'
import type { OpeningHours } from '#contract/opening-hours.ts'
import type { Announcement, Store } from '#contract/store.ts'

/** Stores the seller's store in one row. */
export const stores = pgTable('store', {
  id: boolean('id').primaryKey().default(true),
  /** Counts the changes, by a trigger. */
  edition: integer('edition').notNull(),
  /** Null as long as the seller has chosen none. */
  name: text('name'),
  currency: text('currency').notNull(),
  /** As they were when the currency was chosen: stored amounts depend on them. */
  currencyDigits: smallint('currency_digits').notNull(),
  orderPrefix: text('order_prefix').notNull(),
  timeZone: text('time_zone').notNull(),
  languages: text('languages').array().$type<Language[]>().notNull(),
  units: text('units').$type<Store['units']>().notNull(),
  company: text('company').notNull(),
  address: text('address').notNull(),
  phone: text('phone').notNull(),
  email: text('email').notNull(),
  contactRecipient: text('contact_recipient').notNull(),
  orderRecipient: text('order_recipient').notNull(),
  lowStockRecipient: text('low_stock_recipient').notNull(),
  companyNumber: text('company_number').notNull(),
  taxNumber: text('tax_number').notNull(),
  bankDetails: text('bank_details').notNull(),
  /** For how many days the stock of an order is reserved that is paid in advance by bank transfer; 0 if that is not offered. */
  transferDays: smallint('transfer_days').notNull(),
  /** After the year of its issue, for how many years a paper is kept. */
  retentionYears: smallint('retention_years').notNull(),
  openingHours: jsonb('opening_hours').$type<OpeningHours>().notNull(),
  logo: jsonb('logo').$type<NonNullable<Store['logo']>>(),
  icon: jsonb('icon').$type<NonNullable<Store['icon']>>(),
  socialPicture: jsonb('social_picture').$type<NonNullable<Store['socialPicture']>>(),
  primaryColor: text('primary_color'),
  accentColor: text('accent_color'),
  announcement: jsonb('announcement').$type<Announcement>(),
})

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Stores the files that are made of the pictures of the store, under a hash of what was uploaded. */
export const storeImages = pgTable('store_images', {
  path: text('path').primaryKey(),
  bytes: bytea('bytes').notNull(),
})
