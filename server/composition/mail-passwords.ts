import { seal, unseal } from '#embedded/identity/seal.ts'
import type { PasswordSeal } from '#server/notifications/mail-routes.ts'

/** Encrypts the password of a mail server by a key that is not in the database. */
export const mailPasswords = (key: Buffer): PasswordSeal => ({
  seal: (label, password) => seal(key, label, password),
  unseal: (label, sealed) => unseal(key, label, sealed),
})
