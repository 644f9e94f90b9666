import { eq, type SQL, sql } from 'drizzle-orm'
import type { AttributeValues } from '#contract/attributes.ts'
import type { ProductDocument, ProductImage, ProductTexts } from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'
import {
  pickContent,
  productDocuments,
  products,
  productTextNames,
  productTexts,
} from '#server/catalog/catalog.tables.ts'
import { productColumns } from '#server/catalog/product-columns.ts'
import type { WrittenParts } from '#server/catalog/product-fields.ts'
import { editedLinkColumns } from '#server/catalog/product-links.ts'
import { selectPartNumbers } from '#server/catalog/search/write-part-numbers.ts'
import { buildDocumentUrl, readDocumentId } from '#server/media/document-url.ts'
import { violatedConstraint, type Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

const pictures = (row: SQL) => sql<ProductImage[]>`(
  SELECT coalesce(json_agg(${row} ORDER BY position), '[]') FROM product_images WHERE product_id = products.id)`

/** Selects the address of a document by its id. */
export const documentUrl = sql.raw(`'${buildDocumentUrl("' || document_id || '")}'`)

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
  staffAttributes: sql<AttributeValues | null>`(
    SELECT staff_attributes FROM projected_attributes valued WHERE valued.product_id = products.id)`,
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
  categoryName: sql<string | null>`(
    SELECT name FROM category_texts WHERE category_id = products.category_id ORDER BY language = main_language() DESC LIMIT 1)`,
  namedValues: sql<Record<string, (string | boolean)[]> | null>`(
    SELECT json_object_agg(name, texts ORDER BY name) FROM (
      SELECT (SELECT name FROM attribute_texts texts WHERE texts.attribute_id = product_values.attribute_id
          ORDER BY language = main_language() DESC LIMIT 1) AS name,
        json_agg(coalesce(to_json(truth), to_json((SELECT name FROM attribute_option_texts texts
            WHERE texts.option_id = facet_values.option_id ORDER BY language = main_language() DESC LIMIT 1)),
          to_json(coalesce(entered, text))) ORDER BY ordinal) AS texts
      FROM product_values LEFT JOIN facet_values ON facet_values.id = value_id
      WHERE product_id = products.id GROUP BY product_values.attribute_id) named)`,
}

/** Returns a product with the facts that the audit log keeps of it; other products by their names. Throws `product-not-found`. */
export async function readWithFacts(tx: Transaction, productId: string) {
  const [row] = await tx
    .select({ ...productColumns, ...editedDetailColumns, ...wordedColumns })
    .from(products)
    .where(eq(products.id, productId))
  if (!row) throw problem('product-not-found')
  const { brand, categoryName: category, namedValues: attributes, texts, images, documents, partNumbers } = row
  const links = { replacedBy: row.replacedBy?.name ?? null, fitsTogether: row.fitsTogether.map(({ name }) => name) }
  const facts = { ...pickContent(row), brand, category, attributes, texts, images, documents, partNumbers, ...links }
  return { row, facts }
}

/** Replaces the files of a product. Throws `document-not-ours`. */
export async function writeDocuments(
  tx: Transaction,
  productId: string,
  documents: NonNullable<WrittenParts['documents']>,
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
