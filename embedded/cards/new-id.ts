import { randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An unguessable id in Stripe's form, as `pi_3…`. */
export function newId(prefix: 'ch' | 'dp' | 'evt' | 'issfr' | 'payatt' | 'pi' | 'pm' | 're' | 'req'): string {
  return `${prefix}_${prefix === 'req' ? '' : '3'}${randomLetters(23)}`
}

export function randomLetters(count: number): string {
  let text = ''
  while (text.length < count) {
    // 248 = 4 × 62: bytes above it would favour some letters.
    for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += letters[byte % 62]
  }
  return text
}
