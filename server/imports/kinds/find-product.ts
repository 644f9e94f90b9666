import { findByOwnNumber, type NumberMatch } from '#server/catalog/name-references.ts'
import { readProductRecords } from '#server/catalog/product-records.ts'
import type { AskedRow, FileChoices, RowError } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Describes a product that a row names, with its number as the shop spells it. */
export interface NamedProduct {
  id: string
  number: string | null
}

/** Returns the products that rows name by `id`, or by `partNumber` and `brand`; errors are pushed, and their rows are left out. */
export async function findProducts(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: RowError[],
  file: FileChoices,
): Promise<Map<number, NamedProduct>> {
  const known = await readProductRecords(
    tx,
    rows.flatMap(({ texts }) => texts['id'] || []),
  )
  const matches = await matchNumbers(tx, rows, errors, file)
  const found = new Map<number, NamedProduct>()
  for (const asked of rows) {
    const { row, texts } = asked
    const [id, text] = [texts['id'], texts['partNumber']]
    const match = matches.get(row)
    if (id) {
      const record = known.get(id)
      if (record) found.set(row, { id, number: record.sku })
      else errors.push({ row, field: 'id', code: 'not-an-id', facts: { text: id } })
    } else if (text && match) {
      const [first] = match.ids
      const otherBrands = match.brands.join(', ')
      if (refuseUnclear(match, asked, errors, file)) continue
      if (first !== undefined) found.set(row, { id: first, number: match.number })
      else if (match.near !== null) {
        errors.push({ row, field: 'partNumber', code: 'near-number', facts: { text, number: match.near } })
      } else if (otherBrands) {
        errors.push({ row, field: 'brand', code: 'number-of-other-brand', facts: { text, brand: otherBrands } })
      } else errors.push({ row, field: 'partNumber', code: 'unknown', facts: { text } })
    } else if (!errors.some((error) => error.row === row)) {
      errors.push({ row, field: 'partNumber', code: 'no-key', facts: {} })
    }
  }
  return found
}

/** Returns what the numbers of rows without an id name, with their brands; a brand that is wrong already decides nothing. */
export async function matchNumbers(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: readonly RowError[],
  { numbersWithoutBrand }: Pick<FileChoices, 'numbersWithoutBrand'>,
): Promise<Map<number, NumberMatch>> {
  const wrong = new Set(errors.flatMap(({ row, field }) => (field === 'brand' ? [row] : [])))
  const numbered = rows.filter(({ texts }) => !texts['id'] && texts['partNumber'])
  const matches = await findByOwnNumber(
    tx,
    numbered.map(({ row, texts }) => ({
      number: texts['partNumber'] ?? '',
      brand: wrong.has(row) ? undefined : texts['brand'],
    })),
    numbersWithoutBrand,
  )
  return new Map(numbered.flatMap(({ row }, index) => (matches[index] ? [[row, matches[index]]] : [])))
}

/** Whether a number does not say which product is meant; pushes what has to be asked, but for a brand that is wrong already. */
export function refuseUnclear(
  { ids, brands, isAsked }: NumberMatch,
  { row, texts: { partNumber: text = '', brand = '' } }: AskedRow,
  errors: RowError[],
  { format, mapping }: Pick<FileChoices, 'format' | 'mapping'>,
): boolean {
  if (!isAsked && ids.length < 2) return false
  if (errors.some((error) => error.row === row && error.field === 'brand')) return true
  if (isAsked) errors.push({ row, field: 'brand', code: 'number-without-brand', facts: { text, brand } })
  // The names of pictures in an archive have no cells to fill in.
  else if (mapping.includes('brand') && format !== 'zip')
    errors.push({ row, field: 'brand', code: 'brand-needed', facts: { text, brands: brands.join(', ') } })
  else errors.push({ row, field: 'partNumber', code: 'several-products', facts: { text, brands: brands.join(', ') } })
  return true
}
