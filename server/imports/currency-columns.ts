import { currentCurrency } from '#contract/currency.ts'
import { ownValue } from '#contract/own-value.ts'

/** Signs of currencies in headers; one of several is taken for that of the store, if it has it. */
const signs: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  '¥': ['JPY', 'CNY'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  '₺': ['TRY'],
  '₴': ['UAH'],
  '₽': ['RUB'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
}

const codes = new Set(Intl.supportedValuesOf('currency'))
/** Codes that headers have in small letters, too: `all` and `top` are words. */
const smallCodes = new Set([
  'usd',
  'eur',
  'gbp',
  'chf',
  'pln',
  'czk',
  'huf',
  'sek',
  'nok',
  'dkk',
  'cad',
  'aud',
  'jpy',
  'cny',
])

/** Returns the code of a currency that is named by its code or sign; undefined if it is none. */
function readCurrency(text: string): string | undefined {
  const ofSign = ownValue(signs, text)
  if (ofSign) return ofSign.find((code) => code === currentCurrency().code) ?? ofSign[0]
  return codes.has(text) || smallCodes.has(text.toLowerCase()) ? text.toUpperCase() : undefined
}

const maxHeaderLength = 200

/** Returns a header without the currency at its end and that currency: `Price (EUR)`, `Preis in €`, `price_usd`. */
export function splitCurrency(header: string): { name: string; currency: string | undefined } {
  const none = { name: header, currency: undefined }
  if (header.length > maxHeaderLength) return none
  const found = /(?:(?<![\p{L}\d])\p{L}{2,3}|\p{Sc})(?=[\s)\]]*$)/u.exec(header)
  const text = found?.[0] ?? ''
  // Among capitals, `ALL` and `TOP` are words.
  const isWord = header === header.toUpperCase() && /^\p{L}/u.test(text) && !smallCodes.has(text.toLowerCase())
  const name = withoutTail(header.slice(0, found?.index))
  const currency = isWord || name === '' ? undefined : readCurrency(text)
  return currency === undefined ? none : { name, currency }
}

/** Returns a text without signs and blanks at its end, and without an `in` before them: `Preis in (`. */
function withoutTail(text: string): string {
  const kept = withoutSigns(text)
  return kept !== text && /\sin$/i.test(kept.slice(-3)) ? withoutSigns(kept.slice(0, -2)) : kept
}

function withoutSigns(text: string): string {
  let end = text.length
  while (end > 0 && /[\s._/()[\]-]/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Returns the currency of a header, if it is another one than that of the store. */
export function otherCurrencyOf(header: string): string | undefined {
  const { currency } = splitCurrency(header)
  return currency === currentCurrency().code ? undefined : currency
}

const names = new Set([
  'currency',
  'currency code',
  'währung',
  'waehrung',
  'wkz',
  'devise',
  'moneda',
  'valuta',
  'waluta',
  'měna',
])

/** Returns the index of the column that has the currency of each row, among those that are for no field. */
export function findCurrencyColumn(
  headers: readonly string[],
  mapping: readonly (string | null)[],
): number | undefined {
  const index = headers.findIndex(
    (header, at) =>
      mapping[at] === null &&
      names.has(
        header
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_-]+/g, ' '),
      ),
  )
  return index < 0 ? undefined : index
}

/** Returns an amount with the currency of its row behind it, which reading it refuses if it is another one than that of the store. */
export function withCurrency(amount: string, currency: string): string {
  const code = readCurrency(currency) ?? currency
  return amount.trim() === '' || amount.trim() === '-' || code === currentCurrency().code ? amount : `${amount} ${code}`
}
