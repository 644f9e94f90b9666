import { toCents } from '#contract/currency.ts'
import { type Field, readList, readPrice, writeAmount, writeList, type Texts } from '#server/catalog/fields/field.ts'
import { stepOf } from '#server/catalog/fields/price-fields.ts'
import type { Change } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { PriceStep } from '#server/pricing/price-steps.ts'
import { type ListPrice, readListPrices } from '#server/pricing/read-list-prices.ts'

export const listPrices = 'listPrices'

const equals = ' = '
const nameOf = ({ list, from }: ListPrice) => `${list} × ${from}`

/** The prices of a product in all lists: `Public price breaks × 10 = 105.16 | …`. */
export const listPricesField: Field = {
  code: listPrices,
  labels: { en: 'Prices of lists', de: 'Preise der Listen' },
  names: [],
  read: (text) => mapPrices(text, (price) => readPrice(price, 'en')),
  write: () => '',
  hasNumbers: true,
  isReadOnly: true,
  isOfEdits: true,
}

/** Replaces the prices of a text, which stand at the ends of its parts. */
export const mapPrices = (text: string, change: (price: string) => string): string =>
  writeList(
    readList(text).map((part) => {
      const end = part.lastIndexOf(equals) + equals.length
      return part.slice(0, end) + change(part.slice(end))
    }),
  )

/** Returns the texts of products with the prices that lists have for them. */
export async function withListPrices(tx: Transaction, texts: Map<string, Texts>): Promise<Map<string, Texts>> {
  const found = await readListPrices(tx, [...texts.keys()])
  return new Map(
    [...texts].map(([id, own]) => {
      const parts = (found.get(id) ?? []).map((price) => nameOf(price) + equals + writeAmount(price.cents))
      return [id, { ...own, [listPrices]: writeList(parts) }]
    }),
  )
}

/** Returns the prices that texts give to the lists, with the rows that they are of. */
export async function toPriceSteps(
  tx: Transaction,
  changes: readonly Pick<Change, 'row' | 'subject' | 'after'>[],
): Promise<{ row: number; field: string; step: PriceStep }[]> {
  const asked = changes.filter(({ after }) => after[listPrices] !== undefined)
  const present = await readListPrices(
    tx,
    asked.map(({ subject }) => subject),
  )
  const ofFields = changes.flatMap(({ row, subject, after }) =>
    Object.entries(after).flatMap(([field, text]) => {
      const step = stepOf(field)
      const cents = text === '' ? null : toCents(Number(text))
      return step ? [{ row, field, step: { ...step, productId: subject, cents } }] : []
    }),
  )
  const ofLists = asked.flatMap(({ row, subject, after }) => {
    const parts = readList(after[listPrices] ?? '')
    return (present.get(subject) ?? []).flatMap((price) => {
      const start = nameOf(price) + equals
      const text = parts.find((part) => part.startsWith(start))?.slice(start.length)
      if (text === undefined) return []
      const { listId, from } = price
      return [{ row, field: listPrices, step: { listId, productId: subject, from, cents: toCents(Number(text)) } }]
    })
  })
  return [...ofFields, ...ofLists]
}
