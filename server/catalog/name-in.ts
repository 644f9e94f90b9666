import { type SQL, sql } from 'drizzle-orm'

/**
 * Builds the name of a product in a language; where it has none, `name`, which is in the main language of the store. The columns that are
 * handed in stand in a query without tables: beside `product_texts`, a bare `language` would be its own, and any translation would match.
 */
export const nameIn = (language: SQL, id: SQL, name: SQL): SQL<string> => sql`coalesce((
  SELECT text.name FROM (SELECT ${id} AS product, ${language} AS wanted) asked
    JOIN product_texts text ON text.product_id = product AND text.language = wanted), ${name})`
