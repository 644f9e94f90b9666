import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentStore } from '#contract/current-store.ts'
import { type Language, languageCookie, languageParameter, languages } from '#contract/language.ts'

/** Holds the language of the render; the page bundle reads it under this name. */
declare global {
  var boltyardLanguage: AsyncLocalStorage<Language> | undefined
}
const store = (globalThis.boltyardLanguage ??= new AsyncLocalStorage<Language>())

export const runWithLanguage = <Result>(language: Language, render: () => Result): Result => store.run(language, render)

/** Returns the language of the page that is being rendered, if any. */
export const renderLanguage = (): Language | undefined => store.getStore()

/** Returns the language that the address of a page names if the store offers it, else that of the headers. */
export function readPageLanguage(
  { url = '', headers }: { url?: string | undefined; headers: IncomingHttpHeaders },
  offered: readonly Language[] = currentStore().languages,
): Language {
  const at = url.indexOf('?')
  if (at < 0 || !url.includes(`${languageParameter}=`, at)) return readLanguage(headers, offered)
  const named = new URLSearchParams(url.slice(at)).get(languageParameter)
  return offered.find((language) => language === named) ?? readLanguage(headers, offered)
}

/** Names the headers of a request that `readLanguage` reads, for `vary`. */
export const languageHeaders = 'accept-language, cookie'

/** Returns the language of a request whose answer depends on it, and says so in the answer. */
export function readAnswerLanguage({ headers }: FastifyRequest, reply: FastifyReply): Language {
  reply.header('vary', languageHeaders)
  return readLanguage(headers)
}

/** Returns the language of the cookie, else the first of Accept-Language that the store offers, else the main one of the store. */
export function readLanguage(
  { cookie, 'accept-language': requests = '' }: IncomingHttpHeaders,
  offered: readonly Language[] = currentStore().languages,
): Language {
  const given = cookie === undefined ? undefined : parseCookie(cookie)[languageCookie]
  const chosen = offered.find((language) => language === given)
  if (chosen) return chosen
  for (const input of requests.split(',', 10)) {
    const found = offered.find((language) => input.trimStart().toLowerCase().startsWith(language))
    if (found) return found
  }
  return offered[0] ?? languages[0]
}
