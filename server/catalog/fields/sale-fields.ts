import { toCents } from '#contract/currency.ts'
import { CellError, type Field, readPrice, type Texts, writeAmount } from '#server/catalog/fields/field.ts'
import { readDay } from '#server/catalog/fields/read-day.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readSalePrices, type SalePrice } from '#server/pricing/sale-prices.ts'

/** The fields of the sale price of a product, and one with both of its days. */
export const saleFields = { price: 'salePrice', from: 'saleFrom', to: 'saleTo', period: 'salePeriod' } as const

export const isSaleCode = (code: string): boolean => Object.values<string>(saleFields).includes(code)

/** Reads days such as `2026-12-01T00:00+0100/2026-12-24T23:59+0100`; an end at midnight is that of the day before. */
function readPeriod(cell: string): string {
  const [from = '', to = '', ...more] = cell.split(/\/(?=\d{4}-)|–|\s-\s|\bto\b|\bbis\b/).map((day) => day.trim())
  if (more.length > 0 || from === '') throw new CellError('not-a-date', { text: cell.trim() })
  const isMidnight = /[T ]00:00(?::00)?(?![:\d])/.test(to)
  const end = to === '' ? '' : readDay(to)
  return `${readDay(from)}/${isMidnight ? new Date(Date.parse(`${end}T00:00:00Z`) - 1).toISOString().slice(0, 10) : end}`
}

/** Lists the columns of sale prices, which become prices of a list with the same days. */
export const salePriceFields: readonly Field[] = [
  {
    code: saleFields.price,
    labels: { en: 'Sale price', de: 'Aktionspreis' },
    names: ['special price', 'promo price', 'promotional price', 'angebotspreis', 'sonderpreis', 'aktion'],
    // Programs write 0 for none.
    read: (cell, style) => (/^[\s0.,]*$/.test(cell) && cell.includes('0') ? '' : readPrice(cell, style)),
    number: 'amount',
    isPart: true,
    write: () => '',
  },
  {
    code: saleFields.from,
    labels: { en: 'Sale from', de: 'Aktion von' },
    names: [
      'sale start',
      'sale start date',
      'sale price from',
      'sale starts',
      'date sale price starts',
      'special price from date',
      'special price from',
      'promo start',
      'aktionspreis von',
      'aktionspreis ab',
      'aktion ab',
      'angebot von',
      'angebotspreis von',
      'sonderpreis von',
      'sonderpreis ab',
    ],
    read: (cell, _, order) => readDay(cell, order),
    isDay: true,
    isPart: true,
    write: () => '',
  },
  {
    code: saleFields.to,
    labels: { en: 'Sale until', de: 'Aktion bis' },
    names: [
      'sale to',
      'sale end',
      'sale end date',
      'sale price to',
      'sale ends',
      'date sale price ends',
      'special price to date',
      'special price to',
      'promo end',
      'aktionspreis bis',
      'angebot bis',
      'angebotspreis bis',
      'sonderpreis bis',
    ],
    read: (cell, _, order) => readDay(cell, order),
    isDay: true,
    isPart: true,
    write: () => '',
  },
  {
    code: saleFields.period,
    labels: { en: 'Sale period', de: 'Aktionszeitraum' },
    names: ['sale price effective date', 'aktionszeit', 'angebotszeitraum'],
    read: readPeriod,
    isPart: true,
    write: () => '',
  },
]

/** Returns the texts of the sale prices that products have. */
export async function readSaleTexts(
  db: Database | Transaction,
  productIds: readonly string[],
): Promise<Map<string, Texts>> {
  const found = await readSalePrices(db, productIds)
  return new Map(
    [...found].map(([id, { cents, from, to }]) => [
      id,
      { [saleFields.price]: writeAmount(cents), [saleFields.from]: from ?? '', [saleFields.to]: to ?? '' },
    ]),
  )
}

/** Returns the sale price that texts say, null for none. */
export function saleOf(texts: Texts): SalePrice | null {
  const { [saleFields.price]: price, [saleFields.from]: from, [saleFields.to]: to } = texts
  return price ? { cents: toCents(Number(price)), from: from || null, to: to || null } : null
}
