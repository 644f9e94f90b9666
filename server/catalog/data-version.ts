import { sql } from 'drizzle-orm'

/** Selects, for the response cache, a version that changes with any published product, category or definition of attributes. It covers the latest changes, and enough of them to include one that commits late. */
export const dataVersion = sql`concat_ws(' ',
    (SELECT sum(id) FROM (SELECT id FROM stock_movements ORDER BY id DESC LIMIT 200) latest),
    (SELECT sum(hashtextextended(concat(id, updated_at), 0))
      FROM (SELECT id, updated_at FROM products ORDER BY updated_at DESC LIMIT 200) latest),
    (SELECT sum(hashtextextended(concat(id, updated_at), 0)) FROM categories),
    (SELECT edition FROM attribute_editions),
    (SELECT concat(max(id), ' ', count(*)) FROM synonyms))`
