import { sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'

interface TakeDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

/**
 * Takes the names of parts, with their descriptions if asked, as the texts of those that have neither a text of a file nor vehicles, and has
 * them read. Texts that were taken before follow their names. Returns the number of new and changed texts.
 */
export const takeNames = ({ db, jobs }: TakeDeps, hasDescriptions: boolean, by: AuditActor): Promise<number> =>
  db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      INSERT INTO fits_texts (product_id, text, origin)
      SELECT id, CASE WHEN ${hasDescriptions} AND description <> '' THEN name || E'\n' || description ELSE name END, 'name'
      FROM products WHERE archived_at IS NULL AND fit_kind <> 'universal' AND name <> ''
        AND NOT EXISTS (SELECT FROM fitments WHERE product_id = products.id)
      ORDER BY id
      ON CONFLICT (product_id) DO UPDATE SET text = excluded.text, leftover = '{}', is_complete = false, edition = -1
      WHERE fits_texts.origin = 'name' AND fits_texts.text <> excluded.text`)
    const parts = rowCount ?? 0
    if (parts === 0) return 0
    await recordAuditEvent(tx, by, {
      kind: 'fits-texts-taken',
      subject: { type: 'fits-phrase', id: 'names' },
      after: { count: parts },
    })
    await jobs.enqueue(tx, readTextsJob, {})
    return parts
  })

/** Takes the names of parts out of the texts again; returns their number. */
export const dropNames = ({ db }: Pick<TakeDeps, 'db'>, by: AuditActor): Promise<number> =>
  db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`DELETE FROM fits_texts WHERE origin = 'name'`)
    const parts = rowCount ?? 0
    if (parts > 0)
      await recordAuditEvent(tx, by, {
        kind: 'fits-texts-dropped',
        subject: { type: 'fits-phrase', id: 'names' },
        before: { count: parts },
      })
    return parts
  })
