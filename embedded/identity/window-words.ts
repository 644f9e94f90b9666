import type { IncomingHttpHeaders } from 'node:http'
import type { IdentityDeps } from './identity-deps.ts'
import { pageLanguage } from './languages.ts'
import type { Language } from './languages.ts'
import { windowWords } from './messages.ts'
import type { WindowWords } from './messages.en.ts'

/** Returns the texts in the language of the visitor's pages, and that language. */
export function wordsFor(
  deps: Pick<IdentityDeps, 'pageLanguage'>,
  { headers }: { headers: IncomingHttpHeaders },
): WindowWords & { language: Language } {
  const language = pageLanguage(deps, headers)
  return { ...windowWords[language], language }
}
