import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Erases what files about customers and their past orders had of a user, with what they changed; such a file is not read again, and is removed. */
export async function eraseImports(tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> {
  const ofCustomers = sql`import_id IN (SELECT id FROM imports WHERE kind = 'customers')`
  const ofOrders = sql`import_id IN (SELECT id FROM imports WHERE kind = 'past-orders')`
  await tx.execute(sql`
    WITH erased AS (
      UPDATE import_rows SET cells = '[]', errors = NULL, warnings = NULL, key = NULL
      WHERE ${ofCustomers} AND (key IN (${email}, ${id}) OR (import_id, row_no) IN (
        SELECT import_id, row_no FROM import_changes WHERE ${ofCustomers} AND subject = ${id}))
        OR ${ofOrders} AND lower(cells::text)::jsonb @> jsonb_build_array(${email}::text)
      RETURNING import_id)
    UPDATE imports SET reading = NULL WHERE id IN (SELECT import_id FROM erased)`)
  await tx.execute(sql`DELETE FROM import_changes WHERE ${ofCustomers} AND subject = ${id}`)
  await tx.execute(sql`DELETE FROM import_changes WHERE ${ofOrders} AND after ->> 'email' = ${email}`)
}
