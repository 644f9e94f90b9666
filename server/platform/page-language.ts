import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { type Language, languageCookie, languages } from '#contract/language.ts'

/** The language a page is rendered in; the bundle of the pages finds it under this name. */
declare global {
  var boltyardLanguage: AsyncLocalStorage<Language> | undefined
}
const store = (globalThis.boltyardLanguage ??= new AsyncLocalStorage<Language>())

export const renderIn = <Result>(language: Language, render: () => Result): Result => store.run(language, render)

/** What the browser has chosen, else the first of its wishes that we speak, else our first language. */
export function readLanguage({ cookie, 'accept-language': wishes = '' }: IncomingHttpHeaders): Language {
  if (cookie !== undefined) {
    for (const language of languages) if (cookie.includes(cookies[language])) return language
  }
  const known = understood.get(wishes)
  if (known) return known
  const language = understand(wishes)
  if (understood.size >= mostWishes) understood.clear()
  understood.set(wishes, language)
  return language
}

/** Browsers wish alike: what was understood once is looked up from then on. */
const understood = new Map<string, Language>()
const mostWishes = 500

function understand(wishes: string): Language {
  for (const wish of wishes.split(',', 10)) {
    const found = languages.find((language) => wish.trimStart().toLowerCase().startsWith(language))
    if (found) return found
  }
  return languages[0]
}

const cookies: Record<Language, string> = { en: `${languageCookie}=en`, de: `${languageCookie}=de` }
