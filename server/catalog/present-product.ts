import type {
  DetailedTool,
  EditedTool,
  LinkedTool,
  ManagedTool,
  ProductDocument,
  ProductImage,
  StockMovement,
  Tool,
} from '#contract/catalog.ts'
import { toAmount } from '#contract/currency.ts'
import type { PartNumber } from '#contract/part-numbers.ts'
import type { EditedProductRow, ManagedProductRow } from '#server/catalog/find-products.ts'
import { presentBreaks } from '#server/catalog/present-breaks.ts'
import { productSlug } from '#server/catalog/product-slug.ts'
import { type EnteredProduct, presentOptionalFields } from '#server/catalog/product-fields.ts'
import type { MovementRow } from '#server/catalog/list-stock-movements.ts'
import type { PriceSteps } from '#server/pricing/price-for.ts'
import { type ListPrice, presentListPrice } from '#server/pricing/read-list-prices.ts'

export type ProductRow = EnteredProduct & {
  id: string
  attributes: Tool['attributes'] | null
  /** Set where `name` is a translation. */
  mainName?: string
  placeholder?: string | null
  /** The public prices by quantity. */
  steps?: PriceSteps | null
}

export const presentProduct = (row: ProductRow): Tool => ({
  _id: row.id,
  name: row.name,
  ...presentSlug(row),
  img: row.imageUrl,
  ...(row.placeholder ? { placeholder: row.placeholder } : {}),
  content: row.description,
  minOrder: row.minimumQuantity,
  ...(row.orderMultiple > 1 && { orderMultiple: row.orderMultiple }),
  ...(row.maximumQuantity !== null && { maxOrder: row.maximumQuantity }),
  available: row.availableQuantity,
  price: toAmount(row.priceCents),
  ...(row.pricePer > 1 && { pricePer: row.pricePer }),
  ...(row.taxClass !== 'standard' && { taxClass: row.taxClass }),
  ...presentBreaks(row),
  ...presentOptionalFields(row),
  ...(row.attributes ? { attributes: row.attributes } : {}),
})

function presentSlug({ name, mainName = name }: ProductRow): Pick<Tool, 'slug'> {
  const slug = productSlug(mainName)
  return slug === '' ? {} : { slug }
}

export type DetailedProductRow = ProductRow & {
  images: ProductImage[]
  replacedBy: LinkedTool | null
  fitsTogether: LinkedTool[]
  archivedAt: Date | null
  documents: ProductDocument[]
  partNumbers: PartNumber[]
}

export const presentDetailedProduct = (row: DetailedProductRow): DetailedTool => ({
  ...presentProduct(row),
  ...(row.archivedAt && { available: 0, discontinued: true as const }),
  ...(row.replacedBy && { replacedBy: row.replacedBy }),
  ...(row.fitsTogether.length > 0 && { fitsTogether: row.fitsTogether }),
  ...(row.images.length > 0 && { images: row.images }),
  ...(row.documents.length > 0 && { documents: row.documents }),
  ...(row.partNumbers.length > 0 && { partNumbers: row.partNumbers }),
})

export const presentEditedProduct = (row: EditedProductRow, prices: readonly ListPrice[] = []): EditedTool => ({
  ...presentWithState(row),
  ...(row.replacedBy && { replacedBy: row.replacedBy }),
  fitsTogether: row.fitsTogether,
  images: row.images,
  documents: row.documents,
  partNumbers: row.partNumbers,
  texts: row.texts,
  ...(row.staffAttributes && { attributes: { ...row.attributes, ...row.staffAttributes } }),
  ...(prices.length > 0 && { listPrices: prices.map(presentListPrice) }),
})

export const presentManagedProduct = (row: ManagedProductRow): ManagedTool => ({
  ...presentWithState(row),
  ...(row.reserved > 0 && { reserved: row.reserved }),
})

const presentWithState = (row: Omit<ManagedProductRow, 'reserved'>) => ({
  ...presentProduct(row),
  ...(row.archivedAt === null || row.isDraft ? {} : { archivedAt: row.archivedAt.toISOString() }),
  ...(row.archivedAt !== null && row.isDraft && { draft: true as const }),
  ...(row.waiting > 0 && { waiting: row.waiting }),
})

export const presentMovement = (row: MovementRow): StockMovement => ({
  _id: String(row.id),
  change: row.quantity,
  reason: row.reason,
  ...(row.note === null ? {} : { note: row.note }),
  ...(row.by === null ? {} : { by: row.by }),
  ...(row.orderId === null ? {} : { orderId: row.orderId }),
  movedAt: row.movedAt.toISOString(),
})
