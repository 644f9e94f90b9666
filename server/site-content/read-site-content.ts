import { desc } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import type { Language } from '#contract/language.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { defaultSiteContent } from '#server/site-content/default-site-content.ts'
import { siteContents } from '#server/site-content/site-content.tables.ts'

/** Holds what is saved, in the shape of the content. */
export interface SavedContent {
  content: object
  translations: Partial<Record<Language, object>>
}

/** Returns the content of the site; values that were never changed have the default of the language. */
export async function readSiteContent(db: Database | Transaction, language: Language = 'en'): Promise<SiteContent> {
  return contentIn(language, await readSavedContent(db))
}

/** Holds that nothing is saved: the texts as delivered. */
export const delivered: SavedContent = { content: {}, translations: {} }

/** Returns only the saved values. */
export async function readSavedContent(db: Database | Transaction): Promise<SavedContent> {
  const [newest] = await db
    .select({ content: siteContents.content, translations: siteContents.translations })
    .from(siteContents)
    .orderBy(desc(siteContents.id))
    .limit(1)
  return newest ?? delivered
}

/** Puts the content in a language together: its default, what is saved for all languages, what is saved for this one. */
export const contentIn = (language: Language, { content, translations }: SavedContent): SiteContent =>
  merge(merge(defaultSiteContent[language], content), translations[language]) as SiteContent

/** Holds the same with the texts of another language for all: each language shows what it showed before. */
export function withMainLanguage(saved: SavedContent, from: Language, to: Language): SavedContent {
  const content = withoutDefaults(to, contentIn(to, saved))
  const own = withoutKnown(contentIn(from, saved), [contentIn(from, { content, translations: {} })])
  return { content, translations: { ...saved.translations, [to]: {}, [from]: own } }
}

/** Leaves out the values that are the default of the main language: there, others show their own default. A list is one value. */
export const withoutDefaults = (main: Language, content: object): object =>
  withoutKnown(content, [defaultSiteContent[main]])

/** Leaves out the values that are among the known ones at the same place. */
export const withoutKnown = (content: object, known: readonly unknown[]): object => changedValues(content, known) ?? {}

function changedValues<Value>(value: Value, known: readonly unknown[]): Value | undefined {
  if (known.some((one) => isDeepStrictEqual(value, one))) return undefined
  if (!isRecord(value)) return value
  const changed = Object.entries(value)
    .map(([key, one]) => [
      key,
      changedValues(
        one,
        known.map((each) => (isRecord(each) ? each[key] : undefined)),
      ),
    ])
    .filter(([, one]) => one !== undefined)
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

/** Puts changes over a value of the same shape. */
export function merge(base: unknown, changes: unknown): unknown {
  if (!isRecord(base) || !isRecord(changes)) return changes ?? base
  return { ...base, ...Object.fromEntries(Object.entries(changes).map(([key, one]) => [key, merge(base[key], one)])) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
