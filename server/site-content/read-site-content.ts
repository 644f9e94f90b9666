import { desc } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import type { Language } from '#contract/language.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { defaultSiteContent } from '#server/site-content/default-site-content.ts'
import { siteContents } from '#server/site-content/site-content.tables.ts'

/** Returns the content of the site; values that were never changed have the default of the language. */
export async function readSiteContent(db: Database | Transaction, language: Language = 'en'): Promise<SiteContent> {
  return merge(defaultSiteContent[language], await readSavedContent(db)) as SiteContent
}

/** Returns only the saved values, in the shape of the content. */
export async function readSavedContent(db: Database | Transaction): Promise<object> {
  const [newest] = await db
    .select({ content: siteContents.content })
    .from(siteContents)
    .orderBy(desc(siteContents.id))
    .limit(1)
  return newest?.content ?? {}
}

/** Leaves out the values that are the default of a language, so that the other texts follow each visitor's language; a list is one value. */
export const withoutDefaults = (content: object): object =>
  changedValues(content, Object.values(defaultSiteContent)) ?? {}

function changedValues<Value>(value: Value, defaults: readonly unknown[]): Value | undefined {
  if (defaults.some((one) => isDeepStrictEqual(value, one))) return undefined
  if (!isRecord(value)) return value
  const changed = Object.entries(value)
    .map(([key, one]) => [
      key,
      changedValues(
        one,
        defaults.map((each) => (isRecord(each) ? each[key] : undefined)),
      ),
    ])
    .filter(([, one]) => one !== undefined)
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

function merge(base: unknown, changes: unknown): unknown {
  if (!isRecord(base) || !isRecord(changes)) return changes ?? base
  return { ...base, ...Object.fromEntries(Object.entries(changes).map(([key, one]) => [key, merge(base[key], one)])) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
