import type { ProblemBody } from '#contract/problem.ts'
import { t, translateCode } from '#web/i18n/messages.ts'

type FieldErrors = NonNullable<ProblemBody['errors']>

/** Returns a refusal's sentence in the language of the page; in the server's words where it says what is new here. */
export function localizedProblemMessage({
  code,
  message,
  errors = [],
  facts,
}: Pick<ProblemBody, 'code' | 'message'> & Partial<Pick<ProblemBody, 'errors' | 'facts'>>): string {
  const faults = errors.map((error) => ({ field: error.field, fault: translatedFault(error) }))
  if (faults.some(({ fault }) => fault === undefined)) return message
  const detail = faults.map(({ field, fault }) => `${field} ${fault}`).join('; ')
  return translateCode('problem', code, { ...facts, ...(detail && { detail: `${detail}.` }) }) ?? message
}

const translatedFault = ({ code, facts }: FieldErrors[number]) => translateCode('field', code, facts)

/** Returns what is wrong with each field of a refusal, in the language of the page. */
export const fieldMessages = (errors: FieldErrors): ReadonlyMap<string, string> =>
  // The first error of a field stays: of what is empty, it is not said that it is no address.
  new Map(
    errors
      .toReversed()
      .map((error) => [error.field, t('form.field-wrong', { message: translatedFault(error) ?? error.message })]),
  )
