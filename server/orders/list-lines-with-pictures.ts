import { inArray } from 'drizzle-orm'
import { products } from '#server/catalog/catalog.tables.ts'
import { listOrderLines, type OrderLine } from '#server/orders/order-lines.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the lines of an order with the pictures that their products have now; empty where there is none. */
export async function listLinesWithPictures(db: Database, orderId: string): Promise<(OrderLine & { img: string })[]> {
  const lines = await listOrderLines(db, orderId)
  const pictures = await db
    .select({ id: products.id, imageUrl: products.imageUrl })
    .from(products)
    .where(inArray(products.id, [...new Set(lines.map(({ productId }) => productId))]))
  const urls = new Map(pictures.map(({ id, imageUrl }) => [id, imageUrl]))
  return lines.map((line) => ({ ...line, img: urls.get(line.productId) ?? '' }))
}
