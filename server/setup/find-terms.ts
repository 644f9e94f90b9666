import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { legalVersionPath } from '#contract/legal.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { pickLanguage } from '#server/legal/find-legal-texts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareStatement } from '#server/platform/database/prepare-statement.ts'

/** Holds the terms of sale that hold now; an empty address means that there are none. */
interface CurrentTerms {
  /** The address of their version in the buyer's language. */
  url: string
  /** The addresses in all languages, each of which a buyer may have read. */
  urls: readonly string[]
}

/**
 * Returns the terms of sale that buyers accept: those at an address outside, or else the published ones. One prepared statement, since
 * an order waits for it.
 */
export async function findTerms(db: Database, language: Language): Promise<CurrentTerms> {
  const rows = await read(db)
  const { outside = '', own = [] } = rows[0] ?? {}
  if (outside !== '') return { url: outside, urls: [outside] }
  const pathOf = (each: (typeof own)[number]) => legalVersionPath('terms', each.language, each.version)
  const picked = pickLanguage(own, language)
  return { url: picked ? pathOf(picked) : '', urls: own.map(pathOf) }
}

const read = prepareStatement<{ outside: string; own: { language: Language; version: number }[] }>(
  'current_terms',
  sql`
    SELECT coalesce((SELECT content #>> '{settings,termsAddress}' FROM site_contents ORDER BY id DESC LIMIT 1), '') AS outside,
      coalesce((SELECT json_agg(current) FROM (
        SELECT language, max(version) AS version FROM legal_versions WHERE kind = 'terms' GROUP BY language) current), '[]') AS own`,
)

/** Returns the address of the terms of sale; empty if the shop has none. */
export const findTermsAddress = async (db: Database): Promise<string> => (await findTerms(db, mainLanguage())).url
