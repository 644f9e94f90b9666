import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Erases what files about customers had of a user, with what they changed; such a file is not read again, and is removed. */
export async function eraseImports(tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> {
  const ofCustomers = sql`import_id IN (SELECT id FROM imports WHERE kind = 'customers')`
  await tx.execute(sql`
    WITH erased AS (
      UPDATE import_rows SET cells = '[]', errors = NULL, warnings = NULL, key = NULL
      WHERE ${ofCustomers} AND (key = ${email} OR (import_id, row_no) IN (
        SELECT import_id, row_no FROM import_changes WHERE ${ofCustomers} AND subject = ${id}))
      RETURNING import_id)
    UPDATE imports SET reading = NULL WHERE id IN (SELECT import_id FROM erased)`)
  await tx.execute(sql`DELETE FROM import_changes WHERE ${ofCustomers} AND subject = ${id}`)
}
