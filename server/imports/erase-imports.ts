import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Erases what files about customers had of a user, with what they changed. */
export async function eraseImports(tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> {
  const ofCustomers = sql`import_id IN (SELECT id FROM imports WHERE kind = 'customers')`
  await tx.execute(sql`
    UPDATE import_rows SET cells = '[]', errors = NULL, warnings = NULL, key = NULL
    WHERE ${ofCustomers} AND (key = ${email} OR (import_id, row_no) IN (
      SELECT import_id, row_no FROM import_changes WHERE ${ofCustomers} AND subject = ${id}))`)
  await tx.execute(sql`DELETE FROM import_changes WHERE ${ofCustomers} AND subject = ${id}`)
}
