import type { StripeError } from '@stripe/stripe-js'
import type { PaymentAttempt } from '#contract/payments.ts'
import { translateCode } from '#web/i18n/messages.ts'

/** Returns the message about a card; the provider's own is in English, so other languages use its code. */
export function cardMessage({
  code,
  decline_code: declineCode,
  message,
}: Pick<StripeError, 'code' | 'decline_code' | 'message'>): string | undefined {
  const translate = (one: string | undefined) => translateCode('card', one?.replaceAll('_', '-'))
  return translate(declineCode) ?? translate(code) ?? message
}

/** Returns the reason an earlier attempt was declined, if it was. */
export const declineMessage = ({ declineCode, declineReason }: PaymentAttempt): string | undefined =>
  declineReason === undefined && declineCode === undefined
    ? undefined
    : cardMessage({
        code: 'card_declined',
        ...(declineCode ? { decline_code: declineCode } : {}),
        ...(declineReason ? { message: declineReason } : {}),
      })
