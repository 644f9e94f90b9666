import type { DayOrder } from '#contract/day-order.ts'
import type { ImportWarningCode, LeftOutReason } from '#contract/import-errors.ts'
import type { ImportKindName } from '#contract/imports.ts'

/** Names the column of prices after a discount, which is added to the file. */
export const discountedHeader = 'Discounted price'

/** Returns the names of the columns of the nth price by quantity, which are added to the file. */
export const breakHeaders = (number: number): [from: string, price: string] => [`Quantity ${number}`, `Price ${number}`]

/**
 * Describes an export of another program: by what it is recognised, and what its columns and values mean. Headers are written as
 * the program writes them; one with `*` at its end stands for all that begin so, and `{currency}` for the currency of the store.
 */
export interface Program {
  name: string
  /** What is in it; products where it is left out. */
  kind?: ImportKindName
  /** A public file that has its header row; absent where such files are full of people. */
  source?: { repository: string; path: string }
  /** The headers that tell it from other files: all of one of the lists. */
  signs: readonly (readonly string[])[]
  /** The headers for each field, the best first: the first one that a file has is read. */
  fields: Readonly<Record<string, readonly string[]>>
  /** What headers are in other languages, in which the program writes them, too. */
  translations?: Readonly<Record<string, readonly string[]>>
  /** The prices with tax, for a store whose prices have it. */
  grossPrices?: readonly string[]
  /** The headers that are for no field, by the reason. */
  leftOut: Readonly<Partial<Record<LeftOutReason, readonly string[]>>>
  /** The headers that are read where the cell of a field is empty. */
  fallbacks?: Readonly<Record<string, readonly string[]>>
  /** The units of fields whose headers and cells have none. */
  units?: Readonly<Record<string, string>>
  /** What stands first in its days such as 03/04/24. */
  days?: DayOrder
  /** Whether line breaks of descriptions are written as `\n`, and that itself as `\\n`. */
  hasEscapedLines?: true
  /** What the values of a field mean, in lower case. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** How the values of a list are found in its cells: by the first of the patterns that matches. */
  lists?: Readonly<Record<string, readonly RegExp[]>>
  /** A second column that takes a product off sale. */
  hidden?: { column: string; values: readonly string[] }
  /** The cells without which the sale price of a row does not hold. */
  onSale?: { column: string; values: readonly string[] }
  /** The columns by which a product costs less than its price, of which the first with a value is read. */
  discounts?: readonly Discount[]
  /** The columns of prices by quantity, `10:9.50,50:9.00`, and of what is taken off for one, `10:5`, and the one that says which holds. */
  breaks?: { price: string; percent: string; mode: { column: string; percent: string } }
  /** How categories are written: what stands between several, and between the names of a way, and the names of its roots. */
  category?: { between?: string; step?: string; roots?: readonly string[] }
  /** What stands between pictures, what comes before a file name, and the further columns that have some. */
  pictures?: { between?: RegExp; base?: string; others?: readonly string[] }
  /** The cells that say that the program does not count the stock of a row. */
  untracked?: { column: string; values: readonly string[] }
  /** A column of pairs, `name=value,…`, and the names that become columns: `column: name`. */
  pairs?: { column: string; names: readonly string[] }
  /** Rows with texts in other languages, which stand below their product: its language or none, and what both have in common. */
  languageRows?: { column: string; main: readonly string[]; key: string; texts: readonly string[] }
  /** Rows that are left out: those with these values, or with others than these. */
  skips?: readonly {
    column: string
    values?: readonly string[]
    others?: readonly string[]
    /** A second column, which such a row has filled in. */
    filled?: string
    warning: ImportWarningCode
  }[]
  /** How rows of variants are told, which become products of their own. */
  variants?: Variants
}

interface Discount {
  column: string
  of: 'percent' | 'amount'
  /** The column that says which of both it is. */
  mode?: { column: string; value: string }
  /** The price from which an amount can be taken, if it has tax. */
  from?: string
}

interface Variants {
  /** The column that rows of one product have in common, one below the other; an empty cell goes on with the row above. */
  group?: string
  /** The column by which a variant names its product, and those that it names, each with what stands before the value. */
  reference?: { column: string; keys: Readonly<Record<string, string>> }
  /** Tells the rows of products that are sold as variants only; without it, they are those that variants refer to. */
  parent?: { column: string; values: readonly string[] }
  /** The columns of the options that distinguish variants, and the values that say nothing. */
  options: readonly string[]
  plain?: readonly string[]
  /** The fields and columns that a variant has from its product where its own cell is empty. */
  carried: readonly string[]
  /** The columns of which one is filled in if a row is a variant, and not only a further picture. */
  filled?: readonly string[]
  /** The picture of the variant itself. */
  picture?: string
  /** What a variant costs beyond its product. */
  surcharge?: string
}
