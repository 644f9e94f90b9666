import type { products } from '#server/catalog/catalog.tables.ts'

/** What the record keeps of a product. */
export function productFacts(row: typeof products.$inferSelect) {
  const { name, description, imageUrl, priceCents, minimumQuantity, availableQuantity, sku, category } = row
  return { name, description, imageUrl, priceCents, minimumQuantity, availableQuantity, sku, category }
}
