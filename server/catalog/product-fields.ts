import { toCents } from '#contract/currency.ts'
import {
  type addTool,
  type OptionalProductField,
  optionalProductFields,
  type ProductImage,
  type ProductTexts,
  type updateTool,
} from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'
import { measureNames, type ProductMeasure, readProductMeasure } from '#contract/product-measures.ts'
import type { Body } from '#contract/endpoint.ts'
import { htmlToLine, htmlToText } from '#server/catalog/html-to-text.ts'
import type { ProductContent, ProductText } from '#server/catalog/catalog.tables.ts'
import { assertPartNumber } from '#server/catalog/search/write-part-numbers.ts'

/** Describes what admins enter, with the slug of the category and the name of the brand. */
export type EnteredProduct = ProductContent & { category: string | null; brand: string | null }

type Parts<Whole> = { [Part in keyof Whole]?: Whole[Part] | undefined }

/** Lists whether a product is sold, not yet, or no more. */
export const recordStates = ['active', 'draft', 'archived'] as const
export type RecordState = (typeof recordStates)[number]

/** Describes what a body has besides columns. */
type Details = Pick<
  Body<typeof updateTool>,
  'attributes' | 'documents' | 'partNumbers' | 'replacedById' | 'fitsTogetherIds'
>

/** Describes what is written of a product: undefined parts stay, and a list replaces the whole list, but its pictures keep texts that are not sent. */
export type WrittenParts = Parts<
  Omit<EnteredProduct, 'availableQuantity'> &
    Details & {
      state: RecordState
      /** Empty ones are removed. */
      texts: Partial<Record<Language, Parts<Record<ProductText, string>>>>
      images: readonly ({ url: string } & Parts<ProductImage>)[]
    }
>

/** Describes a change; undefined fields stay as they are. */
export type ProductChange = WrittenParts & { availableQuantity?: number | undefined }

export type NewProduct = ProductChange &
  Pick<EnteredProduct, 'name' | 'description' | 'imageUrl' | 'priceCents' | 'minimumQuantity' | 'availableQuantity'>

const optional = Object.keys(optionalProductFields) as OptionalProductField[]

/** Returns what a body says. Text is trimmed, HTML becomes text, and an empty optional field becomes null. Throws `part-number-empty`. */
export function toProduct(body: Body<typeof addTool>): NewProduct
export function toProduct(body: Body<typeof updateTool>): ProductChange
export function toProduct(body: Body<typeof updateTool>): ProductChange {
  if (body.sku?.trim()) assertPartNumber(body.sku)
  const { attributes, images, documents, partNumbers, replacedById, fitsTogetherIds } = body
  return {
    name: body.name === undefined ? undefined : htmlToLine(body.name).trim(),
    description: body.content === undefined ? undefined : htmlToText(body.content).trim(),
    imageUrl: body.img,
    priceCents: body.price === undefined ? undefined : toCents(body.price),
    minimumQuantity: body.minQuantity ?? body.minOrder,
    availableQuantity: body.available,
    orderMultiple: body.orderMultiple,
    pricePer: body.pricePer,
    maximumQuantity: body.maxOrder === 0 ? null : body.maxOrder,
    taxClass: body.taxClass?.trim() === '' ? 'standard' : body.taxClass?.trim(),
    ...Object.fromEntries(optional.map((field) => [field, orNull(body[field])])),
    ...Object.fromEntries(measureNames.map((name) => [name, readMeasureOrNull(name, body[name])])),
    texts: body.texts && toTexts(body.texts),
    attributes,
    images,
    documents,
    partNumbers,
    replacedById,
    fitsTogetherIds,
  }
}

const toTexts = (texts: ProductTexts): WrittenParts['texts'] =>
  Object.fromEntries(
    Object.entries(texts).map(([language, { name, content, ...others }]) => [
      language,
      {
        ...Object.fromEntries(Object.entries(others).map(([text, value]) => [text, value?.trim()])),
        name: htmlToLine(name).trim(),
        description: htmlToText(content).trim(),
      },
    ]),
  )

/** Returns a measure in one spelling; the schema let only measures pass. */
const readMeasureOrNull = (name: ProductMeasure, text: string | undefined) =>
  text === undefined ? undefined : (readProductMeasure(name, text)?.entered ?? null)

function orNull(value: unknown) {
  const trimmed = typeof value === 'string' ? value.trim() : value
  return trimmed === '' ? null : trimmed
}

/** Returns the optional fields that are set; lists leave some out. */
export function presentOptionalFields(row: Partial<Pick<EnteredProduct, OptionalProductField>>) {
  const fields: { [Field in OptionalProductField]?: string } = {}
  for (const field of optional) {
    const value = row[field]
    if (value) fields[field] = value
  }
  return fields
}
