import { isDeepStrictEqual } from 'node:util'
import { desc, eq, getTableColumns, type SQL, type SQLWrapper } from 'drizzle-orm'
import { type Language, languages } from '#contract/language.ts'
import type { ContentVersion, SiteContent } from '#contract/site-content.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { contentIn, delivered, readSavedContent, type SavedContent } from '#server/site-content/read-site-content.ts'
import { siteContents } from '#server/site-content/site-content.tables.ts'
import { assertMayChangeScript, lockSiteContent } from '#server/site-content/update-site-content.ts'

const maxVersions = 20

/** Lists the latest versions, newest first, and the texts as delivered at the end, if there are no more. */
export async function listContentVersions(
  db: Database,
  emailOfUser: (id: SQLWrapper) => SQL<string | null>,
): Promise<ContentVersion[]> {
  const rows = await db
    .select({
      ...getTableColumns(siteContents),
      author: emailOfUser(siteContents.savedBy),
    })
    .from(siteContents)
    .orderBy(desc(siteContents.id))
    .limit(maxVersions + 1)
  const versions = rows.slice(0, maxVersions).map((row, index) => {
    const [now, before] = [row, rows[index + 1] ?? delivered]
    return {
      _id: String(row.id),
      savedAt: row.savedAt.toISOString(),
      ...(row.author !== null && { savedBy: row.author }),
      parts: changedParts(now, before),
      languages: languages.filter(
        (language) => !isDeepStrictEqual(now.translations[language] ?? {}, before.translations[language] ?? {}),
      ),
    }
  })
  return rows.length > maxVersions ? versions : [...versions, { _id: '0', parts: [], languages: [] }]
}

function changedParts(now: SavedContent, before: SavedContent): string[] {
  const [current, earlier] = [valuesByPart(now), valuesByPart(before)]
  return [...new Set([...current.keys(), ...earlier.keys()])].filter(
    (part) => !isDeepStrictEqual(current.get(part), earlier.get(part)),
  )
}

/** Returns the values of each part: those for all languages and those of single ones. */
function valuesByPart({ content, translations }: SavedContent): Map<string, Record<string, unknown>> {
  const parts = new Map<string, Record<string, unknown>>()
  for (const [language, values] of Object.entries({ all: content, ...translations })) {
    for (const [part, value] of Object.entries(values)) parts.set(part, { ...parts.get(part), [language]: value })
  }
  return parts
}

/** Saves an earlier version as the newest one, one writer at a time; 0 is the texts as delivered. Throws `content-version-not-found`. */
export function restoreContentVersion(db: Database, actor: Actor, id: number, main: Language): Promise<SiteContent> {
  return db.transaction(async (tx) => {
    await lockSiteContent(tx)
    const [version] = await tx.select().from(siteContents).where(eq(siteContents.id, id))
    if (!version && id !== 0) throw problem('content-version-not-found')
    const before = contentIn(main, await readSavedContent(tx))
    const restored = version ?? delivered
    const after = contentIn(main, restored)
    assertMayChangeScript(actor, before, after)
    await tx
      .insert(siteContents)
      .values({ content: restored.content, translations: restored.translations, savedBy: actor.id })
    const subject = { type: 'site', id: 'content' } as const
    await recordAuditEvent(tx, actor, { kind: 'site-content-changed', subject, before, after })
    return after
  })
}
