import { defaultLanguage, type Language, languages } from '#contract/language.ts'
import { defaultStore, type PageStore } from '#contract/settings.ts'

export type { PageStore }

declare global {
  // Set by the server, which answers calls and renders pages of several stores in tests, and by the pages in a browser.
  var boltyardStore: { getStore(): PageStore | undefined } | undefined
}

/** Returns the store that the call, job or page is of: its name, currency, time zone and units. */
export const currentStore = (): PageStore => globalThis.boltyardStore?.getStore() ?? defaultStore

/** Returns the language of the own texts of products and other things, which staff read. */
export const mainLanguage = (): Language => currentStore().languages[0] ?? defaultLanguage

/** Returns all languages, the main one first: forms ask for it first. */
export const mainFirst = (): Language[] => [mainLanguage(), ...otherLanguages()]

/** Returns the languages besides it, whether the shop offers them or not. */
export const otherLanguages = (): Language[] => languages.filter((language) => language !== mainLanguage())
