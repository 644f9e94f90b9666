import type { StripeError } from '@stripe/stripe-js'
import { currentLanguage } from '#web/words/language.ts'
import { isWordId, t } from '#web/words/words.ts'

/** What is wrong with a card. The provider says it in English, and its codes are what other readers are told by. */
export function cardSentence({
  code,
  decline_code: declineCode,
  message,
}: Pick<StripeError, 'code' | 'decline_code' | 'message'>): string | undefined {
  const ids = [declineCode, code].map((one) => `card.${one?.replaceAll('_', '-')}`)
  const id = currentLanguage() === 'en' ? undefined : ids.find(isWordId)
  return id ? t(id) : message
}
