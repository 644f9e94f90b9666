import { createHmac, timingSafeEqual } from 'node:crypto'

export const codeLength = 6
export const periodSeconds = 30

/** RFC 6238 with SHA-1: the code of one 30-second step. */
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

/** The step that a code belongs to: now, or one before or after, since clocks differ. Undefined for a wrong code. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | undefined {
  const typed = Buffer.from(code)
  const steps = [0, -1, 1].map((offset) => totpStep(now) + offset)
  return steps.find((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    return typed.length === expected.length && timingSafeEqual(typed, expected)
  })
}

/** RFC 4648, without padding: how authenticator apps read secrets. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
