import { IdentityProblem, messageOnItsWayCode } from '#web/identity/identity-problem.ts'
import { identityMessages } from '#web/identity/identity-messages.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Turns an error of the identity library into one with a sentence; anything else stays as it is. */
export function explainIdentityError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || !code.startsWith('auth/')) return error
  const output = providerMessage(error)
  const text = serviceMessages[output] ?? identityMessages[code.slice('auth/'.length)]
  const onItsWay = messageOnItsWay(output)
  if (onItsWay) return new IdentityProblem(messageOnItsWayCode, onItsWay)
  if (codesWithDetails.has(code) && output) return new IdentityProblem(code, retryAfterText(output) ?? output)
  return new IdentityProblem(code, text ? t(text) : output || t('identity.unforeseen', { code }))
}

/** Maps messages of the embedded service that share one error code. */
const serviceMessages: Readonly<Record<string, MessageId>> = {
  'A phone number cannot be both the first and the second factor.': 'identity.one-number-twice',
}

/** Lists codes whose server message has more details, such as the time to wait. */
const codesWithDetails = new Set(['auth/too-many-requests', 'auth/quota-exceeded'])

/** Translates the English message of the embedded service. */
function retryAfterText(output: string): string | undefined {
  const time = timeIn(output, 'Too many attempts.')
  return time && t('identity.too-many-requests-for', { time })
}

/** Translates the message after a mail or text message was sent a moment ago, which is not an error for users. */
function messageOnItsWay(output: string): string | undefined {
  const mailTime = timeIn(output, 'A message is on its way already.')
  if (mailTime) return t('identity.message-on-its-way', { time: mailTime })
  const textTime = timeIn(output, 'A text message is on its way already.')
  return textTime && t('identity.text-on-its-way', { time: textTime })
}

function timeIn(output: string, reason: string): string | undefined {
  if (!output.startsWith(reason)) return undefined
  const [, count, unit] = /^ Try again in (\d+) (second|minute|hour)s?\.$/.exec(output.slice(reason.length)) ?? []
  return count && unit
    ? Number(count).toLocaleString(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' })
    : undefined
}

/** Extracts the message from 'Firebase: message (auth/code).'; it may be missing. */
function providerMessage(error: unknown): string {
  const words = String(error instanceof Error ? error.message : '')
    .replace(/^Firebase:\s*/, '')
    .replace(/\s*\(auth\/[^)]*\)\.?$/, '')
    .trim()
  return words === 'Error' ? '' : words
}
