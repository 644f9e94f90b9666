import { type SQL, sql } from 'drizzle-orm'

// `catalog` imports `pricing`, whose SQL is in its lists: what prices and discounts read of products and categories is here.

/** Selects the products that prices and discounts are for, to be joined as a table. */
export const pricedProducts: SQL = sql`(
  SELECT id, name, sku, (SELECT brands.name FROM brands WHERE brands.id = brand_id) AS brand, position, price_cents, price_per,
    minimum_quantity, order_multiple, maximum_quantity, archived_at, is_draft
  FROM products)`

/** Selects the ids of categories and of all below them. */
export const categoriesBelow = (ids: SQL): SQL => sql`
  WITH RECURSIVE below (id) AS (
    ${ids}
    UNION
    SELECT categories.id FROM categories JOIN below ON parent_id = below.id)
  SELECT id::text FROM below`

/** Selects the name of a category for staff. */
export const nameOfCategory = (id: SQL): SQL => sql`(
  SELECT text.name FROM category_texts text WHERE text.category_id = ${id} ORDER BY language = 'en' DESC LIMIT 1)`
