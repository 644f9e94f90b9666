import type { ProblemBody } from '#contract/problem.ts'
import { isWordId, t } from '#web/words/words.ts'

/** What a refusal says in the language of the page; in the server's words where it names fields or its code is new here. */
export function refusalSentence(
  refusal: Pick<ProblemBody, 'code' | 'message'> & Partial<Pick<ProblemBody, 'errors' | 'facts'>>,
): string {
  const id = `problem.${refusal.code}`
  return isWordId(id) && !refusal.errors?.length ? t(id, refusal.facts) : refusal.message
}
