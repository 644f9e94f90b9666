import { desc } from 'drizzle-orm'
import type { SiteContent } from '#contract/site-content.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { firstSiteContent } from '#server/site-content/first-site-content.ts'
import { siteContents } from '#server/site-content/site-content.tables.ts'

/** The words of the site as they were last saved; parts that no version has had yet are the shop's own. */
export async function readSiteContent(db: Database | Transaction): Promise<SiteContent> {
  const [newest] = await db
    .select({ content: siteContents.content })
    .from(siteContents)
    .orderBy(desc(siteContents.id))
    .limit(1)
  return { ...firstSiteContent, ...newest?.content }
}
