import { type addTool, type OptionalProductField, optionalProductFields, type updateTool } from '#contract/catalog.ts'
import type { Body } from '#contract/endpoint.ts'
import type { ProductContent } from '#server/catalog/catalog.tables.ts'
import { toCents } from '#server/platform/money.ts'

type OptionalContent = Pick<ProductContent, OptionalProductField>

export type NewProduct = Omit<ProductContent, OptionalProductField> & Partial<OptionalContent>

/** Describes a change; undefined fields stay as they are. */
export type ProductChange = { [Field in keyof ProductContent]?: ProductContent[Field] | undefined }

const optional = Object.keys(optionalProductFields) as OptionalProductField[]

/** Returns the columns of a body. Text is trimmed, and an empty optional field becomes null. */
export function toProduct(body: Body<typeof addTool>): NewProduct
export function toProduct(body: Body<typeof updateTool>): ProductChange
export function toProduct(body: Body<typeof updateTool>): ProductChange {
  return {
    name: body.name?.trim(),
    description: body.content?.trim(),
    imageUrl: body.img,
    priceCents: body.price === undefined ? undefined : toCents(body.price),
    minimumQuantity: body.minQuantity ?? body.minOrder,
    availableQuantity: body.available,
    ...Object.fromEntries(optional.map((field) => [field, orNull(body[field])])),
  }
}

function orNull(value: unknown) {
  const trimmed = typeof value === 'string' ? value.trim() : value
  return trimmed === '' ? null : trimmed
}

/** Returns the optional fields that are set. */
export const presentOptionalFields = (row: OptionalContent) =>
  Object.fromEntries(optional.filter((field) => row[field] !== null).map((field) => [field, row[field]]))
