import { sql } from 'drizzle-orm'
import type { FitKind } from '#contract/vehicles.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Writes what products are for, and whether their lists of vehicles are complete; what is absent stays. */
export async function writeFitKinds(
  tx: Transaction,
  products: readonly { id: string; kind?: FitKind | undefined; isComplete?: boolean | undefined }[],
): Promise<void> {
  const changed = products.filter(({ kind, isComplete }) => kind !== undefined || isComplete !== undefined)
  if (changed.length === 0) return
  await tx.execute(sql`
    UPDATE products SET fit_kind = coalesce(given.kind, fit_kind), fit_complete = coalesce(given."isComplete", fit_complete)
    FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS given (id uuid, kind text, "isComplete" boolean)
    WHERE products.id = given.id`)
}

/** Returns those of the products that list vehicles: they cannot be for none. */
export async function findListed(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT DISTINCT product_id AS id FROM fitments WHERE product_id = ANY (${sql.param(ids)}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
