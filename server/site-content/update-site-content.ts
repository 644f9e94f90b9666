import { sql } from 'drizzle-orm'
import type { SiteContent } from '#contract/site-content.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readSavedContent, readSiteContent, withoutDefaults } from '#server/site-content/read-site-content.ts'
import { siteContents } from '#server/site-content/site-content.tables.ts'

/** Throws `script-origin-missing` if the script would not load. */
function assertOriginNamed(analytics: SiteContent['analytics'] | undefined): void {
  if (!analytics?.scriptUrl) return
  const { origin } = new URL(analytics.scriptUrl)
  if (!analytics.scriptOrigins.includes(origin)) throw problem('script-origin-missing', { origin })
}

/** Makes others who write the content wait until the end of the transaction. */
export const lockSiteContent = (tx: Transaction) =>
  tx.execute(sql`LOCK TABLE site_contents IN SHARE ROW EXCLUSIVE MODE`)

/** Saves the parts that are given as a new version, one writer at a time: two admins who change two parts keep both. */
export function updateSiteContent(
  db: Database | Transaction,
  actor: AuditActor,
  parts: Partial<SiteContent>,
): Promise<SiteContent> {
  return db.transaction(async (tx) => {
    await lockSiteContent(tx)
    const before = await readSiteContent(tx)
    assertOriginNamed(parts.analytics)
    const content = withoutDefaults({ ...(await readSavedContent(tx)), ...parts })
    await tx.insert(siteContents).values({ content, savedBy: actor.id })
    const after = await readSiteContent(tx)
    const subject = { type: 'site', id: 'content' } as const
    await recordAuditEvent(tx, actor, { kind: 'site-content-changed', subject, before, after })
    return after
  })
}
