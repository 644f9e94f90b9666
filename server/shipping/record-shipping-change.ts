import { eq } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { shippingSettings } from '#server/shipping/shipping.tables.ts'

/**
 * Lets changes of the set-up take turns, and returns its settings. Throws `shipping-changed` if the admin has seen another edition than
 * the present one.
 */
export async function lockSetup(tx: Transaction, seenEdition?: number) {
  const [settings] = await tx.select().from(shippingSettings).where(eq(shippingSettings.id, true)).for('update')
  if (!settings) throw new Error('The settings of shipping are missing.')
  if (seenEdition !== undefined && seenEdition !== settings.edition) throw problem('shipping-changed')
  return settings
}

type Change = Parameters<typeof recordAuditEvent>[2]

/** Records a change in the audit log, unless it is the demo shop's; `name` is that of the zone or method. */
export async function recordShippingChange(
  tx: Transaction,
  by: AuditActor | undefined,
  { name = '', ...change }: Omit<Change, 'subject'> & { name?: string },
): Promise<void> {
  if (by) await recordAuditEvent(tx, by, { ...change, subject: { type: 'shipping', id: name } })
}
