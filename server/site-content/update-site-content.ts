import { sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import type { Language } from '#contract/language.ts'
import { type ContentChange, type SiteContent, sharedContent } from '#contract/site-content.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { type Actor, assertPermission } from '#server/platform/http/register-endpoint.ts'
import { assertMarkdownFits } from '#server/platform/assert-markdown-fits.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import {
  contentIn,
  delivered,
  merge,
  readSavedContent,
  type SavedContent,
  withoutDefaults,
  withMainLanguage,
  withoutKnown,
} from '#server/site-content/read-site-content.ts'
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

/** Throws `content-changed` if a section is no longer as it was read. */
function assertUnchanged(content: SiteContent, was: NonNullable<ContentChange['was']>): void {
  const changed = Object.entries(was).filter(([part, read]) => !isDeepStrictEqual(Reflect.get(content, part), read))
  if (changed.length > 0) throw problem('content-changed', { parts: changed.map(([part]) => part).join(', ') })
}

const scriptOf = ({ analytics: { visits: _, ...script } }: SiteContent) => script

/**
 * Throws `permission-missing` or `api-key-scope-missing` if the script of others changes and the actor may not do everything: it can do in
 * each page what its user may do, and nobody gives more than they have.
 */
export function assertMayChangeScript(by: ContentActor, before: SiteContent, after: SiteContent): void {
  if (isDeepStrictEqual(scriptOf(before), scriptOf(after))) return
  const { permissions = [], apiKeyId } = by
  assertPermission({ permissions, ...(apiKeyId !== undefined && { apiKeyId }) }, 'everything')
}

type ContentActor = AuditActor & Partial<Pick<Actor, 'permissions'>>

interface ContentLanguages {
  /** The main language of the store, whose texts hold for all languages without texts of their own. */
  main: Language
  /** The language of the texts. */
  language: Language
}

/**
 * Saves the parts that are given as a new version, one writer at a time: two admins who change two parts keep both; of one part, the
 * second is refused with `content-changed` if `was` is given; Markdown may be `markdown-too-large`. Reading in the language returns them as they were given.
 */
export function updateSiteContent(
  db: Database | Transaction,
  actor: ContentActor,
  { was = {}, ...parts }: ContentChange,
  { main, language }: ContentLanguages,
): Promise<SiteContent> {
  if (parts.blog) assertMarkdownFits(...parts.blog.questions.map(({ answer }) => answer))
  return db.transaction(async (tx) => {
    await lockSiteContent(tx)
    const before = await readSavedContent(tx)
    assertOriginNamed(parts.analytics)
    assertUnchanged(contentIn(language, before), was)
    if (Object.keys(parts).length === 0) return contentIn(language, before)
    const after = language === main ? changeForAll(before, parts, main) : changeForOne(before, parts, language, main)
    assertMayChangeScript(actor, contentIn(language, before), contentIn(language, after))
    await tx.insert(siteContents).values({ ...after, savedBy: actor.id })
    await recordAuditEvent(tx, actor, {
      kind: 'site-content-changed',
      subject: { type: 'site', id: 'content' },
      before: contentIn(language, before),
      after: contentIn(language, after),
    })
    return contentIn(language, after)
  })
}

/** Makes another language the main one, whose texts hold for all. */
export async function exchangeContentTexts(tx: Transaction, by: AuditActor | undefined, from: Language, to: Language) {
  await lockSiteContent(tx)
  const before = await readSavedContent(tx)
  // Nothing is saved: each language has its defaults.
  if (isDeepStrictEqual(before, delivered)) return
  await tx.insert(siteContents).values({ ...withMainLanguage(before, from, to), savedBy: by?.id })
}

/** Changes the texts of all languages; the main one has none of its own but from a time when it was not the main one. */
function changeForAll({ content, translations }: SavedContent, parts: Partial<SiteContent>, main: Language) {
  const own = Object.entries(translations[main] ?? {}).filter(([part]) => !Object.hasOwn(parts, part))
  return {
    content: withoutDefaults(main, { ...content, ...parts }),
    translations: { ...translations, [main]: Object.fromEntries(own) },
  }
}

function changeForOne(
  { content, translations }: SavedContent,
  parts: Partial<SiteContent>,
  language: Language,
  main: Language,
) {
  const shared = withoutDefaults(main, merge(content, pickShared(parts)) as object)
  const forAll = contentIn(language, { content: shared, translations: {} })
  const own = withoutKnown({ ...contentIn(language, { content: shared, translations }), ...parts }, [forAll])
  return { content: shared, translations: { ...translations, [language]: own } }
}

/** Returns the values that hold for all languages. */
function pickShared(parts: object): object {
  const values = sharedContent.flatMap(([part, name]: readonly [keyof SiteContent, string?]) => {
    const value: unknown = Reflect.get(parts, part)
    if (value === undefined) return []
    return [{ [part]: name === undefined ? value : { [name]: Reflect.get(Object(value), name) as unknown } }]
  })
  return values.reduce<object>((all, one) => merge(all, one) as object, {})
}
