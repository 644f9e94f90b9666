/** More digits are a card or an account sooner than a part number; beside two words, a phone number with its owner. */
const maxDigits = 12
const maxDigitsBesideWords = 8

/** Whether a text may hold an e-mail address, or the number of a card, an account or a telephone, in any script. */
export function mayBePersonal(text: string): boolean {
  const plain = text.normalize('NFKC')
  const digits = plain.replaceAll(/\P{Nd}/gu, '').length
  const afterLetter = /\p{L}\P{L}(.*)/su.exec(plain)?.[1] ?? ''
  return plain.includes('@') || digits > (/\p{L}{2}/u.test(afterLetter) ? maxDigitsBesideWords : maxDigits)
}
