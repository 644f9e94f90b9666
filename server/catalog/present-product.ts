import type { Tool } from '#contract/catalog.ts'
import type { products } from '#server/catalog/catalog.tables.ts'
import { toDollars } from '#server/platform/money.ts'

export type ProductRow = Pick<
  typeof products.$inferSelect,
  | 'id'
  | 'name'
  | 'imageUrl'
  | 'description'
  | 'minimumQuantity'
  | 'availableQuantity'
  | 'priceCents'
  | 'sku'
  | 'category'
>

export const presentProduct = (row: ProductRow): Tool => ({
  _id: row.id,
  name: row.name,
  img: row.imageUrl,
  content: row.description,
  minOrder: row.minimumQuantity,
  available: row.availableQuantity,
  price: toDollars(row.priceCents),
  ...(row.sku === null ? {} : { sku: row.sku }),
  ...(row.category === null ? {} : { category: row.category }),
})
