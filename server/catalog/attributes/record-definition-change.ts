import { sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Records a change of brands or attributes: in the audit log, unless it is the demo shop's, and for kept pages that show them. */
export async function recordDefinitionChange(
  tx: Transaction,
  by: AuditActor | undefined,
  change: Parameters<typeof recordAuditEvent>[2],
): Promise<void> {
  if (by) await recordAuditEvent(tx, by, change)
  await tx.execute(sql`UPDATE attribute_editions SET edition = edition + 1`)
}
