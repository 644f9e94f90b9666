import { seal, unseal } from '#embedded/identity/seal.ts'
import type { SecretSeal } from '#server/platform/secrets.ts'

/** Encrypts secrets of others, such as the password of a mail server, by a key that is not in the database. */
export const createSecretSeal = (key: Buffer): SecretSeal => ({
  seal: (label, secret) => seal(key, label, secret),
  unseal: (label, sealed) => unseal(key, label, sealed),
})
