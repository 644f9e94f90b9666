import { type Field, removeField, writeAmount } from '#server/catalog/fields/field.ts'
import { numberRows } from '#server/catalog/fields/number-fields.ts'
import { productFields, readPartNumber } from '#server/catalog/fields/own-fields.ts'
import { priceRows } from '#server/catalog/fields/price-fields.ts'
import { listCrossReferences, type ListedReference } from '#server/catalog/search/write-cross-references.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import { type ListedStep, listPriceSteps } from '#server/pricing/price-steps.ts'

type PartTable = Pick<ImportKind, 'fields' | 'list'>

/** Describes what names the product of a row. */
interface Owned {
  productId: string
  sku: string | null
  brand: string | null
}

/** Returns fields with their texts, in the order of the texts. */
const toFields = <Row>(fields: readonly Field[], texts: Readonly<Record<string, (row: Row) => string>>): Field<Row>[] =>
  Object.entries(texts).flatMap(([code, write]) => {
    const field = fields.find((one) => one.code === code)
    return field ? [{ ...field, isPart: false, write }] : []
  })

const owner = {
  id: ({ productId }: Owned) => productId,
  partNumber: ({ sku }: Owned) => sku ?? '',
  brand: ({ brand }: Owned) => brand ?? '',
}

const textsOf = <Row>(fields: readonly Field<Row>[], row: Row) =>
  Object.fromEntries(fields.map(({ code, write }) => [code, write(row)]))

const priceFields = toFields<ListedStep>([...productFields, ...priceRows], {
  list: ({ list }) => list,
  ...owner,
  from: ({ from }) => String(from),
  price: ({ cents }) => (cents === null ? '' : writeAmount(cents)),
  percent: () => '',
})

/** The prices of lists, a row each. */
const prices: PartTable = {
  fields: async () => priceFields,
  async list(db, { after, limit }) {
    const steps = await listPriceSteps(db, { after, limit })
    return {
      rows: steps.map((step) => ({ subject: step.productId, texts: textsOf(priceFields, step) })),
      next: steps.length < limit ? undefined : steps.at(-1)?.cursor,
    }
  },
}

const referenceFields = toFields<ListedReference>([...productFields, ...numberRows(readPartNumber)], {
  ...owner,
  numberKind: ({ kind }) => kind,
  numberMaker: ({ maker }) => maker,
  number: ({ number }) => number,
  [removeField.code]: () => 'no',
})

/** The numbers of products beside their own ones, a row each. */
const references: PartTable = {
  fields: async () => referenceFields,
  async list(db, { after, limit }) {
    const rows = await listCrossReferences(db, { after: Number(after ?? 0), limit })
    return {
      rows: rows.map((row) => ({ subject: row.productId, texts: textsOf(referenceFields, row) })),
      next: rows.length < limit ? undefined : String(rows.at(-1)?.id),
    }
  },
}

/** Holds what files of products have in rows of their own. */
export const partTables = { prices, 'part-numbers': references }
