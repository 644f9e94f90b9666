import type { Language } from '#contract/language.ts'

/** Names each language in itself. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }
