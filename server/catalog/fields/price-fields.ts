import { maxLengths } from '#contract/max-lengths.ts'
import { percentRange } from '#contract/pricing.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import { type Field, readPercent, readPrice, readText, readWhole, writeAmount } from '#server/catalog/fields/field.ts'
import { isSaleCode, salePriceFields } from '#server/catalog/fields/sale-fields.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readListPrices } from '#server/pricing/read-list-prices.ts'
import { type NamedPriceList, namePriceLists } from '#server/pricing/read-price-lists.ts'

const prefix = 'price:'

/** Names the field of the price that a list has from a quantity on. */
export const priceCode = (listId: number | string, from: number): string => `${prefix}${listId}:${from}`

export const isPriceCode = (code: string): boolean => code.startsWith(prefix)

/** Returns the list and the quantity of the field of a price; undefined for other fields. */
export function stepOf(code: string): { listId: number; from: number } | undefined {
  const [, listId, from] = /^price:(\d+):(\d+)$/.exec(code) ?? []
  return listId === undefined || from === undefined ? undefined : { listId: Number(listId), from: Number(from) }
}

/** The fields that say in each row which price of a list it has. */
export const priceRowFields = { list: 'list', from: 'from', percent: 'percent' } as const

const pairPrefix = 'break:'
/** Names the fields of the nth price of a row and of its quantity: `Menge 2`, `Preis 2`. */
const pairCodes = (number: number) => ({
  from: `${pairPrefix}${number}:from`,
  price: `${pairPrefix}${number}:price`,
})
const maxPairs = 10

/** Returns the pairs of which one is among these fields. */
export const pairsOf = (codes: readonly string[]) =>
  Array.from({ length: maxPairs }, (_, index) => pairCodes(index + 1)).filter(
    ({ from, price }) => codes.includes(from) || codes.includes(price),
  )

/** Whether a field is for prices of lists, also for sale prices, which need a permission of their own. */
export const isOfPrices = (code: string): boolean =>
  isPriceCode(code) ||
  isSaleCode(code) ||
  code.startsWith(pairPrefix) ||
  Object.values<string>(priceRowFields).includes(code)

/** Returns the field of the column that an error or warning is about: rows with one price each have it in that of the price. */
export const columnFieldOf = <Code extends string | undefined>(code: Code, mapping: readonly (string | null)[]) =>
  code !== undefined && isPriceCode(code) && !mapping.includes(code) ? 'price' : code

/** Whether each row of a file has one price of a list. */
export const hasPriceRows = (mapping: readonly (string | null)[]): boolean =>
  mapping.includes(priceRowFields.list) || mapping.includes(priceRowFields.from)

const maxQuantity = 1_000_000
const readQuantity = readWhole(1, maxQuantity)

/** The fields of rows that have one price of a list each. */
export const priceRows: readonly Field[] = [
  {
    code: priceRowFields.list,
    labels: { en: 'Price list', de: 'Preisliste' },
    names: ['list', 'pricelist', 'price list name', 'liste'],
    read: readText(maxLengths.priceListName),
    isPart: true,
    write: () => '',
  },
  {
    code: priceRowFields.from,
    labels: { en: 'From quantity', de: 'Ab Menge' },
    names: ['from', 'quantity from', 'break quantity', 'price break quantity', 'ab', 'ab stück', 'staffelmenge'],
    read: readQuantity,
    number: 'whole',
    isPart: true,
    write: () => '',
  },
  {
    code: priceRowFields.percent,
    // A column of discounts is none of these: its 15 takes off.
    labels: { en: 'Change in percent (-15 takes off)', de: 'Änderung in Prozent (-15 senkt)' },
    names: ['percent of own price', 'prozent auf den produktpreis', 'prozent auf den artikelpreis'],
    read: readPercent(percentRange.minimum, percentRange.maximum),
    isPercent: true,
    isPart: true,
    write: () => '',
  },
]

/** Lists what headers call the price of a product, and, with a quantity or a list beside it, one of those. */
const plainNames = [
  'price',
  'unit price',
  'list price',
  'sales price',
  'selling price',
  'regular price',
  'preis',
  'einzelpreis',
  'listenpreis',
  'verkaufspreis',
  'vk',
  'vk preis',
]
/** Lists what they call one without tax, and one with it. */
const netNames = [
  'net price',
  'price net',
  'net sales price',
  'price ex vat',
  'price excl vat',
  'price excluding vat',
  'price excl tax',
  'price excluding tax',
  'nettopreis',
  'netto preis',
  'preis netto',
  'verkaufspreis netto',
  'nettoverkaufspreis',
  'vk netto',
  'vk preis netto',
  'netto vk',
  'std vk netto',
  'preis ohne mwst',
  'preis exkl mwst',
  'preis zzgl mwst',
  'preis ohne ust',
]
const grossNames = [
  'gross price',
  'price gross',
  'price inc vat',
  'price incl vat',
  'price including vat',
  'price incl tax',
  'price including tax',
  'bruttopreis',
  'brutto preis',
  'preis brutto',
  'verkaufspreis brutto',
  'bruttoverkaufspreis',
  'vk brutto',
  'vk preis brutto',
  'brutto vk',
  'std vk brutto',
  'endpreis',
  'preis mit mwst',
  'preis inkl mwst',
  'preis inkl ust',
  'vk inkl mwst',
  'verkaufspreis inkl mwst',
]

/** Returns what headers call a price of a store whose prices include tax, or do not. */
export const priceNames = (includesTax: boolean): readonly string[] => [
  ...plainNames,
  ...(includesTax ? grossNames : netNames),
]

/** Words of which each means a price from a quantity on, so that the number alone behind them is one. */
const breakNames = [
  'price break',
  'quantity price',
  'tier price',
  'volume price',
  'staffelpreis',
  'mengenpreis',
  'staffel',
]

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** Returns a header as it is compared, without the currency at its end. */
function nameOf(header: string): string {
  const text = normalizeHeader(header)
  const [, name, currency] = /^(.+?)(?: in)? ?(\p{Sc}|(?<= )[a-z]{3})$/u.exec(text) ?? []
  return name !== undefined && currency !== undefined && (currencies.has(currency) || !/[a-z]/.test(currency))
    ? name
    : text
}

/** Tells a price with tax from one without, by the header of its column; undefined if that says neither. */
export function taxInHeader(header: string): 'with-tax' | 'without-tax' | undefined {
  const name = nameOf(header)
  return grossNames.includes(name) ? 'with-tax' : netNames.includes(name) ? 'without-tax' : undefined
}

/** Whether a header says that it has a price, which may be that of a list or group: `Preis Werkstatt`, `Dealer price`, `VK 2`. */
export const isPriceHeader = (header: string): boolean =>
  /(?<!\p{L})(?:price|preis|vk ?\d|vk (?:netto|brutto))(?![\p{L}\d])|\p{L}preis(?!\p{L})/u.test(nameOf(header))

/** Matches the quantity from which the price of a column is: `ab 10 Stück`, `from 10`, `10+`. */
const quantityInHeader =
  /(?:(?<![\p{L}\d])(?:from|ab|>=|≥) ?(\d{1,7})|(?<![\p{L}\d])(\d{1,7}) ?\+)(?: ?(?:stück|stk|st|pcs|pc|units|pieces))?(?![\p{L}\d])/u
const numberBehind = new RegExp(`^(${breakNames.join('|')}) (\\d{1,7})$`)

/** Returns whose price a header names, as it is written there: `Werkstatt` of `Preis Werkstatt ab 10`; undefined for a price alone. */
export function ownerInHeader(header: string): string | undefined {
  const words = nameOf(header).replace(quantityInHeader, '').replaceAll(/ +/g, ' ').trim()
  const names = [...plainNames, ...netNames, ...grossNames].toSorted((one, other) => other.length - one.length)
  const first = names.find((name) => words.startsWith(`${name} `))
  const last = names.find((name) => words.endsWith(` ${name}`))
  const rest =
    first !== undefined
      ? words.slice(first.length + 1)
      : last !== undefined
        ? words.slice(0, -last.length - 1)
        : words.replace(/(?<=\p{L}{3})preis$/u, '')
  // `VK 2` is called so by those who know whose it is.
  const owner = /\p{L}/u.test(rest) ? rest : words
  if (owner === '' || [...names, ...breakNames].includes(owner)) return undefined
  const start = header.toLowerCase().indexOf(owner)
  const text = start < 0 ? owner : header.slice(start, start + owner.length)
  return text.slice(0, maxLengths.groupName)
}

/** Describes a header that names a price from a quantity on: what is left of it says whose price it is. */
interface StepHeader {
  header: string
  owner: string
  from: number
}

/** Returns what headers say of prices. Numbers of columns, `Staffelpreis 1` to `Staffelpreis 3`, are no quantities. */
function readHeaders(headers: readonly string[]): StepHeader[] {
  const known = headers.map(nameOf)
  const numbers = known.flatMap((header) => Number(numberBehind.exec(header)?.[2] ?? 0) || [])
  const isNumbered = numbers.toSorted((a, b) => a - b).every((number, index) => number <= index + 2)
  return known.map((header): StepHeader => {
    const found = quantityInHeader.exec(header)
    const owner = header.replace(quantityInHeader, '').replaceAll(/ +/g, ' ').trim()
    if (found) return { header, owner: owner || 'price', from: Number(found[1] ?? found[2]) }
    const [, word, number] = numberBehind.exec(header) ?? []
    return word === undefined || isNumbered
      ? { header, owner: header, from: 1 }
      : { header, owner: word, from: Number(number) }
  })
}

/** Returns the columns of the nth price and its quantity, if a file has both. */
function pairsIn(headers: readonly string[], names: readonly string[]): Field[] {
  const known = new Set(headers.map(nameOf))
  return Array.from({ length: maxPairs }, (_, index) => index + 1).flatMap((number): Field[] => {
    const numbered = (words: readonly string[]) => words.flatMap((word) => [`${word} ${number}`, `${word}${number}`])
    const from = numbered([
      'quantity',
      'qty',
      'break',
      'break qty',
      'break quantity',
      'from quantity',
      'menge',
      'ab menge',
      'staffelmenge',
      'ab',
      'staffel',
    ])
    const price = numbered([...names, 'staffelpreis', 'price break', 'tier price', 'break price'])
    if (!from.some((name) => known.has(name)) || !price.some((name) => known.has(name))) return []
    const codes = pairCodes(number)
    return [
      {
        code: codes.from,
        labels: { en: `Quantity ${number}`, de: `Menge ${number}` },
        names: from,
        read: readWhole(0, maxQuantity),
        number: 'whole',
        isPart: true,
        write: () => '',
      },
      {
        code: codes.price,
        labels: { en: `Price ${number}`, de: `Preis ${number}` },
        names: price,
        read: (cell, style) => (/^[\s0.,]*$/.test(cell) && cell.includes('0') ? '0' : readPrice(cell, style)),
        number: 'amount',
        isPart: true,
        write: () => '',
      },
    ]
  })
}

/** Describes what a file asks for beyond the fields that all have: by its headers, and by the fields of its columns and changes. */
export interface AskedFields {
  headers?: readonly string[]
  codes?: readonly string[]
}

/** Returns the fields of the prices that lists have, from one unit on and from the quantities that a file names. */
export async function readPriceFields(
  db: Database | Transaction,
  { headers = [], codes = [], includesTax }: AskedFields & { includesTax: boolean },
): Promise<Field[]> {
  const lists = await namePriceLists(db)
  const named = readHeaders(headers)
  const names = priceNames(includesTax)
  const asked = codes.flatMap((code) => stepOf(code) ?? [])
  const steps = lists.flatMap((list): Field[] => {
    const isOwner = isNameOf(list, { lists, names })
    const own = asked.filter(({ listId }) => listId === list.id)
    const quantities = new Set([1, ...[...named, ...own].map(({ from }) => from)])
    return [...quantities]
      .filter((from) => from >= 1 && from <= maxQuantity && !(list.isBase && from === 1))
      .toSorted((one, other) => one - other)
      .map((from) => {
        const found = named.filter((one) => one.from === from && isOwner(one.owner)).map(({ header }) => header)
        return stepField(list, from, found)
      })
  })
  return [...priceRows, ...salePriceFields, ...pairsIn(headers, names), ...steps]
}

/** Returns whether what a header has beside a quantity names a list: the list or its only group; for the public breaks, a price. */
function isNameOf(
  list: NamedPriceList,
  { lists, names }: { lists: readonly NamedPriceList[]; names: readonly string[] },
): (text: string) => boolean {
  if (list.isBase) {
    const words = new Set([...names, ...breakNames])
    return (text) => words.has(text)
  }
  const isOnlyOfGroup = list.group !== null && lists.filter(({ group }) => group === list.group).length === 1
  const owners = [list.name, ...(isOnlyOfGroup ? [list.group ?? ''] : [])].map(normalizeHeader)
  const words = new Set(
    owners.flatMap((owner) => [
      owner,
      `${owner}preis`,
      ...names.flatMap((name) => [`${name} ${owner}`, `${owner} ${name}`]),
    ]),
  )
  return (text) => words.has(text)
}

function stepField({ id, name, isBase }: NamedPriceList, from: number, found: readonly string[]): Field {
  const of = isBase ? '' : ` (${name})`
  const [en, de] = from === 1 ? ['', ''] : [` from ${from}`, ` ab ${from}`]
  return {
    code: priceCode(id, from),
    labels: { en: `Price${of}${en}`, de: `Preis${of}${de}` },
    names: found,
    read: readPrice,
    number: 'amount',
    isPart: true,
    write: () => '',
  }
}

/** Returns the prices that lists have for products, by the codes of their fields; `leavesSales` leaves out those that have fields of their own. */
export async function readPriceTexts(
  db: Database | Transaction,
  productIds: readonly string[],
  { leavesSales = false } = {},
): Promise<Map<string, Record<string, string>>> {
  const found = await readListPrices(db, productIds)
  return new Map(
    [...found].map(([id, prices]) => [
      id,
      Object.fromEntries(
        prices
          .filter(({ isSale }) => !isSale || !leavesSales)
          .map(({ listId, from, cents }) => [priceCode(listId, from), writeAmount(cents)]),
      ),
    ]),
  )
}
