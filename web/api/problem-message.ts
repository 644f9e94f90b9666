import type { ProblemBody } from '#contract/problem.ts'
import { translateCode } from '#web/i18n/messages.ts'

/** Returns a refusal's sentence in the language of the page; in the server's words where it names fields or its code is new here. */
export const localizedProblemMessage = (
  refusal: Pick<ProblemBody, 'code' | 'message'> & Partial<Pick<ProblemBody, 'errors' | 'facts'>>,
): string =>
  (refusal.errors?.length ? undefined : translateCode('problem', refusal.code, refusal.facts)) ?? refusal.message
