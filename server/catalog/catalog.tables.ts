import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { documentKinds, type OptionalProductText, type PricePer, type ProductImage } from '#contract/catalog.ts'
import { fitKinds } from '#contract/vehicles.ts'
import { categories } from '#server/catalog/categories/categories.tables.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Makes the columns of the optional texts, of a product itself and in each other language. */
const optionalTexts = () =>
  ({
    imageAlt: text('image_alt'),
    /** Sets what search engines show of its page. */
    pageTitle: text('page_title'),
    pageDescription: text('page_description'),
  }) satisfies Record<OptionalProductText, unknown>

/** Holds what admins enter about a product; the audit log keeps it. */
const content = {
  name: text('name').notNull(),
  description: text('description').notNull(),
  imageUrl: text('image_url').notNull(),
  priceCents: integer('price_cents').notNull(),
  /** The number of units that the price is for. */
  pricePer: smallint('price_per').$type<PricePer>().notNull().default(1),
  minimumQuantity: integer('minimum_quantity').notNull(),
  orderMultiple: integer('order_multiple').notNull().default(1),
  maximumQuantity: integer('maximum_quantity'),
  availableQuantity: integer('available_quantity').notNull(),
  taxClass: text('tax_class').notNull().default('standard'),
  sku: text('sku'),
  weight: text('weight'),
  length: text('length'),
  width: text('width'),
  height: text('height'),
  taxCode: text('tax_code'),
  /** References `ship_classes`; null is the standard one. */
  shipClass: text('ship_class'),
  ...optionalTexts(),
}
type Content = keyof typeof content

export const products = pgTable('products', {
  id: uuid('id').primaryKey(),
  ...content,
  categoryId: integer('category_id').references(() => categories.id),
  brandId: integer('brand_id'),
  /** The names in other languages, for the search; triggers keep them as `product_texts` has them. */
  otherNames: text('other_names').notNull().default(''),
  /** The values as they are answered; `product_values` holds them. */
  attributes: jsonb('attributes').$type<Record<string, string | boolean | string[]>>(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  createdBy: uuid('created_by'),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  /** Whether the part is made for certain vehicles, for all, or has nothing to do with them. */
  fitKind: text('fit_kind', { enum: fitKinds }).notNull().default('none'),
  /** The seller vouches that the part fits no other vehicle than those listed. */
  fitComplete: boolean('fit_complete').notNull().default(false),
  /** Whether it lists vehicles; triggers keep it. */
  hasFitments: boolean('has_fitments').notNull().default(false),
  archivedAt: timestamptz('archived_at'),
  archivedBy: uuid('archived_by'),
  replacedBy: uuid('replaced_by'),
  /** Set with `archivedAt` for a product that was not on sale yet. */
  isDraft: boolean('is_draft').notNull().default(false),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
})

/** Whether a product is on sale or a draft: what admins work on. */
export const isKept = sql`(${products.archivedAt} IS NULL OR ${products.isDraft})`

/** Picks what admins enter from a row of a product, or its columns from the table. */
export function pickContent<Product extends Record<Content, unknown>>(product: Product) {
  const names = Object.keys(content) as Content[]
  return Object.fromEntries(names.map((name) => [name, product[name]])) as Pick<Product, Content>
}

export type ProductContent = Pick<typeof products.$inferSelect, Content>

/** Holds what a product says in each language; its own columns have the same names. Statements and comparisons are made of this list. */
const texts = {
  name: text('name'),
  description: text('description'),
  ...optionalTexts(),
}
export type ProductText = keyof typeof texts
export const productTextNames = Object.keys(texts) as ProductText[]

/** Holds texts in other languages than the main one; who writes them keeps no row without any. */
export const productTexts = pgTable(
  'product_texts',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    language: text('language').notNull(),
    ...texts,
  },
  (table) => [primaryKey({ columns: [table.productId, table.language] })],
)

/** Holds the pictures behind the main one. */
export const productImages = pgTable(
  'product_images',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    position: smallint('position').notNull(),
    url: text('url').notNull(),
    alt: text('alt'),
    alts: jsonb('alts').$type<NonNullable<ProductImage['alts']>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
)

/** Holds the PDF files of products. */
export const productDocuments = pgTable(
  'product_documents',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    position: smallint('position').notNull(),
    documentId: text('document_id').notNull(),
    kind: text('kind', { enum: documentKinds }).notNull(),
    title: text('title').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
)

/** Holds products that fit together, the lower id first. */
export const productPairs = pgTable(
  'product_pairs',
  { firstId: uuid('first_id').notNull(), secondId: uuid('second_id').notNull() },
  (table) => [primaryKey({ columns: [table.firstId, table.secondId] })],
)
