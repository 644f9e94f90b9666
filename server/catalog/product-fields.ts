import { toCents } from '#contract/currency.ts'
import type { AttributeInput } from '#contract/attributes.ts'
import { type addTool, type OptionalProductField, optionalProductFields, type updateTool } from '#contract/catalog.ts'
import { measureNames, type ProductMeasure, readProductMeasure } from '#contract/product-measures.ts'
import type { Body } from '#contract/endpoint.ts'
import { htmlToLine, htmlToText } from '#server/catalog/html-to-text.ts'
import { pickContent, type ProductContent } from '#server/catalog/catalog.tables.ts'
import { assertPartNumber } from '#server/catalog/search/write-part-numbers.ts'

/** Describes what admins enter, with the slug of the category and the name of the brand. */
export type EnteredProduct = ProductContent & { category: string | null; brand: string | null }

type OptionalContent = Pick<EnteredProduct, OptionalProductField>

type Defaulted = 'orderMultiple' | 'maximumQuantity' | 'pricePer' | 'taxClass'

export type NewProduct = Omit<EnteredProduct, OptionalProductField | Defaulted> &
  Partial<OptionalContent> &
  Pick<ProductChange, Defaulted> & { attributes?: AttributeInput | undefined }

/** Describes a change; undefined fields stay as they are. */
export type ProductChange = { [Field in keyof EnteredProduct]?: EnteredProduct[Field] | undefined } & {
  attributes?: AttributeInput | undefined
}

const optional = Object.keys(optionalProductFields) as OptionalProductField[]

/** Returns the columns of a body. Text is trimmed, HTML becomes text, and an empty optional field becomes null. Throws `part-number-empty`. */
export function toProduct(body: Body<typeof addTool>): NewProduct
export function toProduct(body: Body<typeof updateTool>): ProductChange
export function toProduct(body: Body<typeof updateTool>): ProductChange {
  if (body.sku?.trim()) assertPartNumber(body.sku)
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
    attributes: body.attributes,
    ...Object.fromEntries(optional.map((field) => [field, orNull(body[field])])),
    ...Object.fromEntries(measureNames.map((name) => [name, readMeasureOrNull(name, body[name])])),
  }
}

/** Returns a measure in one spelling; the schema let only measures pass. */
const readMeasureOrNull = (name: ProductMeasure, text: string | undefined) =>
  text === undefined ? undefined : (readProductMeasure(name, text)?.entered ?? null)

function orNull(value: unknown) {
  const trimmed = typeof value === 'string' ? value.trim() : value
  return trimmed === '' ? null : trimmed
}

/** Picks the columns that the audit log keeps. */
export const auditedFields = (row: EnteredProduct) => ({ ...pickContent(row), brand: row.brand })

/** Returns the optional fields that are set; lists leave some out. */
export function presentOptionalFields(row: Partial<OptionalContent>) {
  const fields: { [Field in OptionalProductField]?: string } = {}
  for (const field of optional) {
    const value = row[field]
    if (value) fields[field] = value
  }
  return fields
}
