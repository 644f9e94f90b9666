import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'

/** Returns the address of terms of sale outside the shop; empty if its own hold. */
export const findOutsideTerms = async (db: Database | Transaction): Promise<string> =>
  (await readSiteContent(db)).settings.termsAddress ?? ''
