import { type SQL, sql } from 'drizzle-orm'

/** Builds the name of a product in a language; `name` where it has none. */
export const nameIn = (language: SQL, id: SQL, name: SQL): SQL<string> => sql`coalesce((
  SELECT text.name FROM product_texts text WHERE text.product_id = ${id} AND text.language = ${language}), ${name})`

/** Builds the name in the main language of the store, which staff read, and which orders keep for mails and documents. */
export const nameInMainLanguage = (id: SQL, name: SQL) => nameIn(sql`(SELECT languages[1] FROM store)`, id, name)
