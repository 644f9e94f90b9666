import { randomBytes } from 'node:crypto'
import type { Identity } from './identity-deps.ts'
import { seal, unseal } from './seal.ts'
import { base32, codeLength, matchingStep, periodSeconds } from './totp.ts'
import { readText } from './wire-body.ts'
import type { Fields } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const enrollmentMs = 10 * 60_000

/** A secret for an authenticator app. It is kept by the asker, sealed, until a code made with it comes back. */
export function offerTotpSecret(identity: Identity, localId: string): object {
  const secret = randomBytes(20)
  const endsAt = identity.now().getTime() + enrollmentMs
  const promise = JSON.stringify({ secret: secret.toString('base64'), endsAt })
  return {
    totpSessionInfo: {
      sharedSecretKey: base32(secret),
      verificationCodeLength: codeLength,
      hashingAlgorithm: 'SHA1',
      periodSec: periodSeconds,
      sessionInfo: seal(identity.encryptionKey, label(localId), promise).toString('base64url'),
      finalizeEnrollmentTime: new Date(endsAt).toISOString(),
    },
  }
}

/** The secret that was offered, once a code shows that the app has it. */
export function readTotpProof(identity: Identity, localId: string, proof: Fields): { secret: Buffer; step: number } {
  const sessionInfo = readText(proof, 'sessionInfo')
  const code = readText(proof, 'verificationCode')
  if (!sessionInfo) throw new WireError('MISSING_SESSION_INFO')
  if (!code) throw new WireError('MISSING_CODE')
  const promise = unseal(identity.encryptionKey, label(localId), Buffer.from(sessionInfo, 'base64url'))
  if (promise === undefined) throw new WireError('INVALID_SESSION_INFO')
  // sealed by us, so its shape is ours
  const { secret: encoded, endsAt } = JSON.parse(promise) as { secret: string; endsAt: number }
  const now = identity.now()
  if (endsAt <= now.getTime()) throw new WireError('SESSION_EXPIRED')
  const secret = Buffer.from(encoded, 'base64')
  const step = matchingStep(secret, code, now)
  if (step === undefined) throw new WireError('INVALID_CODE')
  return { secret, step }
}

function label(localId: string): string {
  return `totp enrollment of ${localId}`
}
