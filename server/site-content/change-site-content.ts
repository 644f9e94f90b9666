import { sql } from 'drizzle-orm'
import type { SiteContent } from '#contract/site-content.ts'
import { recordChange } from '#server/audit-log/record-change.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { readSavedContent, readSiteContent } from '#server/site-content/read-site-content.ts'
import { siteContents } from '#server/site-content/site-content.tables.ts'

/** Saves the parts that are given as a new version, one writer at a time: two admins who change two parts keep both. */
export function changeSiteContent(db: Database, actor: Actor, parts: Partial<SiteContent>): Promise<SiteContent> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`LOCK TABLE site_contents IN SHARE ROW EXCLUSIVE MODE`)
    const before = await readSiteContent(tx)
    const content = { ...(await readSavedContent(tx)), ...parts }
    await tx.insert(siteContents).values({ content, savedBy: actor.id })
    const after = await readSiteContent(tx)
    const subject = { type: 'site', id: 'content' } as const
    await recordChange(tx, actor, { kind: 'site-content-changed', subject, before, after })
    return after
  })
}
