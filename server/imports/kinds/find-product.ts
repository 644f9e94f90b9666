import { findByOwnNumber } from '#server/catalog/name-references.ts'
import { readProductRecords } from '#server/catalog/product-records.ts'
import type { AskedRow, RowError } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Returns the ids of the products that rows name by `id` or `partNumber`; errors are pushed, and their rows are left out. */
export async function findProducts(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: RowError[],
): Promise<Map<number, string>> {
  const known = await readProductRecords(
    tx,
    rows.flatMap(({ texts }) => texts['id'] || []),
  )
  const numbers = [...new Set(rows.flatMap(({ texts }) => (texts['id'] ? [] : texts['partNumber'] || [])))]
  const matches = await findByOwnNumber(tx, numbers)
  const byNumber = new Map(numbers.map((number, index) => [number, matches[index]]))
  const found = new Map<number, string>()
  for (const { row, texts } of rows) {
    const [id, text] = [texts['id'], texts['partNumber']]
    if (id) {
      if (known.has(id)) found.set(row, id)
      else errors.push({ row, field: 'id', code: 'not-an-id', facts: { text: id } })
    } else if (text) {
      const { ids: [first, ...others] = [], near = null } = byNumber.get(text) ?? {}
      if (first === undefined && near !== null) {
        errors.push({ row, field: 'partNumber', code: 'near-number', facts: { text, number: near } })
      } else if (first === undefined) errors.push({ row, field: 'partNumber', code: 'unknown', facts: { text } })
      else if (others.length > 0) errors.push({ row, field: 'partNumber', code: 'several-products', facts: { text } })
      else found.set(row, first)
    } else if (!errors.some((error) => error.row === row)) {
      errors.push({ row, field: 'partNumber', code: 'no-key', facts: {} })
    }
  }
  return found
}
