import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, Payload } from 'altcha-lib/types'
import type { Call, Identity } from './identity-deps.ts'
import { usedCaptchas } from './identity.tables.ts'
import { consumeLimit, limits } from './limits.ts'
import { WireError } from './wire-error.ts'

const lifetimeMs = 10 * 60_000
// Each try takes a browser some milliseconds, and none can be done ahead.
const algorithm = 'PBKDF2/SHA-256'
const cost = 5000
const usualTries = { fewest: 50, most: 200 }

/** Creates and checks proofs of work, also for endpoints of the host. */
type Work = Pick<Identity, 'db' | 'encryptionKey' | 'now' | 'captchaTries'>

/** Creates a proof-of-work challenge (GET /v2/captchaChallenge). */
export async function presentCaptchaChallenge(call: Call): Promise<object> {
  await consumeLimit(call, `captcha ${call.network}`, limits.captchasOfAddress)
  return createCaptcha(call)
}

/** Makes a challenge; a browser solves it in some tenths of a second. */
export function createCaptcha(identity: Work): Promise<Challenge> {
  const { fewest, most } = identity.captchaTries ?? usualTries
  return createChallenge({
    algorithm,
    cost,
    counter: randomInt(most, fewest),
    deriveKey,
    expiresAt: new Date(identity.now().getTime() + lifetimeMs),
    ...secrets(identity),
  })
}

/** Redeems a solved challenge; throws unless it is valid and unused. */
export async function redeemCaptcha(identity: Work, token: string | undefined): Promise<void> {
  if (!token) throw new WireError('MISSING_APP_CREDENTIAL')
  const payload = readPayload(token)
  const { challenge, solution } = payload
  const expiresAt = (challenge.parameters.expiresAt ?? 0) * 1000
  // the library looks at its own clock
  if (expiresAt <= identity.now().getTime()) throw refused()
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets(identity) })
  if (!verified || challenge.signature === undefined) throw refused()
  const used = await identity.db
    .insert(usedCaptchas)
    .values({ signature: challenge.signature, expiresAt: new Date(expiresAt) })
    .onConflictDoNothing()
    .returning()
  if (used.length === 0) throw refused()
}

function readPayload(token: string): Payload & { challenge: Challenge } {
  let payload: unknown
  try {
    payload = JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    throw refused()
  }
  if (!isPayload(payload)) throw refused()
  return payload
}

// Checks only what the library needs; anything else fails the signature check.
function isPayload(value: unknown): value is Payload & { challenge: Challenge } {
  if (!isObject(value) || !isObject(value['challenge']) || !isObject(value['solution'])) return false
  const { parameters, signature } = value['challenge']
  return isObject(parameters) && typeof parameters['expiresAt'] === 'number' && typeof signature === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function secrets({ encryptionKey }: Work) {
  const derive = (label: string) => createHmac('sha256', encryptionKey).update(label).digest('hex')
  return { hmacSignatureSecret: derive('captcha challenge'), hmacKeySignatureSecret: derive('captcha solution') }
}

function refused(): WireError {
  return new WireError('CAPTCHA_CHECK_FAILED', 'The check that you are human failed. Try again.')
}
