import { and, desc, eq, sql } from 'drizzle-orm'
import { type Language, languages } from '#contract/language.ts'
import { type LegalDraft, type LegalKind, legalKinds } from '#contract/legal.ts'
import { findTokenUsers } from '#server/accounts/find-user.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { legalDrafts, legalVersions } from '#server/legal/legal.tables.ts'
import { type Seller, starterText } from '#server/legal/starter-texts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { assertMarkdownFits } from '#server/platform/assert-markdown-fits.ts'
import { problem } from '#server/platform/http/problem.ts'

interface TextOf {
  kind: LegalKind
  language: Language
}

/** Returns the drafts of all texts in all languages. */
export async function listLegalDrafts(db: Database, seller: Seller): Promise<LegalDraft[]> {
  const drafts = await db.select().from(legalDrafts)
  const versions = await db.select().from(legalVersions).orderBy(desc(legalVersions.version))
  const authors = [...drafts.map(({ savedBy }) => savedBy), ...versions.map(({ publishedBy }) => publishedBy)]
  const users = await findTokenUsers(db, [...new Set(authors.filter((id) => id !== null))])
  const emailOf = (id: string | null) => (id === null ? undefined : users.get(id)?.email)
  return legalKinds.flatMap((kind) =>
    languages.map((language): LegalDraft => {
      const isOf = (row: TextOf) => row.kind === kind && row.language === language
      const draft = drafts.find(isOf)
      const own = versions.filter(isOf)
      const starter = starterText(kind, language, seller)
      const text = draft?.text ?? own[0]?.text ?? starter
      const savedBy = emailOf(draft?.savedBy ?? null)
      return {
        kind,
        language,
        text,
        revision: draft?.revision ?? 0,
        ...(draft && { savedAt: draft.savedAt.toISOString() }),
        ...(savedBy !== undefined && { savedBy }),
        starter,
        gaps: findGaps(text),
        versions: own.map(({ version, publishedAt, publishedBy }) => {
          const email = emailOf(publishedBy)
          return {
            version,
            publishedAt: publishedAt.toISOString(),
            ...(email !== undefined && { publishedBy: email }),
          }
        }),
        isPublished: text === own[0]?.text,
      }
    }),
  )
}

/** Returns what stands in double brackets, each once: what the seller has not completed yet. */
const findGaps = (text: string): string[] => [
  // Without brackets inside, so that a text full of them is searched once.
  ...new Set([...text.matchAll(/\[\[([^[\]]*)\]\]/g)].map(([, gap = '']) => gap.trim())),
]

/** Saves a draft; throws `legal-draft-changed` if someone else has saved since it was read, and `markdown-too-large`. */
export async function saveLegalDraft(
  db: Database,
  actor: Actor,
  { kind, language }: TextOf,
  { text, revision }: { text: string; revision: number },
): Promise<void> {
  assertMarkdownFits(text)
  const savedBy = actor.id
  const saved =
    revision === 0
      ? await db.insert(legalDrafts).values({ kind, language, text, revision: 1, savedBy }).onConflictDoNothing()
      : await db
          .update(legalDrafts)
          .set({ text, revision: revision + 1, savedAt: sql`now()`, savedBy })
          .where(and(isDraftOf({ kind, language }), eq(legalDrafts.revision, revision)))
  if (saved.rowCount === 0) throw problem('legal-draft-changed')
}

const isDraftOf = ({ kind, language }: TextOf) => and(eq(legalDrafts.kind, kind), eq(legalDrafts.language, language))

/**
 * Publishes a saved draft as the next version. Throws `legal-draft-changed` if it is not the revision that was read,
 * `legal-text-incomplete` while places in double brackets are left, `markdown-too-large` for a
 * draft that was saved before there was a limit, and `legal-text-unchanged`.
 */
export async function publishLegalText(db: Database, actor: Actor, text: TextOf, revision: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Two who publish at once take turns.
    const [draft] = await tx.select().from(legalDrafts).where(isDraftOf(text)).for('update')
    if (!draft || draft.revision !== revision) throw problem('legal-draft-changed')
    const [gap] = findGaps(draft.text)
    if (gap !== undefined || draft.text.trim() === '') {
      // The sentence of the problem has its own full stop.
      throw problem('legal-text-incomplete', { gap: gap?.replace(/(?<!\.)\.+$/, '') ?? '' })
    }
    assertMarkdownFits(draft.text)
    const [newest] = await tx
      .select({ version: legalVersions.version, text: legalVersions.text })
      .from(legalVersions)
      .where(and(eq(legalVersions.kind, text.kind), eq(legalVersions.language, text.language)))
      .orderBy(desc(legalVersions.version))
      .limit(1)
    if (newest?.text === draft.text) throw problem('legal-text-unchanged')
    const version = (newest?.version ?? 0) + 1
    const { kind, language } = text
    await tx.insert(legalVersions).values({ kind, language, version, text: draft.text, publishedBy: actor.id })
    const subject = { type: 'site', id: `legal-${kind}` } as const
    await recordAuditEvent(tx, actor, { kind: 'legal-published', subject, after: { kind, language, version } })
  })
}
