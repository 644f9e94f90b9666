import type { ProblemBody } from '#contract/problem.ts'
import { translateCode } from '#web/i18n/messages.ts'

export type FieldErrors = NonNullable<ProblemBody['errors']>

/** Returns a refusal's sentence in the language of the page; in the server's words where it names a fault that is new here. */
export function localizedProblemMessage({
  code,
  message,
  errors = [],
  facts,
}: Pick<ProblemBody, 'code' | 'message'> & Partial<Pick<ProblemBody, 'errors' | 'facts'>>): string {
  // Other refusals say what is wrong by themselves; their errors are for programs.
  if (code === 'invalid-request' && !errors.every(translatedFault)) return message
  const detail = errors.map((error) => `${error.field} ${translatedFault(error)}.`).join(' ')
  return translateCode('problem', code, detail ? { ...facts, detail } : facts) ?? message
}

/** Returns what is wrong with a field; undefined on an English page and where there is no translation. */
export const translatedFault = ({ code, facts }: FieldErrors[number]): string | undefined =>
  translateCode('field', code, facts)
