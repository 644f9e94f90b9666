import { translatedFault, type FieldErrors } from '#web/api/problem-message.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns what is wrong with each field of a refusal, in the language of the page. */
export const fieldMessages = (errors: FieldErrors): ReadonlyMap<string, string> =>
  // The first error of a field stays: of what is empty, it is not said that it is no address.
  new Map(
    errors
      .toReversed()
      .map((error) => [error.field, t('form.field-wrong', { message: translatedFault(error) ?? error.message })]),
  )
