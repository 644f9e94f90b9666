import type { LeftOutReason } from '#contract/import-errors.ts'
import type { Field } from '#server/catalog/fields/field.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import { isPriceHeader, taxInHeader } from '#server/catalog/fields/price-fields.ts'
import { saleFields } from '#server/catalog/fields/sale-fields.ts'
import { countNamedHeaders } from '#server/imports/guess-mapping.ts'
import type { Program } from '#server/imports/programs/program.ts'
import { leftOutReason } from '#server/imports/programs/programs.ts'
import { isCostHeader } from '#server/imports/propose-attributes.ts'

/** Lists languages that files have, without those whose codes are words in headers, such as `no`. */
const tongues = [
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'hr',
  'hu',
  'it',
  'ja',
  'lt',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'tr',
  'uk',
  'zh',
]
const namesOfTongues = new Set(
  ['en', 'de'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'language' })
    return tongues.flatMap((code) => [code, (names.of(code) ?? code).toLowerCase()])
  }),
)

/** Whether a header is that of a text in some language: `Title FR`, `name-it`, `Bezeichnung (Französisch)`. */
function isTextInLanguage(header: string, fields: readonly Field[]): boolean {
  const words = normalizeHeader(header).split(' ')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const rest = namesOfTongues.has(last) ? words.slice(0, -1) : namesOfTongues.has(first) ? words.slice(1) : []
  const name = rest.join(' ')
  return (
    name !== '' &&
    fields.some(
      ({ language, labels, names }) =>
        language !== undefined && [...Object.values(labels), ...names].some((one) => normalizeHeader(one) === name),
    )
  )
}

const crossedOut =
  /(?<!\p{L})(?:uvp|uvpe|msrp|rrp|empf vk|unverbindliche preisempfehlung|(?:recommended|suggested) retail price|compare at(?: price)?|was price|old price|alter preis|streichpreis|statt ?preis)(?!\p{L})/u
const discount = /(?<!\p{L})(?:discount|rabatt)(?: in)?(?: ?%| percent| prozent| amount)?$|^rabattsatz$/u

/** Returns what the header of a column with prices, costs or discounts says that the shop has no field for. */
function reasonOfPrice(header: string): LeftOutReason | undefined {
  const name = normalizeHeader(header)
  if (isCostHeader(header)) return 'cost'
  if (crossedOut.test(name)) return 'crossed-out-price'
  if (discount.test(name)) return 'discount'
  return taxInHeader(header) ?? (isPriceHeader(header) ? 'no-price-list' : undefined)
}

/** Returns why a column is for no field: as its program means it, or as its header says; undefined if nothing tells. */
export function reasonLeftOut(
  program: Program | undefined,
  header: string,
  fields: readonly Field[],
): LeftOutReason | undefined {
  if (program) return leftOutReason(program, header)
  if (isTextInLanguage(header, fields)) return 'other-language'
  const isOfProducts = fields.some(({ code }) => code === saleFields.price)
  // What a further column for a field is, only the seller can say.
  return isOfProducts && countNamedHeaders([header], fields) === 0 ? reasonOfPrice(header) : undefined
}
