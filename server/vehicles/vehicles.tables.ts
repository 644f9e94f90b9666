import { bigint, boolean, date, integer, numeric, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import {
  codeSystems,
  engineFuels,
  fitmentOrigins,
  fitPositions,
  nameOrigins,
  nameUses,
  vehicleKinds,
} from '#contract/vehicles.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const vehicleMakes = pgTable('vehicle_makes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** A hidden make is neither offered to buyers nor read in texts. */
  isOffered: boolean('is_offered').notNull().default(true),
})

/** Stores what parts are made for: generations of families, or families without one. */
export const vehicleModels = pgTable('vehicle_models', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  makeId: integer('make_id').notNull(),
  family: text('family').notNull(),
  generation: text('generation'),
  slug: text('slug').notNull(),
  kind: text('kind', { enum: vehicleKinds }).notNull().default('car'),
  /** Calendar years; null is unknown, or still built. */
  yearFrom: smallint('year_from'),
  yearTo: smallint('year_to'),
  isOffered: boolean('is_offered').notNull().default(true),
})

/** Stores addresses of before a rename or a merge, which redirect. */
export const vehicleOldSlugs = pgTable('vehicle_old_slugs', {
  slug: text('slug').primaryKey(),
  modelId: integer('model_id').notNull(),
})

export const vehicleEngines = pgTable('vehicle_engines', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  modelId: integer('model_id').notNull(),
  name: text('name').notNull(),
  code: text('code'),
  litres: numeric('litres'),
  fuel: text('fuel', { enum: engineFuels }),
  kw: smallint('kw'),
  yearFrom: smallint('year_from'),
  yearTo: smallint('year_to'),
})

/** Stores former ids of models, which lead to those that they were merged with. */
export const vehicleMergedModels = pgTable('vehicle_merged_models', {
  id: integer('id').primaryKey(),
  modelId: integer('model_id').notNull(),
  /** What the open ends of its rows became; null where they stayed open. */
  yearFrom: smallint('year_from'),
  yearTo: smallint('year_to'),
})

/** Stores former ids of engines. */
export const vehicleMergedEngines = pgTable('vehicle_merged_engines', {
  id: integer('id').primaryKey(),
  engineId: integer('engine_id').notNull(),
})

/** Stores what people write for makes (without a family), families (without a model) and models. */
export const vehicleNames = pgTable('vehicle_names', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** Upper case, without separators. */
  key: text('key').notNull(),
  name: text('name').notNull(),
  makeId: integer('make_id').notNull(),
  family: text('family'),
  modelId: integer('model_id'),
  counts: text('counts', { enum: nameUses }).notNull().default('with-make'),
  origin: text('origin', { enum: nameOrigins }).notNull(),
})

/** Stores codes of lists that the seller has licensed. */
export const vehicleCodes = pgTable(
  'vehicle_codes',
  {
    system: text('system', { enum: codeSystems }).notNull(),
    code: text('code').notNull(),
    modelId: integer('model_id').notNull(),
    engineId: integer('engine_id'),
  },
  (table) => [primaryKey({ columns: [table.system, table.code] })],
)

/** Stores which vehicles a part fits, as ranges; an empty end is that of the model. */
export const fitments = pgTable('fitments', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  productId: uuid('product_id').notNull(),
  modelId: integer('model_id').notNull(),
  yearFrom: smallint('year_from'),
  yearTo: smallint('year_to'),
  builtFrom: date('built_from', { mode: 'string' }),
  builtTo: date('built_to', { mode: 'string' }),
  /** Null fits every engine. */
  engineId: integer('engine_id'),
  position: text('position', { enum: fitPositions }),
  /** Makes the answer "check"; a note is only shown. */
  condition: text('condition'),
  note: text('note'),
  origin: text('origin', { enum: fitmentOrigins }).notNull(),
})

/** Stores what the seller wrote of the vehicles of a part, and how it was read last. */
export const fitsTexts = pgTable('fits_texts', {
  productId: uuid('product_id').primaryKey(),
  text: text('text').notNull(),
  /** Where it was written: in a file, or as the name of the part. */
  origin: text('origin', { enum: ['file', 'name'] })
    .notNull()
    .default('file'),
  /** The keys of the phrases that were not read. */
  leftover: text('leftover').array().notNull().default([]),
  isComplete: boolean('is_complete').notNull().default(false),
  /** Tells that it names a vehicle or what may be one, so that answers may complete it. */
  namesVehicle: boolean('names_vehicle').notNull().default(false),
  /** The edition of names and answers of the last reading; a text that changes begins again at -1. */
  edition: bigint('edition', { mode: 'number' }).notNull().default(-1),
})

/** Stores phrases that were not read, with the answer; no models say that they name no vehicle, a family as a condition that some of them fit. */
export const fitsPhrases = pgTable('fits_phrases', {
  key: text('key').primaryKey(),
  text: text('text').notNull(),
  modelIds: integer('model_ids').array(),
  isCondition: boolean('is_condition').notNull().default(false),
  decidedBy: uuid('decided_by'),
  decidedAt: timestamptz('decided_at'),
})

/** Stores the vehicles of buyers. */
export const garageVehicles = pgTable('garage_vehicles', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull().default(''),
  plate: text('plate').notNull().default(''),
  vin: text('vin').notNull().default(''),
  modelId: integer('model_id').notNull(),
  year: smallint('year').notNull(),
  built: date('built', { mode: 'string' }),
  engineId: integer('engine_id'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

export type NewFitment = typeof fitments.$inferInsert
