import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores the address books of buyers. One address of each buyer is the default; orders keep a copy as text. */
export const addresses = pgTable('addresses', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  label: text('label').notNull().default(''),
  recipient: text('recipient').notNull().default(''),
  company: text('company').notNull().default(''),
  street: text('street').notNull().default(''),
  district: text('district').notNull().default(''),
  city: text('city').notNull().default(''),
  /** As it is written on a parcel, such as TX. */
  region: text('region').notNull().default(''),
  postalCode: text('postal_code').notNull().default(''),
  /** ISO 3166-1 alpha-2. */
  country: text('country').notNull(),
  phone: text('phone').notNull().default(''),
  isDefault: boolean('is_default').notNull().default(false),
  /** Bills go to it where nothing else is chosen; without one, they go where the delivery goes. */
  isBilling: boolean('is_billing').notNull().default(false),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
