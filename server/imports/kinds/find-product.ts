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
  file: Pick<FileChoices, 'numbersWithoutBrand'>,
): Promise<Map<number, NamedProduct>> {
  const known = await readProductRecords(
    tx,
    rows.flatMap(({ texts }) => texts['id'] || []),
  )
  const matches = await matchNumbers(tx, rows, errors, file)
  const found = new Map<number, NamedProduct>()
  for (const { row, texts } of rows) {
    const [id, text] = [texts['id'], texts['partNumber']]
    const match = matches.get(row)
    if (id) {
      const record = known.get(id)
      if (record) found.set(row, { id, number: record.sku })
      else errors.push({ row, field: 'id', code: 'not-an-id', facts: { text: id } })
    } else if (text && match) {
      const question = questionOf(match, texts)
      const [first] = match.ids
      const otherBrands = match.brands.join(', ')
      if (question) errors.push({ row, ...question })
      else if (first !== undefined) found.set(row, { id: first, number: match.number })
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

/** Returns what has to be asked about a number, if it does not say which product is meant. */
export function questionOf(
  { ids, brands, isAsked }: NumberMatch,
  { partNumber: text = '', brand = '' }: AskedRow['texts'],
): Pick<RowError, 'field' | 'code' | 'facts'> | undefined {
  if (isAsked) return { field: 'brand', code: 'number-without-brand', facts: { text, brand } }
  if (ids.length < 2) return undefined
  return { field: 'partNumber', code: 'several-products', facts: { text, brands: brands.join(', ') } }
}
