import { IdentityProblem } from '#web/identity/identity-problem.ts'
import { identitySentences } from '#web/identity/identity-sentences.ts'

/** Turns an error of the identity library into one with a sentence; anything else stays as it is. */
export function explainIdentityError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !code.startsWith('auth/')) return error
  const sentence = identitySentences[code.slice('auth/'.length)]
  const said = providersOwnWords(error)
  if (saysMore.has(code) && said) return new IdentityProblem(code, said)
  return new IdentityProblem(code, sentence ?? (said || `Signing in did not work (${code}). Please try again.`))
}

/** Refusals whose own words tell more than ours could, such as how long to wait. */
const saysMore = new Set(['auth/too-many-requests', 'auth/quota-exceeded'])

/** The library says 'Firebase: sentence (auth/code).'; the sentence may be missing. */
function providersOwnWords(error: unknown): string {
  const words = String(error instanceof Error ? error.message : '')
    .replace(/^Firebase:\s*/, '')
    .replace(/\s*\(auth\/[^)]*\)\.?$/, '')
    .trim()
  return words === 'Error' ? '' : words
}
