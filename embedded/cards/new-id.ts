import { randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns an unguessable id in Stripe's form, as `pi_3…`. */
export function newId(prefix: 'ch' | 'cus' | 'dp' | 'evt' | 'payatt' | 'pi' | 'pm' | 're' | 'req' | 'seti'): string {
  return `${prefix}_${prefix === 'req' ? '' : '3'}${randomString(23)}`
}

export function randomString(count: number): string {
  let text = ''
  while (text.length < count) {
    // 248 = 4 × 62: larger bytes would make some letters more likely.
    for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += letters[byte % 62]
  }
  return text
}
