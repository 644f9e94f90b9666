import type { SQL } from 'drizzle-orm'
import type { ImportErrorCode, ImportWarningCode } from '#contract/import-errors.ts'
import type { ImportFix, ImportKindName, NumbersWithoutBrand } from '#contract/imports.ts'
import type { Language } from '#contract/language.ts'
import type { AskedFields } from '#server/catalog/fields/price-fields.ts'
import type { GivenPermission } from '#contract/permissions.ts'
import type { NamedProduct } from '#server/imports/kinds/find-product.ts'
import type { ImportRecord } from '#server/imports/imports.tables.ts'
import type { Field, Texts } from '#server/catalog/fields/field.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Describes an error of a row; without a field it is about the row. */
export interface RowError {
  row: number
  field?: string | undefined
  code: ImportErrorCode
  facts: Record<string, string | number>
}

/** Describes what was read otherwise than it stands in a row, or, with a code, left out of it. */
export interface RowWarning {
  row: number
  field: string
  /** Names the warning of the file, with the number of its rows. */
  warning: ImportWarningCode
  code?: ImportErrorCode
  facts?: RowError['facts']
}

/** Describes what a row of a file asks for: the texts of its cells, without those that are left as they are. */
export interface AskedRow {
  row: number
  texts: Texts
}

/** Describes what a row is about. `subject` is an id of what exists, or the one that a new one gets. */
export interface Found {
  subject: string
  isNew: boolean
  /** The same for rows that are about the same thing. */
  key: string
  /** The fields that say what the row is about: of what exists they are not changed. */
  keyFields: readonly string[]
  /** The part number of the product as the shop spells it, null for none; absent for what no number names. */
  number?: string | null
  /** The fields that no new thing has, such as its id. */
  idFields?: readonly string[]
  /** Names the group of rows that are applied together. */
  group?: string
}

/** Describes what a row changes: only the fields that differ. `before` is null for what is new. */
export interface Change {
  row: number
  subject: string
  before: Texts | null
  after: Texts
}

/** Holds what was chosen for a file. */
export interface FileChoices {
  id: string
  format: string | null
  headers: readonly string[]
  mapping: ImportRecord['mapping']
  newAttributes: ImportRecord['newAttributes']
  addsBrands: boolean
  addsCategories: boolean
  addsNearNumbers: boolean
  numbersWithoutBrand: NumbersWithoutBrand
  fixes: readonly ImportFix[]
  language: Language
}

/** Whether groups of customers are added that the shop does not have. */
export const addsGroups = ({ fixes }: Pick<FileChoices, 'fixes'>): boolean =>
  fixes.some(({ fix }) => fix === 'add-groups')

/** Identifies the actor, and the import for notes. */
export interface WriteContext {
  by: { id: string }
  /** Take the ids of brands, categories and groups of customers that are added; absent if none may be. */
  addedBrands?: number[] | undefined
  addedCategories?: number[] | undefined
  addedGroups?: number[] | undefined
  note: string
  /** Of the file. */
  language: Language
}

export interface UndoContext extends WriteContext {
  /** Select the ids of products that domains refer to which imports do not know. */
  productUses: readonly SQL[]
}

/** Describes a kind of import. All functions work on sets of rows, so that a batch takes a fixed number of statements. */
export interface ImportKind {
  name: ImportKindName
  /** The fields of which one must be mapped, and filled in each row. */
  keys: readonly string[]
  /** The fields without which nothing new can be added; one of an existing thing may be missing in the file. */
  neededByNew?: readonly string[]
  /** The fields that a file must all have for its columns alone to say that it is of this kind; then it is. */
  guessedBy?: readonly string[]
  /** What a new one has of fields that its file does not have, which is shown as no change. */
  defaults?: Texts
  /** The fields of which a file has one; of several, the first one is guessed. */
  exclusive?: readonly string[]
  /** The permissions that a file with columns for these fields needs, all of them. */
  permissionsOf: (codes: readonly string[]) => readonly GivenPermission[]
  /** The fields that name a row on screens, the best first. */
  nameFields: readonly string[]
  /** The fields that tell rows with the same name apart. */
  detailFields?: readonly string[]
  /** The number of rows per transaction. */
  batchSize: number
  /** Names the job that a file asks for once it is applied or taken back. */
  followUpJob?: string
  /** Set if the rows of a file depend on each other: the dry run reads all of them at once, so such files are small. */
  checksTogether?: boolean
  /** The columns of files, also those of attributes and languages, and what a file names by its headers. */
  fields: (db: Database | Transaction, asked?: AskedFields) => Promise<Field[]>
  /** The same with what people read for codes of the shop, such as the names of categories. */
  shownFields?: ((db: Database | Transaction, asked?: AskedFields) => Promise<Field[]>) | undefined
  /** Returns the texts of rows that say nothing else, by the headers of the columns that fields have. */
  implied?: (headerOf: (field: string) => string | undefined) => Texts
  /**
   * Finds what rows are about; errors and warnings are pushed, and their rows are left out. `readOthers` returns the rows of the other steps
   * of the file that may name products, as they are before `resolve`.
   */
  find: (
    tx: Transaction,
    rows: readonly AskedRow[],
    errors: RowError[],
    file: FileChoices,
    warnings: RowWarning[],
    readOthers: (products: readonly NamedProduct[]) => Promise<AskedRow[]>,
  ) => Promise<Map<number, Found>>
  /** Replaces texts that name something of the shop, such as a category, by its code; errors and warnings are pushed. */
  resolve?:
    | ((
        tx: Transaction,
        rows: readonly AskedRow[],
        errors: RowError[],
        file: FileChoices,
        warnings: RowWarning[],
      ) => Promise<AskedRow[]>)
    | undefined
  /** Returns the present texts of what exists; `lock` holds it until the end of the transaction, `mapping` has the fields of the import. */
  read: (
    tx: Transaction,
    subjects: readonly string[],
    options?: { lock?: boolean; mapping?: ImportRecord['mapping'] },
  ) => Promise<Map<string, Texts>>
  /** Returns the changes without what a person has answered of doubts about them; those that are open are pushed as warnings. */
  revise?: (
    tx: Transaction,
    changes: readonly Change[],
    present: ReadonlyMap<string, Texts>,
    file: FileChoices,
    warnings: RowWarning[],
  ) => Promise<readonly Change[]>
  /** Pushes what refuses the changes, and warnings; `present` has the texts of what exists. */
  check: (
    tx: Transaction,
    changes: readonly Change[],
    present: Map<string, Texts>,
    errors: RowError[],
    warnings: RowWarning[],
  ) => Promise<void>
  /** Adds what follows from the texts of a row, given what is there, and the fields of which a part was left out. */
  complete?: (texts: Texts, present: Texts, incomplete: ReadonlySet<string>, file: Pick<ImportRecord, 'fixes'>) => Texts
  /** Adds what else is shown with a change. */
  explain?: (change: Change, present: Texts) => Change
  /** Returns the texts of a change without those that are only shown with it: what has to be as it was compared. */
  comparedOf?: (texts: Texts) => Texts
  /** Creates and changes; the caller has locked what exists, and read its `present` texts. */
  write: (
    tx: Transaction,
    changes: readonly Change[],
    present: Map<string, Texts>,
    context: WriteContext,
  ) => Promise<void>
  /** Takes back: what was new is removed, what was changed gets its texts back. Returns why it had to leave rows as they are,
   * or, with `archived-instead`, that what was new could only be archived. */
  undo: (
    tx: Transaction,
    changes: readonly Change[],
    present: Map<string, Texts>,
    context: UndoContext,
  ) => Promise<RowError[]>
  /** The fields of the cells by which rows are of one group: the dry run does not divide those behind each other. */
  groupedBy?: (mapping: ImportRecord['mapping']) => readonly string[]
  /** Whether what is there is what the change has made; by default, its fields are compared. */
  isAfter?: (change: Change, present: Texts | undefined) => boolean
  /** The fields that others change all the time: undo does not compare them. */
  moving?: readonly string[]
  /** Lists everything for an export, page by page in the shop's order. `after` is the cursor of the page before. */
  list: (
    db: Database | Transaction,
    page: { after: string | undefined; limit: number },
  ) => Promise<{ rows: { subject: string; texts: Texts }[]; next: string | undefined }>
}
