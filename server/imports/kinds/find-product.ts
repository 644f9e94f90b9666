import { sql } from 'drizzle-orm'
import { findByOwnNumber, nameBrands, type NumberMatch } from '#server/catalog/name-references.ts'
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

/** Describes what a number names, given the other rows of its file. */
interface MatchInFile extends NumberMatch {
  /** Whether a row without a brand may mean the product of another brand that other rows name with this number. */
  isOfSeveral: boolean
}

/** Returns what the numbers of rows without an id name, with their brands; a brand that is wrong already decides nothing. */
export async function matchNumbers(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: readonly RowError[],
  file: Pick<FileChoices, 'id' | 'mapping' | 'numbersWithoutBrand'>,
  { findsArchived = false }: { findsArchived?: boolean } = {},
): Promise<Map<number, MatchInFile>> {
  const wrong = new Set(errors.flatMap(({ row, field }) => (field === 'brand' ? [row] : [])))
  const numbered = rows.filter(({ texts }) => !texts['id'] && texts['partNumber'])
  const matches = await findByOwnNumber(
    tx,
    numbered.map(({ row, texts }) => ({
      number: texts['partNumber'] ?? '',
      brand: wrong.has(row) ? undefined : texts['brand'],
    })),
    { withoutBrand: file.numbersWithoutBrand, findsArchived },
  )
  const matched = numbered.flatMap(({ row, texts }, index) => {
    const match = matches[index]
    if (!match) return []
    const isOfBrand = match.ids.length === 1 && !match.brands.includes(noBrand)
    return [{ row, match, isOpen: !texts['brand'] && !wrong.has(row) && isOfBrand }]
  })
  const named = await readBrandsOfFile(
    tx,
    file,
    matched.flatMap(({ match: { key }, isOpen }) => (isOpen && key !== null ? [key] : [])),
  )
  return new Map(
    matched.map(({ row, match, isOpen }) => {
      const known = match.brands.map((brand) => brand.toLowerCase())
      const others = isOpen
        ? (named.get(match.key ?? '') ?? []).filter((one) => !known.includes(one.toLowerCase()))
        : []
      return [row, { ...match, brands: [...match.brands, ...others], isOfSeveral: others.length > 0 }]
    }),
  )
}

/** Stands for a product without a brand among the brands of a number. */
const noBrand = '–'

/** Returns the brands that rows of a file, also those of later steps, have beside numbers with these keys. */
async function readBrandsOfFile(
  tx: Transaction,
  { id, mapping }: Pick<FileChoices, 'id' | 'mapping'>,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const [number, brand] = [mapping.indexOf('partNumber'), mapping.indexOf('brand')]
  if (keys.length === 0 || number < 0 || brand < 0) return new Map()
  // All rows are compared in a way that takes little time, and those that may be meant exactly.
  const { rows } = await tx.execute<{ key: string; brand: string }>(sql`
    SELECT DISTINCT part_number_identity(number) AS key, brand FROM (
      SELECT cells ->> ${number}::integer AS number, trim(cells ->> ${brand}::integer) AS brand FROM import_rows
      WHERE import_id = ${id} AND trim(cells ->> ${brand}::integer) NOT IN ('', '-')
        AND translate(upper(cells ->> ${number}::integer), ' -_./', '')
          IN (SELECT translate(key, './', '') FROM unnest(${sql.param(keys)}::text[]) AS asked (key)) OFFSET 0) alike
    WHERE part_number_identity(number) = ANY (${sql.param(keys)}::text[]) ORDER BY brand`)
  const names = await nameBrands(tx, [...new Set(rows.map((row) => row.brand))])
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, some]) => [
      key,
      [...new Set(some.map(({ brand: text }) => String(names.get(text) ?? text)))],
    ]),
  )
}

/** Whether a number does not say which product is meant; pushes what has to be asked, but for a brand that is wrong already. */
export function refuseUnclear(
  { ids, brands, isAsked, isOfSeveral }: MatchInFile,
  { row, texts: { partNumber: text = '', brand = '' } }: AskedRow,
  errors: RowError[],
  { format, mapping }: Pick<FileChoices, 'format' | 'mapping'>,
): boolean {
  if (!isAsked && !isOfSeveral && ids.length < 2) return false
  if (errors.some((error) => error.row === row && error.field === 'brand')) return true
  if (isAsked) errors.push({ row, field: 'brand', code: 'number-without-brand', facts: { text, brand } })
  // The names of pictures in an archive have no cells to fill in.
  else if (mapping.includes('brand') && format !== 'zip')
    errors.push({ row, field: 'brand', code: 'brand-needed', facts: { text, brands: brands.join(', ') } })
  else errors.push({ row, field: 'partNumber', code: 'several-products', facts: { text, brands: brands.join(', ') } })
  return true
}
