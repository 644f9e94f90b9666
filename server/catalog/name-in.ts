import { type SQL, sql } from 'drizzle-orm'

/** Builds the name of a product in a language; where it has none, `name`, which is in the main language of the store. */
export const nameIn = (language: SQL, id: SQL, name: SQL): SQL<string> => sql`coalesce((
  SELECT text.name FROM product_texts text WHERE text.product_id = ${id} AND text.language = ${language}), ${name})`
