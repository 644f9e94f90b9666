import { toCents } from '#contract/currency.ts'
import { readList, type Texts, writeAmount, writeList } from '#server/catalog/fields/field.ts'
import { numberRowFields, numbersCode, writeNumber } from '#server/catalog/fields/number-fields.ts'
import {
  hasPriceRows,
  isPriceCode,
  isOfPrices,
  pairsOf,
  priceCode,
  priceRowFields,
  readPriceTexts,
} from '#server/catalog/fields/price-fields.ts'
import { isSaleCode, readSaleTexts, saleFields } from '#server/catalog/fields/sale-fields.ts'
import { type ProductRecord, readProductRecords } from '#server/catalog/product-records.ts'
import { findProducts } from '#server/imports/kinds/find-product.ts'
import type { AskedRow, FileChoices, RowError, RowWarning } from '#server/imports/kinds/kind.ts'
import { hasPartsOnly } from '#server/imports/kinds/product-parts.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type NamedPriceList, namePriceLists } from '#server/pricing/read-price-lists.ts'

/** Matches the headers of columns whose 15 takes off elsewhere. */
const discountHeader = /discount|rabatt|remise|nachlass|skonto/i

/** Describes the rows of a file with what the shop has for them. */
interface Known {
  file: FileChoices
  lists: readonly NamedPriceList[]
  product: ProductRecord | undefined
  prices: Texts
}

type Refuse = (field: string, code: RowError['code'], facts?: RowError['facts']) => void

/** Replaces prices of rows, and numbers of rows, by the fields of the products that they are for; errors and warnings are pushed. */
export async function resolvePrices(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: RowError[],
  file: FileChoices,
  warnings: RowWarning[],
): Promise<readonly AskedRow[]> {
  const { mapping, headers } = file
  const hasNumberRows = mapping.includes(numberRowFields.number) || mapping.includes(numberRowFields.remove)
  if (!hasNumberRows && !mapping.some((code) => code !== null && isOfPrices(code))) return rows
  const found = await findProducts(tx, rows, [], file)
  const ids = [...new Set([...found.values()].map(({ id }) => id))]
  const products = await readProductRecords(tx, ids)
  const prices = hasPriceRows(mapping) ? await readPriceTexts(tx, ids) : new Map<string, Texts>()
  const sales = mapping.some((code) => code !== null && isSaleCode(code)) ? await readSaleTexts(tx, ids) : prices
  const lists = await namePriceLists(tx)
  const isDiscount = discountHeader.test(headers[mapping.indexOf(priceRowFields.percent)] ?? '')
  const wrong = new Set(errors.map(({ row }) => row))
  return rows.map(({ row, texts }) => {
    const product = products.get(found.get(row)?.id ?? '')
    const id = product?.id ?? ''
    const known = { file, lists, product, prices: { ...prices.get(id), ...sales.get(id) } }
    const refuse: Refuse = (field, code, facts = {}) => {
      if (!wrong.has(row)) errors.push({ row, field, code, facts })
    }
    const priced = readSale(readPairs(readPriceRow(texts, known, refuse), known, refuse), known, refuse)
    const own = centsOf(priced['price']) ?? product?.priceCents
    const warning = !isByPercent(texts) ? 'above-own-price' : isDiscount ? 'discount-raises' : 'percent-raises'
    for (const [code, text] of Object.entries(priced))
      if ((isPriceCode(code) || code === saleFields.price) && own !== undefined && (centsOf(text) ?? 0) > own)
        warnings.push({ row, field: code, warning })
    return { row, texts: readNumberRow(priced, known, refuse) }
  })
}

/** Returns the texts of a row with its one price as that of a list, or of the product itself. */
function readPriceRow(texts: Texts, { file: { mapping }, lists, product, prices }: Known, refuse: Refuse): Texts {
  const { list: name, from: quantity, percent, ...others } = texts
  if (!hasPriceRows(mapping) && percent === undefined) return texts
  const isNamed = (list: NamedPriceList) =>
    name ? list.name.toLowerCase() === name.toLowerCase() || String(list.id) === name : list.isBase
  const list = lists.find(isNamed)
  if (!list) {
    refuse(priceRowFields.list, 'unknown', { text: name ?? '' })
    return others
  }
  const from = Number(quantity || 1)
  const isPercent = isByPercent(texts)
  if (list.isBase && from === 1 && !name && !isPercent) {
    if (others['price'] === '') refuse('price', 'not-empty')
    return others
  }
  const { price, ...rest } = others
  const own = product?.priceCents
  const cents = Math.round((own ?? 0) * (1 + Number(percent) / 100))
  const text = isPercent ? writeAmount(cents) : price
  const code = priceCode(list.id, from)
  if (isPercent && own !== undefined && cents < 1)
    refuse(priceRowFields.percent, 'not-a-number', { text: percent ?? '' })
  else if (text === undefined && prices[code] === undefined) refuse('price', 'required')
  else if (list.isBase && from === 1 && text !== '') refuse('price', 'price-from-one')
  return text === undefined ? rest : { ...rest, [code]: text }
}

/** Returns the texts of a row with its pairs of a quantity and a price as prices of the public breaks, that from 1 unit on as its own. */
function readPairs(texts: Texts, { lists }: Known, refuse: Refuse): Texts {
  const read: Record<string, string> = { ...texts }
  const base = lists.find(({ isBase }) => isBase)
  for (const codes of pairsOf(Object.keys(texts))) {
    const [from, price] = [texts[codes.from] ?? '', texts[codes.price] ?? '']
    delete read[codes.from]
    delete read[codes.price]
    // Programs write 0 for breaks that a product does not have.
    if (Number(price) === 0) continue
    if (Number(from) === 0) refuse(codes.from, 'required')
    else if (Number(from) > 1 && base) read[priceCode(base.id, Number(from))] = price
    else if (read['price'] === undefined) read['price'] = price
    else if (read['price'] !== price) refuse(codes.price, 'price-from-one')
  }
  return read
}

/** Returns the texts of a row with the days of its sale price: days without a price say nothing, and a price without days is open. */
function readSale(texts: Texts, { file: { mapping }, prices }: Known, refuse: Refuse): Texts {
  const { [saleFields.period]: period, [saleFields.from]: from, [saleFields.to]: to, ...others } = texts
  const price = others[saleFields.price]
  const hasDays = [saleFields.from, saleFields.to, saleFields.period].some((code) => mapping.includes(code))
  if (price === '') return { ...others, [saleFields.from]: '', [saleFields.to]: '' }
  if (price === undefined && !prices[saleFields.price]) return others
  if (!hasDays) return others
  const [first = from, last = to] = period ? period.split('/') : []
  if (price === undefined && first === undefined && last === undefined) return others
  const days = { [saleFields.from]: first ?? '', [saleFields.to]: last ?? '' }
  if (first && last && last < first) refuse(period ? saleFields.period : saleFields.to, 'years-reversed')
  return { ...others, ...days }
}

/** Returns the texts of a row with its one other number as that of a kind. */
function readNumberRow(texts: Texts, { file: { mapping }, product }: Known, refuse: Refuse): Texts {
  const { number, numberKind: kind = 'oem', numberMaker: maker = '', ...others } = texts
  const isRemoved = others[numberRowFields.remove] === 'yes'
  const isNeeded = isRemoved || (mapping.includes(numberRowFields.number) && hasPartsOnly(mapping))
  if (!number) {
    if (isNeeded) refuse(numberRowFields.number, 'required')
    return others
  }
  const code = numbersCode(kind)
  const text = writeNumber({ maker, number })
  const isThere = Object.entries(product?.numbers ?? {}).some(
    ([its, numbers]) => its === kind && numbers.some((one) => writeNumber(one) === text),
  )
  if (isRemoved && !isThere) refuse(numberRowFields.number, 'unknown', { text: number })
  return { ...others, [code]: writeList([...readList(others[code] ?? ''), text]) }
}

/** Whether the price of a row is a percentage of that of its product. */
const isByPercent = ({ percent, price }: Texts) => Boolean(percent && !price)

const centsOf = (text: string | undefined) => (text ? toCents(Number(text)) : undefined)
