import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Language } from '#contract/language.ts'
import { en } from '#web/words/en.ts'
import { currentLanguage } from '#web/words/language.ts'

/** Every sentence by its name; `en.ts` is the list of all. */
export type WordId = keyof typeof en

const english = setupI18n({ locale: 'en', messages: { en } })
const catalogues: Partial<Record<Language, I18n>> = { en: english }

export const isWordId = (id: string): id is WordId => Object.hasOwn(english.messages, id)

/** How a sentence may write a number: `{total, number, dollars}`. */
const formats = { dollars: { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } } as const

/** The sentence of this name in the language of the page, its places filled (ICU MessageFormat). */
export function t(id: WordId, values?: Record<string, unknown>): string {
  return wordsOfPage()._(id, values, { formats })
}

/**
 * Takes in English sentences. In a browser each module brings its own; the build writes the call.
 * @public
 */
export function learn(messages: Messages): void {
  english.load('en', messages)
}

/** The catalogue of the page's language, for sentences with elements in them. */
export function wordsOfPage(): I18n {
  return catalogues[currentLanguage()] ?? english
}

/** Loads a language; before it is there its pages would speak English. */
export async function loadWords(language: Language): Promise<void> {
  if (catalogues[language]) return
  const { de } = await import('#web/words/de.ts')
  catalogues[language] = setupI18n({ locale: 'de', messages: { de } })
}
