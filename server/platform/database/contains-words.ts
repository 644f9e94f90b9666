import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { foldText } from '#contract/fold-text.ts'

/** Builds the condition that a text has every word of a search in it, in any spelling of its signs; undefined for a search without words. */
export const containsWords = (text: SQLWrapper, q: string): SQL | undefined =>
  and(...patternsOf(q).map((pattern) => sql`fold_text(${text}) LIKE ${`%${pattern}%`}`))

/** Returns the folded words of a search, escaped for LIKE. */
export const patternsOf = (q: string): string[] =>
  foldText(q)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[\\%_]/g, String.raw`\$&`))
