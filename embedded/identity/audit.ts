import { lt } from 'drizzle-orm'
import type { Call, Database, Tx } from './identity-deps.ts'
import { auditEvents } from './identity.tables.ts'
import type { AuditEvent } from './identity.tables.ts'

const retentionMs = 180 * 86_400_000

/** Describes the source of an event: a request, or only a time for operator commands and jobs. */
export type AuditSource = Pick<Call, 'at'> & Partial<Pick<Call, 'ipAddress' | 'userAgent' | 'recordAuditEvent'>>

export interface AuditEntry {
  event: AuditEvent
  /** Absent if the account is unknown, as for a wrong address. The input is not stored. */
  localId?: string | undefined
  /** The sign-in method, or the kind of second factor. */
  method?: string | null
}

/** Adds an entry to the append-only audit log, in the transaction of the event; reports the events of requests to the host. */
export async function record(
  db: Database | Tx,
  { at, ipAddress, userAgent, recordAuditEvent }: AuditSource,
  { event, localId, method }: AuditEntry,
): Promise<void> {
  await db.insert(auditEvents).values({
    occurredAt: at,
    event,
    localId: localId ?? null,
    method: method ?? null,
    ipAddress: ipAddress ?? null,
    userAgent: userAgent?.slice(0, 300) ?? null,
  })
  if (ipAddress !== undefined) await recordAuditEvent?.(db, { event, localId, method, ipAddress })
}

export async function deleteOldAuditEvents(tx: Tx, now: Date): Promise<void> {
  await tx.delete(auditEvents).where(lt(auditEvents.occurredAt, new Date(now.getTime() - retentionMs)))
}
