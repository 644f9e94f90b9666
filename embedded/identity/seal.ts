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

/** The sealed secret; undefined when the key is another one or a bit has changed. */
export function unseal(key: Buffer, label: string, sealed: Buffer): string | undefined {
  const iv = sealed.subarray(0, ivLength)
  const tag = sealed.subarray(ivLength, ivLength + tagLength)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(label)).setAuthTag(tag)
    return decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    // GCM tells nothing more than "does not fit"
    return undefined
  }
}
