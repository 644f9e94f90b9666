import { toCents } from '#contract/currency.ts'
import { maxPricesPerProduct } from '#contract/price-rows.ts'
import { percentRange } from '#contract/pricing.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { readProductRecords } from '#server/catalog/product-records.ts'
import {
  type Field,
  readPercent,
  readPrice,
  readText,
  readWhole,
  writeAmount,
  type Texts,
} from '#server/catalog/fields/field.ts'
import { findProducts } from '#server/imports/kinds/find-product.ts'
import type { Change, Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'
import { productFields } from '#server/catalog/fields/own-fields.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import {
  checkPriceSteps,
  type ListedStep,
  listPriceSteps,
  type PriceStep,
  readPriceSteps,
  writePriceSteps,
} from '#server/pricing/price-steps.ts'
import { readPriceLists } from '#server/pricing/read-price-lists.ts'

const fields: readonly Field<ListedStep>[] = [
  {
    code: 'list',
    labels: { en: 'Price list', de: 'Preisliste' },
    names: ['list', 'pricelist', 'liste'],
    read: readText(maxLengths.priceListName),
    write: ({ list }) => list,
  },
  ...productFields
    .filter(({ code }) => code === 'id' || code === 'partNumber' || code === 'brand')
    .map(({ code, labels, names, read, isPartNumber = false }): Field<ListedStep> => ({
      code,
      labels,
      names,
      read,
      isPartNumber,
      write: ({ productId, sku, brand }) => (code === 'id' ? productId : ((code === 'brand' ? brand : sku) ?? '')),
    })),
  {
    code: 'from',
    labels: { en: 'From quantity', de: 'Ab Menge' },
    names: ['from', 'quantity', 'qty', 'min quantity', 'ab', 'staffelmenge', 'menge'],
    read: readWhole(1, 1_000_000),
    number: 'whole',
    write: ({ from }) => String(from),
  },
  {
    code: 'price',
    labels: { en: 'Price', de: 'Preis' },
    names: ['net price', 'staffelpreis', 'nettopreis', 'unit price'],
    read: readPrice,
    number: 'amount',
    write: ({ cents }) => (cents === null ? '' : writeAmount(cents)),
  },
  {
    code: 'percent',
    // A column of discounts is none of these: its 15 takes off.
    labels: { en: 'Change in percent (-15 takes off)', de: 'Änderung in Prozent (-15 senkt)' },
    names: ['percent of own price', 'prozent auf den produktpreis', 'prozent auf den artikelpreis'],
    read: readPercent(percentRange.minimum, percentRange.maximum),
    isPercent: true,
    write: () => '',
  },
]

const toSubject = (listId: number, productId: string, from: number) => JSON.stringify([listId, productId, from])
function fromSubject(subject: string): { listId: number; productId: string; from: number } {
  // Written by the function above.
  const [listId, productId, from] = JSON.parse(subject) as [number, string, number]
  return { listId, productId, from }
}

/** Matches the headers of columns whose 15 takes off elsewhere. */
const discountHeader = /discount|rabatt|remise|nachlass|skonto/i

const keyFields = ['list', 'id', 'partNumber', 'brand', 'from', 'percent']

/** Prices of price lists, a row each. All rows of a product are checked and applied together, since prices must not rise with the quantity. */
export const pricesKind: ImportKind = {
  name: 'prices',
  keys: ['partNumber', 'id'],
  nameFields: ['partNumber', 'id'],
  detailFields: ['list', 'from'],
  batchSize: 500,
  groupedBy: ['list', 'id', 'partNumber', 'brand'],
  fields: async () => [...fields],
  async resolve(tx, rows, errors, file, warnings) {
    const products = await findProducts(tx, rows, [], file)
    const isDiscount = discountHeader.test(file.headers[file.mapping.indexOf('percent')] ?? '')
    const records = await readProductRecords(
      tx,
      rows.flatMap(({ row }) => products.get(row)?.id ?? []),
    )
    return rows.map(({ row, texts }) => {
      const record = records.get(products.get(row)?.id ?? '')
      if (!record) return { row, texts }
      const { percent, price } = texts
      const isByPercent = Boolean(percent && !price)
      const cents = isByPercent ? Math.round(record.priceCents * (1 + Number(percent) / 100)) : (centsOf(price) ?? 0)
      if (isByPercent && cents < 1)
        errors.push({ row, field: 'percent', code: 'not-a-number', facts: { text: percent ?? '' } })
      else if (cents > record.priceCents)
        warnings.push({
          row,
          field: 'price',
          warning: !isByPercent ? 'above-own-price' : isDiscount ? 'discount-raises' : 'percent-raises',
        })
      return { row, texts: isByPercent ? { ...texts, price: writeAmount(cents) } : texts }
    })
  },
  async find(tx, rows, errors, file) {
    const products = await findProducts(tx, rows, errors, file)
    const lists = await readPriceLists(tx)
    const base = lists.find((list) => list.base)
    const asked = rows.flatMap(({ row, texts }) => {
      const product = products.get(row)
      if (!product) return []
      const text = texts['list']
      const list = text
        ? lists.find(({ _id, name }) => name.toLowerCase() === text.toLowerCase() || _id === text)
        : base
      if (!list) {
        errors.push({ row, field: 'list', code: 'unknown', facts: { text: text ?? '' } })
        return []
      }
      return [
        {
          row,
          listId: Number(list._id),
          productId: product.id,
          number: product.number,
          from: Number(texts['from'] || 1),
          price: texts['price'],
        },
      ]
    })
    const present = await readPriceSteps(tx, asked)
    return new Map(
      asked.flatMap(({ row, listId, productId, number, from, price }): [number, Found][] => {
        const subject = toSubject(listId, productId, from)
        const isNew = present.get(subject) === undefined
        if (isNew && price === undefined && !errors.some((error) => error.row === row)) {
          errors.push({ row, field: 'price', code: 'required', facts: {} })
        }
        return [
          [
            row,
            { subject, isNew, key: subject, keyFields, number, idFields: keyFields, group: `${listId} ${productId}` },
          ],
        ]
      }),
    )
  },
  async read(tx, subjects) {
    const steps = await readPriceSteps(tx, subjects.map(fromSubject))
    return new Map(
      subjects.flatMap((subject): [string, Texts][] => {
        const cents = steps.get(subject)
        return cents === undefined ? [] : [[subject, { price: writeAmount(cents) }]]
      }),
    )
  },
  async check(tx, changes, _present, errors) {
    const refused = await checkPriceSteps(tx, changes.map(toStep))
    for (const { index, code } of refused) {
      const change = changes[index]
      if (change) errors.push({ row: change.row, field: 'price', ...explain(code) })
    }
  },
  write: (tx, changes) => writePriceSteps(tx, changes.map(toStep)),
  async undo(tx, changes) {
    await writePriceSteps(
      tx,
      changes.map(({ subject, before }) => ({ ...fromSubject(subject), cents: centsOf(before?.['price']) })),
    )
    return []
  },
  isAfter: ({ after }, present) => (present?.['price'] ?? '') === (after['price'] ?? ''),
  async list(db: Database | Transaction, { after, limit }) {
    const steps = await listPriceSteps(db, { after, limit })
    return {
      rows: steps.map((step) => ({
        subject: toSubject(step.listId, step.productId, step.from),
        texts: Object.fromEntries(fields.map(({ code, write }) => [code, write(step)])),
      })),
      next: steps.length < limit ? undefined : steps.at(-1)?.cursor,
    }
  },
}

const centsOf = (text: string | undefined) => (text ? toCents(Number(text)) : null)
const toStep = ({ subject, after }: Change): PriceStep => ({ ...fromSubject(subject), cents: centsOf(after['price']) })

function explain(code: string): Pick<RowError, 'code' | 'facts'> {
  switch (code) {
    case 'price-rises':
      return { code: 'price-rises', facts: {} }
    case 'price-from-one':
      return { code: 'price-from-one', facts: {} }
    case 'first-price-missing':
      return { code: 'first-price-missing', facts: {} }
    default:
      return { code: 'too-many-prices', facts: { most: maxPricesPerProduct } }
  }
}
