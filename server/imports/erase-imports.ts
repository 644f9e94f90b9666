import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Erases what files about customers had of a user, with what they changed. */
export async function eraseImports(tx: Transaction, { id }: { id: string }): Promise<void> {
  const ofCustomers = sql`import_id IN (SELECT id FROM imports WHERE kind = 'customers')`
  await tx.execute(sql`UPDATE import_rows SET cells = '[]', errors = NULL WHERE ${ofCustomers} AND key = ${id}`)
  await tx.execute(sql`DELETE FROM import_changes WHERE ${ofCustomers} AND subject = ${id}`)
}
