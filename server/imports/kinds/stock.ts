import type { Field } from '#server/imports/kinds/field.ts'
import type { AskedRow, Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'
import { productFields, productsKind } from '#server/imports/kinds/products.ts'
import type { Transaction } from '#server/platform/database/database.ts'

const codes = ['id', 'partNumber', 'stock']

/** Stock of products that exist: counts of a warehouse, as movements. */
export const stockKind: ImportKind = {
  ...productsKind,
  name: 'stock',
  nameFields: ['partNumber', 'id'],
  fields: async (): Promise<Field[]> => productFields.filter(({ code }) => codes.includes(code)),
  shownFields: undefined,
  resolve: undefined,
  async find(tx: Transaction, rows: readonly AskedRow[], errors: RowError[]): Promise<Map<number, Found>> {
    const found = await productsKind.find(tx, rows, errors)
    for (const { row, texts } of rows) {
      if (!found.get(row)?.isNew) continue
      found.delete(row)
      errors.push({ row, field: 'partNumber', code: 'unknown', facts: { text: texts['partNumber'] ?? '' } })
    }
    return found
  },
  async list(db, page) {
    const { rows, next } = await productsKind.list(db, page)
    return {
      rows: rows.map(({ subject, texts }) => ({
        subject,
        texts: Object.fromEntries(codes.map((code) => [code, texts[code] ?? ''])),
      })),
      next,
    }
  },
}
