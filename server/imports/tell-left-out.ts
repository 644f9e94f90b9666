import { eq, sql } from 'drizzle-orm'
import { findRecipients } from '#server/imports/find-recipients.ts'
import { type ImportRecord, imports } from '#server/imports/imports.tables.ts'
import { leftOutMail, type TellStaff } from '#server/imports/import-mails.ts'
import { plannedLeftOut } from '#server/imports/planned-left-out.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Tells by mail, once for each planned import, what it has left out when its day came. Safe at once in several processes. */
export async function tellLeftOut({ db, tellStaff }: { db: Database; tellStaff: TellStaff }): Promise<void> {
  while (await tellNext(db, tellStaff)) continue
}

function tellNext(db: Database, tellStaff: TellStaff): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT id FROM imports WHERE ${plannedLeftOut} AND told_at IS NULL ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`)
    const [row] = rows
    if (!row) return false
    const [told] = await tx
      .update(imports)
      .set({ toldAt: sql`now()` })
      .where(eq(imports.id, row.id))
      .returning()
    if (told) await tell(told)
    return true

    async function tell(record: ImportRecord): Promise<void> {
      for (const to of await findRecipients(tx, record.appliedBy ?? record.createdBy, record.kind))
        await tellStaff(tx, leftOutMail(record, to))
    }
  })
}
