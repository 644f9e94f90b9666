import { and, eq, sql } from 'drizzle-orm'
import type { ProductDocument, ProductImage, ProductTexts, updateTool } from '#contract/catalog.ts'
import type { Body } from '#contract/endpoint.ts'
import { productDocuments, productImages, products, productTexts } from '#server/catalog/catalog.tables.ts'
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

const rowsOf = (table: string, row: string) => `(
  SELECT coalesce(json_agg(json_build_object(${row}) ORDER BY position), '[]') FROM ${table} WHERE product_id = products.id)`

/** Lists what the page of a product shows besides its columns. */
export const detailColumns = {
  images: sql<ProductImage[]>`${sql.raw(rowsOf('product_images', `'url', url, 'alt', coalesce(alt, '')`))}`,
  documents: sql<ProductDocument[]>`${sql.raw(
    rowsOf(
      'product_documents JOIN documents ON documents.id = document_id',
      `'url', '${buildDocumentUrl("' || document_id || '")}', 'kind', kind, 'title', title, 'bytes', bytes`,
    ),
  )}`,
  partNumbers: selectPartNumbers,
}

/** Lists what admins edit besides the columns. */
export const editedDetailColumns = {
  ...detailColumns,
  ...editedLinkColumns,
  texts: sql<ProductTexts>`(
    SELECT coalesce(json_object_agg(language,
      json_build_object('name', coalesce(name, ''), 'content', coalesce(description, '')) ORDER BY language), '{}')
    FROM product_texts WHERE product_id = products.id)`,
}

/** Returns what the audit log keeps of a product besides its columns; other products by their names. */
export async function readDetails(db: Database | Transaction, productId: string) {
  const [row] = await db.select(editedDetailColumns).from(products).where(eq(products.id, productId))
  if (!row) throw problem('product-not-found')
  return { ...row, replacedBy: row.replacedBy?.name ?? null, fitsTogether: row.fitsTogether.map(({ name }) => name) }
}

/** Changes the details of a product; a translation of two empty texts is removed. Throws `document-not-ours`. */
export async function writeDetails(
  tx: Transaction,
  productId: string,
  { texts = {}, images, documents, partNumbers, replacedById, fitsTogetherIds }: DetailsChange,
): Promise<void> {
  for (const [language, { name, content }] of Object.entries(texts)) {
    const row = { productId, language, name: name.trim() || null, description: content.trim() || null }
    await tx.delete(productTexts).where(and(eq(productTexts.productId, productId), eq(productTexts.language, language)))
    if (row.name ?? row.description) await tx.insert(productTexts).values(row)
  }
  if (images) {
    await tx.delete(productImages).where(eq(productImages.productId, productId))
    const rows = images.map(({ url, alt }, position) => ({ productId, position, url, alt: alt.trim() || null }))
    if (rows.length > 0) await tx.insert(productImages).values(rows)
  }
  if (partNumbers) await writePartNumbers(tx, productId, partNumbers)
  if (replacedById !== undefined) await writeSuccessor(tx, productId, replacedById)
  if (fitsTogetherIds) await writePairs(tx, productId, fitsTogetherIds)
  if (documents) await writeDocuments(tx, productId, documents)
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
