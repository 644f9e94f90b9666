import type { Language } from '#contract/language.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { defaultContentDe } from '#server/site-content/default-content-de.ts'
import { defaultContentEn } from '#server/site-content/default-content-en.ts'

/** Holds the default content of the site in each language. */
export const defaultSiteContent: Record<Language, SiteContent> = { en: defaultContentEn, de: defaultContentDe }
