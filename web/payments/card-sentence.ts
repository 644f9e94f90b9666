import type { StripeError } from '@stripe/stripe-js'
import type { PaymentAttempt } from '#contract/payments.ts'
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

/** Why an earlier try to pay was declined, if it was. */
export const declineSentence = ({ declineCode, declineReason }: PaymentAttempt): string | undefined =>
  declineReason === undefined && declineCode === undefined
    ? undefined
    : cardSentence({
        ...(declineCode ? { code: declineCode } : {}),
        ...(declineReason ? { message: declineReason } : {}),
      })
