import type { FormParams } from './form-params.ts'
import { sameText } from './intent-access.ts'
import { CardsRefusal, withCode } from './wire-error.ts'

export type Key = { kind: 'publishable' | 'secret'; text: string }

/** The API key of a request: Bearer, Basic (as user name) or, as Stripe.js sends it, the form field `key`. */
export function authenticateKey(header: string | undefined, params: FormParams, secretKey: string): Key {
  const text = keyOf(header) ?? fieldOf(params)
  if (!text)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (/^pk_test_\w{1,200}$/.test(text)) return { kind: 'publishable', text }
  if (sameText(text, secretKey)) return { kind: 'secret', text }
  const shown = /^[a-z]{2}_(?:test|live)_/.exec(text)?.[0] ?? ''
  throw unauthorized(`Invalid API Key provided: ${shown}****`)
}

/** Only a secret key may do this. */
export function secretKeyRequired(): CardsRefusal {
  return new CardsRefusal(401, {
    type: 'invalid_request_error',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    ...withCode('secret_key_required'),
  })
}

function keyOf(header: string | undefined): string | undefined {
  const [scheme, credentials] = header?.trim().split(/\s+/, 2) ?? []
  if (credentials === undefined) return undefined
  if (scheme?.toLowerCase() === 'bearer') return credentials
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(credentials, 'base64').toString().split(':')[0]
  return undefined
}

const fieldOf = (params: FormParams): string | undefined =>
  typeof params['key'] === 'string' ? params['key'] : undefined

const unauthorized = (message: string) => new CardsRefusal(401, { type: 'invalid_request_error', message })
