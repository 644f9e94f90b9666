import { desc } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { firstSiteContent } from '#server/site-content/first-site-content.ts'
import { siteContents } from '#server/site-content/site-content.tables.ts'

/** The words of the site as they were last saved; parts that nobody has changed are the shop's own, in the language. */
export async function readSiteContent(db: Database | Transaction, language: Language = 'en'): Promise<SiteContent> {
  return { ...firstSiteContent[language], ...(await readSavedContent(db)) }
}

/** Only the parts that somebody has changed. */
export async function readSavedContent(db: Database | Transaction): Promise<Partial<SiteContent>> {
  const [newest] = await db
    .select({ content: siteContents.content })
    .from(siteContents)
    .orderBy(desc(siteContents.id))
    .limit(1)
  return newest?.content ?? {}
}
