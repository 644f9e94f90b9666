import { sql } from 'drizzle-orm'
import { maxPartNumbers, type OtherPartNumberKind } from '#contract/part-numbers.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Names one number of a product beside its own one; `maker` is empty for none. */
export interface CrossReference {
  productId: string
  kind: OtherPartNumberKind
  maker: string
  number: string
}

const given = (references: readonly CrossReference[]) => sql`
  jsonb_to_recordset(${JSON.stringify(references)}::jsonb) AS given ("productId" uuid, kind text, maker text, number text)`

/** Adds and removes numbers of many products. Throws `part-numbers-full`. */
export async function writeCrossReferences(
  tx: Transaction,
  { added, removed }: { added: readonly CrossReference[]; removed: readonly CrossReference[] },
): Promise<void> {
  if (removed.length > 0) {
    await tx.execute(sql`
      DELETE FROM part_numbers own USING ${given(removed)}
      WHERE own.product_id = "productId" AND own.kind = given.kind AND own.maker = given.maker AND own.number = given.number`)
  }
  if (added.length > 0) {
    await tx.execute(sql`
      INSERT INTO part_numbers (product_id, kind, maker, number) SELECT "productId", kind, maker, number FROM ${given(added)}
      ON CONFLICT ON CONSTRAINT part_numbers_once DO NOTHING`)
  }
  const ids = [...new Set([...added, ...removed].map(({ productId }) => productId))]
  const { rows } = await tx.execute<{ name: string }>(sql`
    SELECT name FROM products WHERE id = ANY (${sql.param(ids)}::uuid[])
      AND (SELECT count(*) FROM part_numbers WHERE product_id = products.id AND kind <> 'own') > ${maxPartNumbers} LIMIT 1`)
  if (rows[0]) throw problem('part-numbers-full', { name: rows[0].name, limit: maxPartNumbers })
  await tx.execute(sql`
    UPDATE products SET updated_at = clock_timestamp() WHERE id = ANY (${sql.param(ids)}::uuid[])`)
  await tx.execute(sql`SELECT tell_products_changed(${sql.param(ids)}::uuid[])`)
}

/** Describes a number with what names its product. */
export type ListedReference = CrossReference & { id: number; sku: string | null; brand: string | null }

/** Lists the numbers of all products on sale and drafts behind a row, in the order in which they were entered. */
export async function listCrossReferences(
  db: Database | Transaction,
  { after, limit }: { after: number; limit: number },
): Promise<ListedReference[]> {
  const { rows } = await db.execute<ListedReference & Record<string, unknown>>(sql`
    SELECT part_numbers.id::float8 AS id, product_id AS "productId", sku,
      (SELECT name FROM brands WHERE brands.id = brand_id) AS brand, kind, maker, number
    FROM part_numbers JOIN products ON products.id = product_id
    WHERE part_numbers.id > ${after} AND kind <> 'own' AND (archived_at IS NULL OR is_draft) ORDER BY part_numbers.id LIMIT ${limit}`)
  return rows
}
