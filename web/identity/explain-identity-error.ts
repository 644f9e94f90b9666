import { IdentityProblem } from '#web/identity/identity-problem.ts'
import { identitySentences } from '#web/identity/identity-sentences.ts'
import { currentLocale } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

/** Turns an error of the identity library into one with a sentence; anything else stays as it is. */
export function explainIdentityError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !code.startsWith('auth/')) return error
  const sentence = identitySentences[code.slice('auth/'.length)]
  const said = providersOwnWords(error)
  if (saysMore.has(code) && said) return new IdentityProblem(code, howLongToWait(said) ?? said)
  return new IdentityProblem(code, sentence ? t(sentence) : said || t('identity.unforeseen', { code }))
}

/** Refusals whose own words tell more than ours could, such as how long to wait. */
const saysMore = new Set(['auth/too-many-requests', 'auth/quota-exceeded'])

/** What the shop's own service says in English, in the language of the page. */
function howLongToWait(said: string): string | undefined {
  const [, count, unit] = /^Too many attempts\. Try again in (\d+) (second|minute|hour)s?\.$/.exec(said) ?? []
  if (!count || !unit) return undefined
  const time = Number(count).toLocaleString(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' })
  return t('identity.too-many-requests-for', { time })
}

/** The library says 'Firebase: sentence (auth/code).'; the sentence may be missing. */
function providersOwnWords(error: unknown): string {
  const words = String(error instanceof Error ? error.message : '')
    .replace(/^Firebase:\s*/, '')
    .replace(/\s*\(auth\/[^)]*\)\.?$/, '')
    .trim()
  return words === 'Error' ? '' : words
}
