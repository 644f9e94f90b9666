import { type Static, Type } from 'typebox'
import { attributeKinds } from '#contract/attributes.ts'
import { dayOrders } from '#contract/day-order.ts'
import { endpoint, IdParams, Name, Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { languages } from '#contract/language.ts'
import { ListPrice } from '#contract/list-prices.ts'
import { pageQuery } from '#contract/pagination.ts'
import type { GivenPermission } from '#contract/permissions.ts'
import { PriceList } from '#contract/pricing.ts'
import { AskedReading, Reading } from '#contract/table-reading.ts'
import { decimalSigns, dimensionNames } from '#contract/units.ts'

/** Lists what files can change, in the order in which the dashboard offers it. */
export const importKinds = [
  'products',
  'stock',
  'vehicles',
  'fitments',
  'fits-phrases',
  'vehicle-codes',
  'categories',
  'attributes',
  'customers',
  'past-orders',
] as const
export type ImportKindName = (typeof importKinds)[number]

/** Lists what files of products have in rows of their own: kinds of exports, which are imported as products. */
export const partKinds = ['prices', 'part-numbers'] as const
export type PartKind = (typeof partKinds)[number]

export const isPartKind = (kind: string | undefined): kind is PartKind => partKinds.some((one) => one === kind)

/** Names the permission that shows all imports of a kind, and those that show one's own; what is in a file may need others to be compared. */
export const importPermissions = {
  products: ['catalog', 'prices'],
  stock: ['catalog'],
  vehicles: ['catalog'],
  fitments: ['catalog'],
  'fits-phrases': ['catalog'],
  'vehicle-codes': ['catalog'],
  categories: ['catalog'],
  attributes: ['catalog'],
  customers: ['customers'],
  'past-orders': ['customers'],
} as const satisfies Record<ImportKindName, readonly GivenPermission[]>

/**
 * Lists the states of an import: a dry run goes on while it is `mapped`, a `planned` one is applied at the beginning of its day, and files are
 * applied and undone in batches.
 */
export const importStates = [
  'uploaded',
  'mapped',
  'checked',
  'planned',
  'applying',
  'applied',
  'undoing',
  'undone',
  'cancelled',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

/** Lists the states in which the shop works on an import. */
export const runningStates: readonly ImportState[] = ['mapped', 'applying', 'undoing']

/** Lists the states in which the file of an import can be read in another way. */
export const readableStates: readonly ImportState[] = ['uploaded', 'checked']

/** Lists what a dry run says of rows, and what became of those that were to be applied. */
export const importOutcomes = ['new', 'changed', 'same', 'error'] as const
export const importResults = ['applied', 'changed-since', 'refused', 'undone', 'left'] as const
export type ImportOutcome = (typeof importOutcomes)[number]
export type ImportResult = (typeof importResults)[number]

/** Limits the days that an import is planned ahead. */
export const maxPlannedDays = 366

/** The hours in which an import can be undone, and the days that its rows and changes are kept. */
export const undoHours = 24
export const rowDays = 7
export const changeDays = 90

const Counts = Type.Partial(
  Type.Object(
    Object.fromEntries([...importOutcomes, ...importResults].map((name) => [name, Type.Integer()])) as Record<
      ImportOutcome | ImportResult,
      ReturnType<typeof Type.Integer>
    >,
  ),
)
export type ImportCounts = Static<typeof Counts>

const PictureCounts = Type.Object({ total: Type.Integer(), done: Type.Integer(), failed: Type.Integer() })
export type PictureCounts = Static<typeof PictureCounts>

/** Describes an import. */
export const Import = Type.Object({
  _id: Type.String(),
  kind: Type.Enum(importKinds),
  fileName: Type.String(),
  /** The program whose export it is, such as `Shopify`; absent if none is recognised. */
  program: Type.Optional(Type.String()),
  state: Type.Enum(importStates),
  rows: Type.Integer(),
  /** How far the present step is, in rows. */
  done: Type.Integer(),
  total: Type.Integer(),
  counts: Counts,
  /** The pictures that it names by address, or that are in its archive: they are stored before the dry run. */
  pictures: Type.Optional(PictureCounts),
  /** Lists warnings before it is applied, and what its undo has archived instead of removed, in the language of the call; `rows` counts those that one is about. */
  warnings: Type.Array(
    Type.Object({ code: Type.String(), message: Type.String(), rows: Type.Optional(Type.Integer()) }),
  ),
  /** Says what to do about an error of the shop that has ended it, in the language of the call. */
  failure: Type.Optional(Type.String()),
  createdAt: Type.String(),
  createdBy: Type.Optional(Type.String()),
  /** The day of the store on which it is applied, or was, if it was planned. */
  plannedFor: Type.Optional(Type.String()),
  appliedAt: Type.Optional(Type.String()),
  appliedBy: Type.Optional(Type.String()),
  finishedAt: Type.Optional(Type.String()),
  /** Until when it can be undone; absent if it cannot. */
  undoUntil: Type.Optional(Type.String()),
  undoneAt: Type.Optional(Type.String()),
  undoneBy: Type.Optional(Type.String()),
  /** The schedule that has fetched its file. */
  source: Type.Optional(
    Type.Object({ _id: Type.String(), name: Type.String(), paused: Type.Optional(Type.Literal(true)) }),
  ),
  /** Why a compared file of a schedule was not applied by itself, in the language of the call; empty if it was, or changes nothing. */
  exceeded: Type.Optional(Type.Array(Type.String())),
})
export type Import = Static<typeof Import>

/** Limits the values of a column that are said to stand for others. */
const maxMappedValues = 1000

/** Says what values of a column stand for: a text that the field reads, or an empty one to leave them out. */
export const ValueMap = Type.Record(Text(500, 1), Text(500), {
  maxProperties: maxMappedValues,
  additionalProperties: false,
})
export type ValueMap = Static<typeof ValueMap>

/** Stands in `columns` for a new attribute. */
export const newAttribute = 'new-attribute'

/** Describes an attribute that a column becomes. */
const NewAttribute = Type.Object({
  name: Name(maxLengths.attributeName),
  kind: Type.Enum(attributeKinds),
  dimension: Type.Optional(Type.Enum(dimensionNames)),
  unit: Type.Optional(Text(20)),
  isMultiple: Type.Optional(Type.Boolean()),
  isStaffOnly: Type.Optional(Type.Boolean()),
})
export type NewAttribute = Static<typeof NewAttribute>

const FieldCode = Type.String({ minLength: 1, maxLength: 200, format: 'text' })

/** Describes a field that a column can be for, in the language of the call. */
const ImportField = Type.Object({
  code: Type.String(),
  label: Type.String(),
  /** Set if one of such fields says what a row is about. */
  isKey: Type.Optional(Type.Literal(true)),
  /** Set if nothing new can be added without it. */
  isNeeded: Type.Optional(Type.Literal(true)),
  /** Set if its texts are numbers with a point; those of measures have a unit behind them. */
  number: Type.Optional(Type.Enum(['whole', 'amount', 'measure', 'percent'])),
  /** Of measures: what units there are, and the unit of numbers that have none, neither in their cell nor in the header. */
  dimension: Type.Optional(Type.Enum(dimensionNames)),
  unit: Type.Optional(Type.String()),
  /** Set if its texts are days, `2024-03-31`. */
  isDay: Type.Optional(Type.Literal(true)),
  /** Set if exports have it, and no column is for it. */
  isReadOnly: Type.Optional(Type.Literal(true)),
  /** Set if other words can stand for its texts, which are those of `words`, or name something of the shop. */
  hasValueMap: Type.Optional(Type.Literal(true)),
  /** Set if its texts are lists, `a | b`. */
  isList: Type.Optional(Type.Literal(true)),
  /** Set if several columns can be for it, whose texts are joined in their order. */
  joins: Type.Optional(Type.Literal(true)),
  /** Holds the words for texts that are codes in the language of the call, or else the codes themselves. */
  words: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type ImportField = Static<typeof ImportField>

/** Lists what is remembered of a column. */
export const rememberedChoices = ['field', 'decimals', 'days', 'unit', 'values'] as const

/** Describes a column of the file with up to three different values, and the field that it is for. */
const ImportColumn = Type.Object({
  header: Type.String(),
  samples: Type.Array(Type.String()),
  field: Type.Optional(Type.String()),
  /** The field that its header names by now and that no column is for: the prices of a list that is newer than the import. */
  named: Type.Optional(Type.String()),
  /** How many cells prove a comma or a point before decimals, and how many could have either: `5,916`. */
  numbers: Type.Optional(Type.Object({ comma: Type.Integer(), point: Type.Integer(), open: Type.Integer() })),
  /** Says what stands before decimals; absent if nothing proves it, or if it contradicts what was chosen for the same columns before. */
  decimals: Type.Optional(Type.Enum(decimalSigns)),
  /** How many cells prove that the day or the month stands first, and how many could have either: `03/04/2024`. */
  days: Type.Optional(Type.Object({ dayFirst: Type.Integer(), monthFirst: Type.Integer(), open: Type.Integer() })),
  /** Says what stands first in its days; absent if nothing proves it. */
  dayOrder: Type.Optional(Type.Enum(dayOrders)),
  /** The unit that was chosen for its bare numbers. */
  unit: Type.Optional(Type.String()),
  /** The attribute that it becomes, and the one that it could. */
  newAttribute: Type.Optional(NewAttribute),
  proposal: Type.Optional(NewAttribute),
  /** Says what its values stand for. */
  valueMap: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Holds what of it a person has chosen for an earlier file with the same columns, which was applied. */
  remembered: Type.Optional(Type.Array(Type.Enum(rememberedChoices))),
  /** Why a column of the recognised program is for no field, in the language of the call. */
  leftOut: Type.Optional(Type.String()),
  /** Whose price its header names, if that may be a group that the shop does not have yet. */
  newGroup: Type.Optional(Type.String()),
})

/** Lists what rows with a brand mean whose number only a product without one has: a question, that product, or another one. */
export const numbersWithoutBrand = ['ask', 'same', 'other'] as const
export type NumbersWithoutBrand = (typeof numbersWithoutBrand)[number]

/** Names attributes, and categories and brands: how many, with the first 200 names of each, those of categories on their ways, such as `Brakes > Drums`. */
const ImportAdditions = Type.Object({
  categories: Type.Array(Type.String()),
  categoryCount: Type.Integer(),
  brands: Type.Array(Type.String()),
  brandCount: Type.Integer(),
  attributes: Type.Optional(Type.Array(Type.String())),
  groups: Type.Optional(Type.Array(Type.String())),
})
export type ImportAdditions = Static<typeof ImportAdditions>

/**
 * Lists what one choice does about a group of errors: adds the brands, categories, groups or products that are missing, raises minimum and maximum
 * to multiples of the pack, rounds to the decimals of the field, keeps the stock of the shop where a file repeats the one before, or leaves
 * the cells out.
 */
export const importFixes = [
  'add-brands',
  'add-categories',
  'add-groups',
  'add-near-numbers',
  'fit-quantities',
  'round',
  'keep-stock',
  'leave-out',
] as const

export const ImportFix = Type.Object({
  fix: Type.Enum(importFixes),
  /** The field and the error of cells that are rounded or left out. */
  field: Type.Optional(FieldCode),
  code: Type.Optional(Type.String({ maxLength: 60 })),
})
export type ImportFix = Static<typeof ImportFix>

/** Describes errors of one reason in one column: how many rows have it, the first three, and what one choice does about it. */
const ImportErrorGroup = Type.Object({
  code: Type.String(),
  field: Type.Optional(Type.String()),
  rows: Type.Integer(),
  examples: Type.Array(
    Type.Object({ line: Type.Integer(), name: Type.String(), cell: Type.String(), message: Type.String() }),
  ),
  fix: Type.Optional(ImportFix),
})
export type ImportErrorGroup = Static<typeof ImportErrorGroup>

export const ImportDetails = Type.Object({
  ...Import.properties,
  /** Set for changes of many products in the dashboard, which have no columns to choose. */
  isEdit: Type.Optional(Type.Literal(true)),
  /** How its file was read. Absent if it has none. */
  reading: Type.Optional(Reading),
  /** Set if its file can be read in another way. */
  canReadAgain: Type.Optional(Type.Literal(true)),
  columns: Type.Array(ImportColumn),
  /** The cells of its first ten rows, before it is applied. */
  firstRows: Type.Optional(Type.Array(Type.Array(Type.String()))),
  fields: Type.Array(ImportField),
  /** How many rows a compared file changes, by field, the most first; new ones do not count. */
  changedFields: Type.Array(Type.Object({ field: Type.String(), count: Type.Integer() })),
  /** The codes of fields of which a file has one. */
  exclusive: Type.Optional(Type.Array(Type.String())),
  /** The errors of a compared or applied file by reason and column, the most first. */
  errorGroups: Type.Optional(Type.Array(ImportErrorGroup)),
  /** What was chosen about errors. */
  fixes: Type.Array(ImportFix),
  clearsEmpty: Type.Boolean(),
  addsBrands: Type.Boolean(),
  addsNearNumbers: Type.Boolean(),
  numbersWithoutBrand: Type.Enum(numbersWithoutBrand),
  addsCategories: Type.Boolean(),
  language: Type.Enum(languages),
  /**
   * Says what undoing it would do, if it can be undone: the rows that get their values back, those of which what they added is removed, and
   * the categories and brands that it added, which are removed unless something else uses them.
   */
  undo: Type.Optional(
    Type.Object({
      restores: Type.Integer(),
      removes: Type.Integer(),
      additions: Type.Optional(ImportAdditions),
    }),
  ),
  /** Lists what applying a compared file would add. Absent if nothing. */
  additions: Type.Optional(ImportAdditions),
  /**
   * Lists the values of a compared file that the shop does not know, the most frequent 50 of each column with the numbers of their rows; `count`
   * is the number of all. What they stand for is sent as `valueMaps`. Absent if none.
   */
  unknownValues: Type.Optional(
    Type.Array(
      Type.Object({
        column: Type.Integer(),
        field: Type.String(),
        count: Type.Integer(),
        values: Type.Array(Type.Object({ text: Type.String(), rows: Type.Integer() })),
      }),
    ),
  ),
  /** Counts the prices of lists that stay as they are while a compared import changes the prices of their products. Absent if none. */
  keptPrices: Type.Optional(Type.Object({ prices: Type.Integer(), products: Type.Integer() })),
  /** The price lists that a compared or applied import of prices is for, and that are not in force: buyers do not see these prices. */
  listsNotInForce: Type.Optional(Type.Array(PriceList)),
  /** Counts the parts that get vehicles by a compared or applied import of these, and those whose texts wait for an answer. */
  fittedParts: Type.Optional(Type.Object({ parts: Type.Integer(), waiting: Type.Integer() })),
})
export type ImportDetails = Static<typeof ImportDetails>

/** Describes one row of the file: what it changes, and what is wrong with it, with the text of the cell. */
export const ImportRow = Type.Object({
  /** The number of the row, from 1, without the header. */
  _id: Type.String(),
  line: Type.Integer(),
  /** Names the subject of the row in words of the file. */
  name: Type.String(),
  /** Tells rows with the same name apart, by the price list and the quantity for example, or shows more of a change. */
  details: Type.Array(Type.Object({ field: Type.String(), text: Type.String() })),
  outcome: Type.Optional(Type.Enum(importOutcomes)),
  result: Type.Optional(Type.Enum(importResults)),
  changes: Type.Array(
    Type.Object({ field: Type.String(), before: Type.Optional(Type.String()), after: Type.String() }),
  ),
  errors: Type.Array(
    Type.Object({
      field: Type.Optional(Type.String()),
      code: Type.String(),
      facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      message: Type.String(),
    }),
  ),
  /** The prices of lists that stay as they are while a compared row changes the price of the product. */
  keptPrices: Type.Optional(Type.Array(ListPrice)),
  /** Lists the values that were left out of it, and why; the row is applied without. */
  warnings: Type.Array(
    Type.Object({ field: Type.Optional(Type.String()), code: Type.String(), message: Type.String() }),
  ),
  /** The cells of a row with an error, for a file of such rows. */
  cells: Type.Optional(Type.Array(Type.String())),
})
export type ImportRow = Static<typeof ImportRow>

const ImportAnswer = Type.Object({ success: Type.Literal(true), import: Import })
const anyPermission = ['catalog', 'prices', 'customers'] as const
const common = { access: 'admin', permission: anyPermission } as const
const RowNumber = Type.String({ format: 'row-number' })

const tableProblems = [
  'table-format',
  'table-translations',
  'table-other-format',
  'table-sheet',
  'table-header',
  'table-too-large',
  'table-damaged',
  'table-unpacked',
  'table-slow',
  'table-quote',
  'table-empty',
  'table-old-excel',
  'table-rows',
  'table-columns',
  'table-cell',
  'table-character',
  'storage-full',
] as const

export const listImports = endpoint('listImports', 'GET', '/imports', {
  ...common,
  summary: 'Lists imports of the kinds that the caller may import, newest first; `source` names a schedule.',
  query: Type.Object({ ...pageQuery, source: Type.Optional(Type.String({ maxLength: 200 })) }),
  answer: Type.Array(Import),
  problems: ['import-source-not-found'],
})

export const uploadImport = endpoint('uploadImport', 'POST', '/imports', {
  ...common,
  summary:
    'Stages a CSV or Excel file (multipart field `table`, at most 100 MB and 250,000 rows) and guesses which field each column is for; its pictures and PDF documents may come with it (field `pictures`: one ZIP of at most 1 GB and 20,000 files, which may have the table in it, or single files), for cells that name them, and pictures for part numbers that they are named by, such as PAD-1551.jpg and PAD-1551_2.png. Pictures alone are compared with those of the products. Without `kind`, the columns say what the file is. Exports of Shopify, WooCommerce and other programs are recognised, and read as those programs mean them. Nothing of the shop changes. Encoding, delimiter, sheet and the line with the names of the columns are found out where they are not sent.',
  query: Type.Object({
    kind: Type.Optional(Type.Enum([...importKinds, ...partKinds])),
    language: Type.Optional(Type.Enum(languages)),
    ...AskedReading.properties,
    headerLine: Type.Optional(RowNumber),
    /** Compares it at once, if every column is for a field or left out for a known reason, and nothing is open. */
    compare: Type.Optional(Type.Enum(['if-clear'])),
  }),
  multipart: 'table',
  answer: ImportAnswer,
  problems: [
    'permission-missing',
    'table-required',
    'import-kind-unclear',
    'import-kind-of-products',
    'import-several-tables',
    'import-several-archives',
    'archive-unreadable',
    'archive-entry-unreadable',
    'archive-empty',
    'archive-too-many',
    'archive-too-long',
    'too-large',
    ...tableProblems,
  ],
})

export const readImportAgain = endpoint('readImportAgain', 'PUT', '/imports/:id/reading', {
  ...common,
  summary:
    'Reads the file of an import again that is not applied: in another encoding, with another delimiter, another sheet, or the names of the columns in another line; or as something else, with `kind`. What is left out is found out. The fields of the columns are guessed again.',
  params: IdParams,
  body: Type.Object({ ...AskedReading.properties, kind: Type.Optional(Type.Enum(importKinds)) }),
  answer: ImportAnswer,
  problems: ['import-not-found', 'permission-missing', 'import-state', 'import-file-gone', ...tableProblems],
})

export const getImport = endpoint('getImport', 'GET', '/imports/:id', {
  ...common,
  summary:
    'Returns an import with its columns, three values of each, the fields they are for, its progress, and the categories and brands that a compared one would add.',
  params: IdParams,
  query: Type.Object({ language: Type.Optional(Type.Enum(languages)) }),
  answer: ImportDetails,
  problems: ['import-not-found'],
})

export const checkImport = endpoint('checkImport', 'PUT', '/imports/:id/mapping', {
  ...common,
  summary:
    'Says which field each column is for, `null` for none, and starts the dry run. Without `columns` it is compared as it was read; what is open then is refused, with an error per column that names what to send. Several columns can be for a text whose field has `joins`: their texts are joined in the order of the file. `clearsEmpty` removes values where cells are empty; `addsBrands` and `addsCategories` add brands and categories that the shop does not have; `addsNearNumbers` adds products whose numbers differ from one of the shop only by a dot, comma or slash between digits; `numbersWithoutBrand` says what a row with a brand means if only a product without one has its number: that is asked (`ask`), it is that product (`same`), or another one (`other`); `decimals` says what stands before decimals of each column, `comma` or `point`, and `null` leaves it to its values, which must not contradict it; `dayOrders` says what stands first in the days of each column such as 03/04/2024, `day-first` or `month-first`, and `null` leaves it to its values; `units` has the unit of bare numbers of each column, `null` for that of the header or the store; `valueMaps` says for each column what its values stand for, such as `{ "Yes": "archived" }`: what is left out stays as it is for columns whose field stays. A column for `new-attribute` becomes an attribute of products when the file is applied: the one that `newAttributes` describes for it, or the `proposal` of the shop; `isStaffOnly` hides it from buyers.',
  params: IdParams,
  body: Type.Object({
    columns: Type.Optional(Type.Array(Type.Union([FieldCode, Type.Null()]), { minItems: 1, maxItems: 256 })),
    clearsEmpty: Type.Optional(Type.Boolean()),
    addsBrands: Type.Optional(Type.Boolean()),
    addsCategories: Type.Optional(Type.Boolean()),
    addsNearNumbers: Type.Optional(Type.Boolean()),
    decimals: Type.Optional(Type.Array(Type.Union([Type.Enum(decimalSigns), Type.Null()]), { maxItems: 256 })),
    dayOrders: Type.Optional(Type.Array(Type.Union([Type.Enum(dayOrders), Type.Null()]), { maxItems: 256 })),
    units: Type.Optional(Type.Array(Type.Union([Type.String({ maxLength: 20 }), Type.Null()]), { maxItems: 256 })),
    newAttributes: Type.Optional(Type.Array(Type.Union([NewAttribute, Type.Null()]), { maxItems: 256 })),
    valueMaps: Type.Optional(Type.Array(Type.Union([ValueMap, Type.Null()]), { maxItems: 256 })),
    numbersWithoutBrand: Type.Optional(Type.Enum(numbersWithoutBrand)),
  }),
  answer: ImportAnswer,
  problems: [
    'import-not-found',
    'permission-missing',
    'import-state',
    'import-columns',
    'import-field-twice',
    'import-one-field',
    'import-key-missing',
    'import-unit-unknown',
    'import-value-unknown',
    'import-many-options',
    'import-attribute-public',
    'unit-unknown',
    'import-encoding-doubtful',
    'import-other-currency',
    'import-numbers-mixed',
    'import-numbers-unclear',
    'import-days-unclear',
    'table-rows',
  ],
})

export const fixImport = endpoint('fixImport', 'PUT', '/imports/:id/fixes', {
  ...common,
  summary:
    'Says what is done about the errors of a compared import, all that holds: the fixes that its groups of errors offer. Compares it again; the next file with the same columns is read so, too.',
  params: IdParams,
  body: Type.Object({ fixes: Type.Array(ImportFix, { maxItems: 500 }) }),
  answer: ImportAnswer,
  problems: ['import-not-found', 'permission-missing', 'import-state', 'import-fix'],
})

export const listImportRows = endpoint('listImportRows', 'GET', '/imports/:id/rows', {
  ...common,
  summary: 'Lists the rows of an import in their order: what each changes, and what is wrong with it.',
  params: IdParams,
  query: Type.Object({
    limit: pageQuery.limit,
    after: Type.Optional(RowNumber),
    show: Type.Optional(Type.Enum([...importOutcomes, ...importResults])),
    language: Type.Optional(Type.Enum(languages)),
  }),
  answer: Type.Array(ImportRow),
  problems: ['import-not-found'],
})

export const applyImport = endpoint('applyImport', 'POST', '/imports/:id/apply', {
  ...common,
  summary:
    'Applies what the dry run has shown, in batches: now, or at the beginning of the day `on` of the store. A row whose product was changed since is left and listed as `changed-since`. Prices that change by a great factor in many rows or are far from others of their product, stock that goes in many, and stock that repeats the file before although the shop has another one since, are refused as `import-great-changes` until `acceptsGreatChanges` is sent.',
  params: IdParams,
  body: Type.Object({
    on: Type.Optional(Type.String({ format: 'day' })),
    acceptsGreatChanges: Type.Optional(Type.Boolean()),
  }),
  bodyOptional: true,
  answer: ImportAnswer,
  problems: [
    'import-not-found',
    'import-state',
    'import-nothing-to-apply',
    'import-great-changes',
    'import-attribute-taken',
    'import-day',
  ],
})

export const cancelImport = endpoint('cancelImport', 'POST', '/imports/:id/cancel', {
  ...common,
  summary: 'Stops an import before or while it is applied. What is applied already stays, and can be undone.',
  params: IdParams,
  answer: ImportAnswer,
  problems: ['import-not-found', 'import-state'],
})

export const undoImport = endpoint('undoImport', 'POST', '/imports/:id/undo', {
  ...common,
  summary:
    'Takes back what an import has changed, within 24 hours. Rows that were changed since are left and listed as `left`; stock is taken back by movements.',
  params: IdParams,
  answer: ImportAnswer,
  problems: ['import-not-found', 'import-state', 'import-undo-over'],
})
