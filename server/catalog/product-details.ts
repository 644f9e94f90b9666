import { eq, sql } from 'drizzle-orm'
import type { ProductTexts } from '#contract/catalog.ts'
import type { Body } from '#contract/endpoint.ts'
import type { updateTool } from '#contract/catalog.ts'
import { productTexts } from '#server/catalog/catalog.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Holds what a product has besides its columns, as the contract describes it. */
export interface ProductDetails {
  texts: ProductTexts
}

/** Describes a change; undefined details stay as they are. */
export type DetailsChange = { [Detail in keyof ProductDetails]?: ProductDetails[Detail] | undefined }

export const toDetails = ({ texts }: Body<typeof updateTool>): DetailsChange => ({ texts })

/** Returns the details of a product. */
export async function readDetails(db: Database | Transaction, productId: string): Promise<ProductDetails> {
  const rows = await db.select().from(productTexts).where(eq(productTexts.productId, productId))
  return {
    texts: Object.fromEntries(
      rows.map(({ language, name, description }) => [language, { name: name ?? '', content: description ?? '' }]),
    ),
  }
}

/** Changes the details of a product; a translation of two empty texts is removed. */
export async function writeDetails(tx: Transaction, productId: string, { texts = {} }: DetailsChange): Promise<void> {
  const rows = Object.entries(texts).map(([language, { name, content }]) => ({
    productId,
    language,
    name: name.trim() || null,
    description: content.trim() || null,
  }))
  for (const row of rows) {
    await tx
      .delete(productTexts)
      .where(sql`${productTexts.productId} = ${productId} AND ${productTexts.language} = ${row.language}`)
    if (row.name ?? row.description) await tx.insert(productTexts).values(row)
  }
}
