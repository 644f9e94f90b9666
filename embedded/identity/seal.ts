import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

/** Encrypts with AES-256-GCM; only the same key and the same label open it again. */
export function seal(key: Buffer, label: string, secret: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength }).setAAD(Buffer.from(label))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed secret; undefined if the key is wrong or the data was changed. */
export function unseal(key: Buffer, label: string, sealed: Buffer): string | undefined {
  const iv = sealed.subarray(0, ivLength)
  const tag = sealed.subarray(ivLength, ivLength + tagLength)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(label)).setAuthTag(tag)
    return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    // GCM reports only that it does not match
    return undefined
  }
}

interface Sealing {
  encryptionKey: Buffer
  now: () => Date
}

/** Returns text that only this service can read, until its time is over. */
export function sealTicket({ encryptionKey, now }: Sealing, label: string, value: object, lifetimeMs: number): string {
  const ticket = JSON.stringify({ value, expiresAtMs: now().getTime() + lifetimeMs })
  return seal(encryptionKey, label, ticket).toString('base64url')
}

/** Returns the value of a ticket; undefined if it is forged, and 'expired' if its time is over. */
export function readTicket<Value>(
  { encryptionKey, now }: Sealing,
  label: string,
  text: string,
): Value | 'expired' | undefined {
  const json = unseal(encryptionKey, label, Buffer.from(text, 'base64url'))
  if (json === undefined) return undefined
  // GCM vouches that we wrote it.
  const { value, expiresAtMs } = JSON.parse(json) as { value: Value; expiresAtMs: number }
  return expiresAtMs > now().getTime() ? value : 'expired'
}
