import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ProductDocument, ProductImage, ProductTexts, updateTool } from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'
import { splitTexts } from '#contract/main-language.ts'
import type { Body } from '#contract/endpoint.ts'
import {
  productDocuments,
  productImages,
  products,
  type ProductText,
  productTextNames,
  productTexts,
} from '#server/catalog/catalog.tables.ts'
import { htmlToLine, htmlToText } from '#server/catalog/html-to-text.ts'
import { editedLinkColumns, writePairs, writeSuccessor } from '#server/catalog/product-links.ts'
import { selectPartNumbers, writePartNumbers } from '#server/catalog/search/write-part-numbers.ts'
import { buildDocumentUrl, readDocumentId } from '#server/media/document-url.ts'
import { violatedConstraint, type Database, type Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes a change of what a product has besides its columns; undefined details stay as they are. */
type Sent = Body<typeof updateTool>
type Names = 'texts' | 'images' | 'documents' | 'partNumbers' | 'replacedById' | 'fitsTogetherIds'
export type DetailsChange = { [Detail in Names]?: Sent[Detail] | undefined }

export const toDetails = ({
  texts,
  images,
  documents,
  partNumbers,
  replacedById,
  fitsTogetherIds,
}: Sent): DetailsChange => ({
  replacedById,
  fitsTogetherIds,
  texts,
  images,
  documents,
  partNumbers,
})

const pictures = (row: SQL) => sql<ProductImage[]>`(
  SELECT coalesce(json_agg(${row} ORDER BY position), '[]') FROM product_images WHERE product_id = products.id)`

const documentUrl = sql.raw(`'${buildDocumentUrl("' || document_id || '")}'`)

/** Lists what the page of a product shows besides its columns and its pictures. */
const detailColumns = {
  documents: sql<ProductDocument[]>`(
    SELECT coalesce(json_agg(json_build_object('url', ${documentUrl}, 'kind', kind, 'title', title, 'bytes', bytes) ORDER BY position), '[]')
    FROM product_documents JOIN documents ON documents.id = document_id WHERE product_id = products.id)`,
  partNumbers: selectPartNumbers,
}

/** Lists what the page of a product shows besides its columns, with the texts of pictures in a language where they have one. */
export const detailColumnsIn = (language: Language) => ({
  ...detailColumns,
  images: pictures(sql`json_build_object('url', url, 'alt', coalesce(alts ->> ${sql.raw(`'${language}'`)}, alt, ''))`),
})

/** Lists what admins edit besides the columns. */
export const editedDetailColumns = {
  ...detailColumns,
  images: pictures(
    sql`json_strip_nulls(json_build_object('url', url, 'alt', coalesce(alt, ''), 'alts', nullif(alts, '{}')))`,
  ),
  ...editedLinkColumns,
  texts: sql<ProductTexts>`(
    SELECT coalesce(json_object_agg(language,
      json_strip_nulls(json_build_object('name', coalesce(name, ''), 'content', coalesce(description, ''), ${sql.raw(
        productTextNames
          .filter((text) => text !== 'name' && text !== 'description')
          .map((text) => `'${text}', ${productTexts[text].name}`)
          .join(', '),
      )}))
      ORDER BY language), '{}')
    FROM product_texts WHERE product_id = products.id)`,
}

/** Lists what the audit log says in words: the name of the category, and the values by the names of their attributes. */
const wordedColumns = {
  category: sql<string | null>`(
    SELECT name FROM category_texts WHERE category_id = products.category_id ORDER BY language = main_language() DESC LIMIT 1)`,
  attributes: sql<Record<string, (string | boolean)[]> | null>`(
    SELECT json_object_agg(name, texts ORDER BY name) FROM (
      SELECT (SELECT name FROM attribute_texts texts WHERE texts.attribute_id = product_values.attribute_id
          ORDER BY language = main_language() DESC LIMIT 1) AS name,
        json_agg(coalesce(to_json(truth), to_json((SELECT name FROM attribute_option_texts texts
            WHERE texts.option_id = facet_values.option_id ORDER BY language = main_language() DESC LIMIT 1)),
          to_json(coalesce(entered, text))) ORDER BY ordinal) AS texts
      FROM product_values LEFT JOIN facet_values ON facet_values.id = value_id
      WHERE product_id = products.id GROUP BY product_values.attribute_id) named)`,
}

/** Returns what the audit log keeps of a product besides its own columns; other products by their names. */
export async function readDetails(db: Database | Transaction, productId: string) {
  const [row] = await db
    .select({ ...editedDetailColumns, ...wordedColumns })
    .from(products)
    .where(eq(products.id, productId))
  if (!row) throw problem('product-not-found')
  return { ...row, replacedBy: row.replacedBy?.name ?? null, fitsTogether: row.fitsTogether.map(({ name }) => name) }
}

/**
 * Changes the details of a product; a translation of empty texts is removed, and a text in the main language is the own one. Throws
 * `document-not-ours`.
 */
export async function writeDetails(
  tx: Transaction,
  productId: string,
  { texts = {}, images, documents, partNumbers, replacedById, fitsTogetherIds }: DetailsChange,
): Promise<void> {
  // What this process knows of the store may be older than the lock on the product.
  const { rows } = await tx.execute<{ main: string }>(sql`SELECT main_language() AS main`)
  for (const [language, { name, content, ...others }] of Object.entries(texts)) {
    const [old] = await tx
      .delete(productTexts)
      .where(and(eq(productTexts.productId, productId), eq(productTexts.language, language)))
      .returning()
    const sent: { [Text in ProductText]?: string | undefined } = {
      ...others,
      name: htmlToLine(name),
      description: htmlToText(content),
    }
    const row = Object.fromEntries(productTextNames.map((text) => [text, (sent[text]?.trim() ?? old?.[text]) || null]))
    const written = Object.entries(row).filter(([, text]) => text !== null)
    if (written.length === 0) continue
    if (language === rows[0]?.main)
      await tx.update(products).set(Object.fromEntries(written)).where(eq(products.id, productId))
    else await tx.insert(productTexts).values({ productId, language, ...row })
  }
  if (images) await writeImages(tx, productId, images)
  if (partNumbers) await writePartNumbers(tx, productId, partNumbers)
  if (replacedById !== undefined) await writeSuccessor(tx, productId, replacedById)
  if (fitsTogetherIds) await writePairs(tx, productId, fitsTogetherIds)
  if (documents) await writeDocuments(tx, productId, documents)
}

async function writeImages(tx: Transaction, productId: string, images: readonly ProductImage[]): Promise<void> {
  const old = await tx.delete(productImages).where(eq(productImages.productId, productId)).returning()
  // A picture may be there twice.
  const altsOf = (url: string, position: number) =>
    (old.find((one) => one.url === url && one.position === position) ?? old.find((one) => one.url === url))?.alts ?? {}
  const rows = images.map(({ url, alt, alts }, position) => {
    const { own, others } = splitTexts(alt, alts ?? altsOf(url, position))
    return { productId, position, url, alt: own || null, alts: others }
  })
  if (rows.length > 0) await tx.insert(productImages).values(rows)
}

async function writeDocuments(
  tx: Transaction,
  productId: string,
  documents: NonNullable<DetailsChange['documents']>,
): Promise<void> {
  await tx.delete(productDocuments).where(eq(productDocuments.productId, productId))
  const rows = documents.map(({ url, kind, title }, position) => {
    const documentId = readDocumentId(url)
    if (documentId === undefined) throw problem('document-not-ours')
    return { productId, position, documentId, kind, title: title.trim() }
  })
  if (rows.length === 0) return
  await tx
    .insert(productDocuments)
    .values(rows)
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'product_documents_document_id_fkey' ? problem('document-not-ours') : error
    })
}
