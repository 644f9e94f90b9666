import type { Language } from '#contract/language.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { firstWordsDe } from '#server/site-content/first-words-de.ts'
import { firstWordsEn } from '#server/site-content/first-words-en.ts'

/** What the site says in each language before its owner has changed anything. */
export const firstSiteContent: Record<Language, SiteContent> = { en: firstWordsEn, de: firstWordsDe }
