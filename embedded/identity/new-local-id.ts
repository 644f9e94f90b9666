import { randomBytes } from 'node:crypto'

/** 28 characters, as Firebase's; nobody guesses one. */
export function newLocalId(): string {
  return randomBytes(21).toString('base64url')
}
