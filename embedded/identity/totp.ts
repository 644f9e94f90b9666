import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Identity } from './identity-deps.ts'
import { readTicket, sealTicket } from './seal.ts'
import { readText } from './wire-body.ts'
import type { Fields } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const codeLength = 6
const periodSeconds = 30

/** Returns the code of a 30-second step (RFC 6238 with SHA-1). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** codeLength).padStart(codeLength, '0')
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / periodSeconds)
}

/** Returns the step of a code: now, or one before or after, since clocks differ. Undefined for a wrong code. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | undefined {
  const typed = Buffer.from(code)
  const steps = [0, -1, 1].map((offset) => totpStep(now) + offset)
  return steps.find((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    return typed.length === expected.length && timingSafeEqual(typed, expected)
  })
}

/** Encodes base32 (RFC 4648) without padding, as authenticator apps expect. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const enrollmentMs = 10 * 60_000

/** Creates a secret for an authenticator app. The client keeps it encrypted until its first code arrives. */
export function offerTotpSecret(identity: Identity, localId: string): object {
  const secret = randomBytes(20)
  return {
    totpSessionInfo: {
      sharedSecretKey: base32(secret),
      verificationCodeLength: codeLength,
      hashingAlgorithm: 'SHA1',
      periodSec: periodSeconds,
      sessionInfo: sealTicket(identity, label(localId), { secret: secret.toString('base64') }, enrollmentMs),
      finalizeEnrollmentTime: new Date(identity.now().getTime() + enrollmentMs).toISOString(),
    },
  }
}

/** Returns the secret after a correct code. */
export function readTotpEnrollment(
  identity: Identity,
  localId: string,
  proof: Fields,
): { secret: Buffer; step: number } {
  const sessionInfo = readText(proof, 'sessionInfo')
  const code = readText(proof, 'verificationCode')
  if (!sessionInfo) throw new WireError('MISSING_SESSION_INFO')
  if (!code) throw new WireError('MISSING_CODE')
  const ticket = readTicket<{ secret: string }>(identity, label(localId), sessionInfo)
  if (ticket === undefined) throw new WireError('INVALID_SESSION_INFO')
  if (ticket === 'expired') throw new WireError('SESSION_EXPIRED')
  const secret = Buffer.from(ticket.secret, 'base64')
  const step = matchingStep(secret, code, identity.now())
  if (step === undefined) throw new WireError('INVALID_CODE')
  return { secret, step }
}

function label(localId: string): string {
  return `totp enrollment of ${localId}`
}
