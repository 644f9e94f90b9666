import { type SQL, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'

const batchSize = 1000

/** The first day whose papers are kept at a time, in a statement about `store`. */
export const keptSince = (moment: SQL): SQL =>
  sql`make_date(extract(year FROM store_day(${moment}))::integer - retention_years, 1, 1)`

/**
 * Deletes the papers whose retention has ended: it is counted from the end of the year of their issue, as tax laws do. Returns their
 * number.
 */
export async function deleteOldDocuments(db: Database, now: Date): Promise<number> {
  let count = 0
  for (let deleted = batchSize; deleted === batchSize; count += deleted) {
    deleted = await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL shop.deletes_documents = 'on'`)
      const { rowCount } = await tx.execute(sql`
        DELETE FROM issued_documents WHERE id IN (
          SELECT issued_documents.id FROM issued_documents, store
          WHERE issued_on < ${keptSince(sql`${now}`)} LIMIT ${batchSize})`)
      if (rowCount) {
        const subject = { type: 'site', id: 'documents' } as const
        await recordAuditEvent(tx, undefined, { kind: 'documents-deleted', subject, after: { count: rowCount } })
      }
      return rowCount ?? 0
    })
  }
  return count
}
