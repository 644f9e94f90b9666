import type { AskedFields } from '#server/catalog/fields/price-fields.ts'
import { boolean, customType, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  type ExceededLimit,
  sourceCredentials,
  type SourceFailure,
  type SourceLimits,
  sourceOrigins,
} from '#contract/import-sources.ts'
import {
  type ImportCounts,
  type ImportFix,
  importKinds,
  importStates,
  type NewAttribute,
  numbersWithoutBrand,
  type ValueMap,
} from '#contract/imports.ts'
import type { ColumnDays, DayOrder } from '#contract/day-order.ts'
import type { ImportWarningCode } from '#contract/import-errors.ts'
import { languages } from '#contract/language.ts'
import type { Reading } from '#contract/table-reading.ts'
import type { DecimalSign } from '#contract/units.ts'
import type { ColumnNumbers } from '#contract/detect-decimals.ts'
import type { PlannedAttribute } from '#server/imports/new-attributes.ts'
import type { ColumnAnswers } from '#server/imports/guess-mapping.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export interface StoredWarning {
  code: ImportWarningCode
  facts: Record<string, string | number>
}

/**
 * Lists the formats of what the dashboard stages instead of a file: changes of many products, and vehicles of parts that were read in their
 * texts or are copied of others.
 */
const stagedFormats = ['edit', 'text', 'copy']
export const isStaged = ({ format }: { format: string | null }): boolean =>
  format !== null && stagedFormats.includes(format)

export const imports = pgTable('imports', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: importKinds }).notNull(),
  fileName: text('file_name').notNull(),
  sha256: text('sha256').notNull(),
  format: text('format'),
  reading: jsonb('reading').$type<Reading>(),
  /** The name of the program whose export it is. */
  program: text('program'),
  headers: jsonb('headers').$type<string[]>().notNull(),
  rowCount: integer('row_count').notNull(),
  /** The code of a field for each column. */
  mapping: jsonb('mapping').$type<(string | null)[]>().notNull(),
  /** Whether an empty cell removes its value. */
  clearsEmpty: boolean('clears_empty').notNull().default(false),
  /** Whether a brand that the shop does not have is added. */
  addsBrands: boolean('adds_brands').notNull().default(false),
  addsNearNumbers: boolean('adds_near_numbers').notNull().default(false),
  /** Says which product rows with a brand mean whose number only a product without one has. */
  numbersWithoutBrand: text('numbers_without_brand', { enum: numbersWithoutBrand }).notNull().default('ask'),
  /** The ids of those that were. */
  addedBrands: jsonb('added_brands').$type<number[]>().notNull().default([]),
  /** Whether a category that the shop does not have is added. */
  addsCategories: boolean('adds_categories').notNull().default(false),
  /** The ids of those that were, those above first. */
  addedCategories: jsonb('added_categories').$type<number[]>().notNull().default([]),
  /** The ids of the groups of customers that were. */
  addedGroups: jsonb('added_groups').$type<number[]>().notNull().default([]),
  /** Holds what the values of each column prove about its decimals. */
  numbers: jsonb('numbers').$type<(ColumnNumbers | null)[]>().notNull().default([]),
  /** The sign before decimals of each column; null where nothing needs one. */
  decimals: jsonb('decimals').$type<(DecimalSign | null)[]>().notNull().default([]),
  /** Holds what the cells of each column say about the order of day and month, and which it is; null where nothing needs one. */
  days: jsonb('days').$type<(ColumnDays | null)[]>().notNull().default([]),
  dayOrders: jsonb('day_orders').$type<(DayOrder | null)[]>().notNull().default([]),
  /** The unit of bare numbers of each column, if it is not that of its header or field. */
  units: jsonb('units').$type<(string | null)[]>().notNull().default([]),
  /** Says what each column could become as an attribute, and which attributes applying it adds. */
  proposals: jsonb('proposals').$type<(NewAttribute | null)[]>().notNull().default([]),
  newAttributes: jsonb('new_attributes').$type<(PlannedAttribute | null)[]>().notNull().default([]),
  /** The codes of those that were added. */
  addedAttributes: jsonb('added_attributes').$type<string[]>().notNull().default([]),
  /** Says what the values of each column stand for, where the shop has other words. */
  valueMaps: jsonb('value_maps').$type<(ValueMap | null)[]>().notNull().default([]),
  /** Holds what people have said of its columns, and what of it is from an earlier import of a file with the same headers. */
  answers: jsonb('answers').$type<Partial<ColumnAnswers>>().notNull().default({}),
  remembered: jsonb('remembered').$type<Partial<ColumnAnswers>>().notNull().default({}),
  /** Lists what is done about cells that would be errors, beside what is added. */
  fixes: jsonb('fixes').$type<ImportFix[]>().notNull().default([]),
  /** Lists what the seller should know of the file: found when it is read, or when it is compared. */
  warnings: jsonb('warnings').$type<StoredWarning[]>().notNull().default([]),
  /** The number of changed rows by field. */
  changedFields: jsonb('changed_fields').$type<Record<string, number>>().notNull().default({}),
  /** Of its notes. */
  language: text('language', { enum: languages }).notNull().default('en'),
  state: text('state', { enum: importStates }).notNull(),
  /** The last row that the present step has finished, with its group. */
  cursor: integer('cursor').notNull().default(0),
  cursorGroup: text('cursor_group').notNull().default(''),
  done: integer('done').notNull().default(0),
  total: integer('total').notNull().default(0),
  counts: jsonb('counts').$type<ImportCounts>().notNull().default({}),
  failure: text('failure'),
  createdBy: uuid('created_by'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  checkedAt: timestamptz('checked_at'),
  appliedBy: uuid('applied_by'),
  appliedAt: timestamptz('applied_at'),
  /** The day of the store on which it is applied, if it was planned. */
  plannedFor: date('planned_for'),
  /** When staff were told by mail what it has left out, if it was planned. */
  toldAt: timestamptz('told_at'),
  finishedAt: timestamptz('finished_at'),
  undoneBy: uuid('undone_by'),
  undoneAt: timestamptz('undone_at'),
  advancedAt: timestamptz('advanced_at').notNull().defaultNow(),
  rowsDeletedAt: timestamptz('rows_deleted_at'),
  sourceId: uuid('source_id'),
  /** Why a person decides about a file of a source; null before that is known, empty if nothing is beyond a limit. */
  exceeded: jsonb('exceeded').$type<ExceededLimit[]>(),
})
export type ImportRecord = typeof imports.$inferSelect

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Stores the files that the shop imports again by itself. */
export const importSources = pgTable('import_sources', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: importKinds }).notNull(),
  /** The import whose columns and choices are those of each file. */
  templateId: uuid('template_id').notNull(),
  origin: text('origin', { enum: sourceOrigins }).notNull(),
  location: text('location').notNull(),
  credential: text('credential', { enum: sourceCredentials }),
  /** The user or the name of the header. */
  credentialName: text('credential_name'),
  sealedSecret: bytea('sealed_secret'),
  /** In the time zone of the store; null each hour. */
  atTime: text('at_time'),
  limits: jsonb('limits').$type<SourceLimits>().notNull(),
  language: text('language', { enum: languages }).notNull(),
  nextAt: timestamptz('next_at').notNull(),
  takenBy: uuid('taken_by'),
  takenAt: timestamptz('taken_at'),
  attempts: integer('attempts').notNull().default(0),
  checkedAt: timestamptz('checked_at'),
  etag: text('etag'),
  lastModified: text('last_modified'),
  sha256: text('sha256'),
  failure: jsonb('failure').$type<SourceFailure>(),
  failingSince: timestamptz('failing_since'),
  pausedAt: timestamptz('paused_at'),
  savedBy: uuid('saved_by').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
export type ImportSourceRecord = typeof importSources.$inferSelect

/** Returns what the fields of an import follow from: its headers, and the fields of its columns and changes. */
export const askedFieldsOf = ({
  headers,
  mapping,
  changedFields,
}: Pick<ImportRecord, 'headers' | 'mapping' | 'changedFields'>): AskedFields => ({
  headers,
  codes: [...mapping.filter((code) => code !== null), ...Object.keys(changedFields)],
})
