import type { ColumnNumbers } from '#contract/detect-decimals.ts'
import type { DecimalSign } from '#contract/units.ts'
import type { LeftOutReason } from '#contract/import-errors.ts'
import type { ImportKindName } from '#contract/imports.ts'
import { currentStore } from '#contract/current-store.ts'
import { ownValue } from '#contract/own-value.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import type { ImportRecord } from '#server/imports/imports.tables.ts'
import { googleMerchant } from '#server/imports/programs/google-merchant.ts'
import { magento } from '#server/imports/programs/magento.ts'
import { odoo } from '#server/imports/programs/odoo.ts'
import { prestashop } from '#server/imports/programs/prestashop.ts'
import type { Program } from '#server/imports/programs/program.ts'
import { shopify } from '#server/imports/programs/shopify.ts'
import { shopifyCustomers } from '#server/imports/programs/shopify-customers.ts'
import { shopifyOrders } from '#server/imports/programs/shopify-orders.ts'
import { shopware } from '#server/imports/programs/shopware.ts'
import { square } from '#server/imports/programs/square.ts'
import { squarespace } from '#server/imports/programs/squarespace.ts'
import { warexo } from '#server/imports/programs/warexo.ts'
import { wix } from '#server/imports/programs/wix.ts'
import { woocommerce } from '#server/imports/programs/woocommerce.ts'
import { woocommerceCustomers } from '#server/imports/programs/woocommerce-customers.ts'

/** Lists the exports of programs that are read as they are. */
export const programs: readonly Program[] = [
  shopify,
  woocommerce,
  prestashop,
  magento,
  shopware,
  wix,
  squarespace,
  square,
  odoo,
  googleMerchant,
  warexo,
  shopifyCustomers,
  woocommerceCustomers,
  shopifyOrders,
]

export const kindOfProgram = ({ kind = 'products' }: Program): ImportKindName => kind

/** Returns the program whose export an import is. */
export const programOf = ({ program, kind }: Pick<ImportRecord, 'program' | 'kind'>): Program | undefined =>
  programs.find((one) => one.name === program && kindOfProgram(one) === kind)

const isNamed = ({ translations = {} }: Program, header: string, wanted: string) =>
  [wanted, ...(ownValue(translations, wanted) ?? [])].some((name) => {
    const text = name.replace('{currency}', currentStore().currency.toLowerCase())
    if (!text.endsWith('*')) return normalizeHeader(header) === normalizeHeader(text)
    const start = normalizeHeader(text.slice(0, -1))
    return normalizeHeader(header).startsWith(start) && start !== ''
  })

/** Returns the index of the first column with this header; -1 without one. */
export const indexOfHeader = (program: Program, headers: readonly string[], wanted: string): number =>
  headers.findIndex((header) => isNamed(program, header, wanted))

/** Returns the program whose export, of a kind if one is asked for, has these headers; undefined if none. */
export const findProgram = (headers: readonly string[], kind?: ImportKindName): Program | undefined =>
  programs.find(
    (program) =>
      (kind === undefined || kindOfProgram(program) === kind) &&
      program.signs.some((all) => all.every((sign) => indexOfHeader(program, headers, sign) >= 0)),
  )

/** Returns the column of each field that an export has. */
export function columnsOf(program: Program, headers: readonly string[], hasGrossPrices: boolean): Map<string, number> {
  const { fields, grossPrices } = program
  const found = new Map<string, number>()
  const isFree = (index: number) => index >= 0 && ![...found.values()].includes(index)
  for (const [field, names] of Object.entries(fields)) {
    const wanted = field === 'price' && hasGrossPrices && grossPrices ? grossPrices : names
    const index = wanted.map((name) => indexOfHeader(program, headers, name)).find(isFree)
    if (index !== undefined) found.set(field, index)
  }
  return found
}

/** Returns why a program's column is for no field; undefined for one that its exports do not have. */
export function leftOutReason(program: Program, header: string): LeftOutReason | undefined {
  const { leftOut, fields } = program
  const reasons = Object.entries(leftOut) as [LeftOutReason, readonly string[]][]
  const reason = reasons.find(([, names]) => names.some((name) => isNamed(program, header, name)))?.[0]
  if (reason) return reason
  return Object.values(fields).some((names) => names.some((name) => isNamed(program, header, name)))
    ? 'read-elsewhere'
    : undefined
}

/** Returns what programs write before decimals, unless a spreadsheet program has proved otherwise since. */
export const decimalsOfProgram = (numbers: readonly (ColumnNumbers | null | undefined)[]): DecimalSign | undefined =>
  numbers.some((column) => column && column.comma.count > 0) ? undefined : 'point'
