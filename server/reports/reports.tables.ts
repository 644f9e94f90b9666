import { pgTable, uuid } from 'drizzle-orm/pg-core'

/** Lists the products of which the seller was mailed that they are low, for as long as they are. */
export const lowStockTold = pgTable('low_stock_told', {
  productId: uuid('product_id').primaryKey(),
})
