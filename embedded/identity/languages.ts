import type { IncomingHttpHeaders } from 'node:http'
import type { IdentityDeps } from './identity-deps.ts'
import type { Account } from './identity.tables.ts'
import type { WireRequest } from './wire-body.ts'

/** Lists the languages of mails and text messages; the first one is the default. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Parses the header that the SDK sends for `auth.languageCode`, such as `de-AT`; undefined for other languages. */
export function readLocale(header: string | string[] | undefined): Language | undefined {
  const [language] = String(header ?? '')
    .toLowerCase()
    .split(/[-_]/)
  return languages.find((known) => known === language)
}

/** Returns the language of the host's pages for a visitor. */
export function pageLanguage(deps: Pick<IdentityDeps, 'pageLanguage'>, headers: IncomingHttpHeaders): Language {
  return deps.pageLanguage?.(headers) ?? languages[0]
}

/** Returns the language for a message to the owner of an account: the request's, else the account's, else that of the visitor's pages. */
export function languageFor(
  { language, visitorLanguage }: Pick<WireRequest, 'language' | 'visitorLanguage'>,
  account: Pick<Account, 'language'> | undefined,
): Language {
  return language ?? account?.language ?? visitorLanguage
}
