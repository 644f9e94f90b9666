import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { rateBases, shippingKinds, type ShipClass, type ShippingOrigin } from '#contract/shipping.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Holds the one row of settings; triggers count `edition` with every change of these tables but the quotes. */
export const shippingSettings = pgTable('shipping_settings', {
  id: boolean('id').primaryKey().default(true),
  enabled: boolean('enabled').notNull().default(false),
  defaultWeightGrams: integer('default_weight_grams'),
  origin: jsonb('origin').$type<ShippingOrigin>(),
  edition: bigint('edition', { mode: 'number' }).notNull().default(1),
})

export const shipClasses = pgTable('ship_classes', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  names: jsonb('names').$type<ShipClass['names']>().notNull().default({}),
  position: integer('position').notNull().default(0),
})

export const shippingZones = pgTable('shipping_zones', {
  id: integer('id').generatedAlwaysAsIdentity().primaryKey(),
  name: text('name').notNull(),
  position: integer('position').notNull().default(0),
})

/** Holds the places of zones. A prefix of postal codes has itself as both ends of its range. */
export const shippingZoneMembers = pgTable(
  'shipping_zone_members',
  {
    zoneId: integer('zone_id')
      .notNull()
      .references(() => shippingZones.id),
    position: integer('position').notNull(),
    country: text('country').notNull(),
    region: text('region').notNull().default(''),
    postalFrom: text('postal_from').notNull().default(''),
    postalTo: text('postal_to').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.zoneId, table.position] })],
)

export const shippingMethods = pgTable('shipping_methods', {
  id: integer('id').generatedAlwaysAsIdentity().primaryKey(),
  name: text('name').notNull(),
  names: jsonb('names').$type<ShipClass['names']>().notNull().default({}),
  kind: text('kind', { enum: shippingKinds }).notNull(),
  by: text('by', { enum: rateBases }).notNull().default('weight'),
  daysFrom: smallint('days_from'),
  daysTo: smallint('days_to'),
  carrier: text('carrier').notNull().default(''),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull().default(0),
})

/** Holds the rows of methods for zones; amounts are grams or cents. */
export const shippingRates = pgTable(
  'shipping_rates',
  {
    methodId: integer('method_id')
      .notNull()
      .references(() => shippingMethods.id),
    zoneId: integer('zone_id')
      .notNull()
      .references(() => shippingZones.id),
    position: integer('position').notNull(),
    fromAmount: bigint('from_amount', { mode: 'number' }).notNull().default(0),
    toAmount: bigint('to_amount', { mode: 'number' }),
    priceCents: integer('price_cents').notNull(),
    perKgCents: integer('per_kg_cents').notNull().default(0),
    freeFromCents: integer('free_from_cents'),
  },
  (table) => [primaryKey({ columns: [table.methodId, table.zoneId, table.position] })],
)

/** Holds what methods do with goods of a class. */
export const shippingClassRules = pgTable(
  'shipping_class_rules',
  {
    methodId: integer('method_id')
      .notNull()
      .references(() => shippingMethods.id),
    class: text('class')
      .notNull()
      .references(() => shipClasses.code),
    isExcluded: boolean('is_excluded').notNull().default(false),
    surchargeCents: integer('surcharge_cents').notNull().default(0),
    perUnit: boolean('per_unit').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.methodId, table.class] })],
)

/** Holds what carriers answered, by a hash of the question. */
export const shippingQuotes = pgTable('shipping_quotes', {
  inputHash: text('input_hash').primaryKey(),
  rates: jsonb('rates').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})
