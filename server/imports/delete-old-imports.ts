import { sql } from 'drizzle-orm'
import { changeDays, rowDays } from '#contract/imports.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Deletes the rows of files after a week and what they changed after 90 days, which the audit log tells, import by import; the list of imports stays. */
export async function deleteOldImports(db: Database): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM imports WHERE rows_deleted_at IS NULL AND state <> 'planned' AND greatest(created_at, finished_at) < now() - make_interval(days => ${rowDays})
      AND advanced_at < now() - interval '1 day' ORDER BY created_at`)
  for (const { id } of rows) {
    await deleteInSteps(db, sql`import_rows`, id, (tx) =>
      tx.execute(sql`UPDATE imports SET rows_deleted_at = now() WHERE id = ${id}`),
    )
  }
  const { rows: past } = await db.execute<{ id: string; name: string; kind: string }>(sql`
    SELECT id, file_name AS name, kind FROM imports
    WHERE state <> 'planned' AND greatest(created_at, finished_at) < now() - make_interval(days => ${changeDays})
      AND EXISTS (SELECT FROM import_changes WHERE import_id = imports.id)`)
  for (const { id, name, kind } of past) {
    // From here on the audit log has only the counts of this import; it says since when.
    await deleteInSteps(db, sql`import_changes`, id, (tx) =>
      recordAuditEvent(tx, undefined, {
        kind: 'import-changes-deleted',
        subject: { type: 'import', id },
        after: { name, kind },
      }),
    )
  }
}

/** Deletes 10,000 rows at a time, so that no statement takes long; `finish` is in the transaction of the last ones. */
async function deleteInSteps(
  db: Database,
  table: ReturnType<typeof sql>,
  id: string,
  finish: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  let row = 0
  const step = () =>
    db.transaction(async (tx) => {
      await tx.execute(
        sql`DELETE FROM ${table} WHERE import_id = ${id} AND row_no > ${row} AND row_no <= ${row + 10_000}`,
      )
      const { rows } = await tx.execute(sql`SELECT FROM ${table} WHERE import_id = ${id} LIMIT 1`)
      if (rows.length === 0) await finish(tx)
      return rows.length > 0
    })
  while (await step()) row += 10_000
}
