import { getSiteContent } from '#contract/site-content.ts'
import { call } from '#web/api/call.ts'
import { remember } from '#web/api/memory.ts'
import { currentLanguage } from '#web/words/language.ts'

/** The owner's words, for pages that are opened inside the shop. */
export const siteContentMemory = remember(() => call(getSiteContent, { query: { language: currentLanguage() } }))
