import { createHash, randomBytes } from 'node:crypto'

const start = 'by_'
/** Sets the length of the part that is shown in lists. */
const prefixLength = start.length + 4

/** Returns a new secret with 256 random bits, and what is stored of it. */
export function newApiKeySecret(): { secret: string; prefix: string; hash: string } {
  const secret = start + randomBytes(32).toString('base64url')
  return { secret, prefix: secret.slice(0, prefixLength), hash: hashApiKey(secret) }
}

/** Whether a bearer token has the form of an API key. */
export const isApiKey = (token: string): boolean => token.startsWith(start)

/** Returns the SHA-256 of a secret; with 256 random bits it needs no salt and no slow hash. */
export const hashApiKey = (secret: string): string => createHash('sha256').update(secret).digest('hex')
