import { isDeepStrictEqual } from 'node:util'
import { desc, eq, sql } from 'drizzle-orm'
import type { ContentVersion, SiteContent } from '#contract/site-content.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'
import { siteContents } from '#server/site-content/site-content.tables.ts'

const maxVersions = 20

/** Lists the latest versions, newest first, and the texts as delivered at the end, if there are no more. */
export async function listContentVersions(db: Database): Promise<ContentVersion[]> {
  const rows = await db
    .select({ id: siteContents.id, content: siteContents.content, savedAt: siteContents.savedAt })
    .from(siteContents)
    .orderBy(desc(siteContents.id))
    .limit(maxVersions + 1)
  const versions = rows.slice(0, maxVersions).map(({ id, content, savedAt }, index) => ({
    _id: String(id),
    savedAt: savedAt.toISOString(),
    parts: changedParts(content, rows[index + 1]?.content ?? {}),
  }))
  return rows.length > maxVersions ? versions : [...versions, { _id: '0', parts: [] }]
}

function changedParts(content: object, before: object): string[] {
  const [now, earlier] = [new Map(Object.entries(content)), new Map(Object.entries(before))]
  return [...new Set([...now.keys(), ...earlier.keys()])].filter(
    (part) => !isDeepStrictEqual(now.get(part), earlier.get(part)),
  )
}

/** Saves an earlier version as the newest one, one writer at a time; 0 is the texts as delivered. Throws `content-version-not-found`. */
export function restoreContentVersion(db: Database, actor: Actor, id: number): Promise<SiteContent> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE site_contents IN SHARE ROW EXCLUSIVE MODE`)
    const [version] = await tx
      .select({ content: siteContents.content })
      .from(siteContents)
      .where(eq(siteContents.id, id))
    if (!version && id !== 0) throw problem('content-version-not-found')
    const before = await readSiteContent(tx)
    await tx.insert(siteContents).values({ content: version?.content ?? {}, savedBy: actor.id })
    const after = await readSiteContent(tx)
    const subject = { type: 'site', id: 'content' } as const
    await recordAuditEvent(tx, actor, { kind: 'site-content-changed', subject, before, after })
    return after
  })
}
