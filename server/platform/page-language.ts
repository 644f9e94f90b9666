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
  const chosen = cookie === undefined ? undefined : languages.find((language) => cookie.includes(cookieOf(language)))
  if (chosen) return chosen
  for (const wish of wishes.split(',', 10)) {
    const found = languages.find((language) => wish.trimStart().toLowerCase().startsWith(language))
    if (found) return found
  }
  return languages[0]
}

const cookieOf = (language: Language) => `${languageCookie}=${language}`
