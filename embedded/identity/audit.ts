import { lt } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { auditEvents } from './identity.tables.ts'
import type { AuditEvent } from './identity.tables.ts'
import type { WireRequest } from './wire-body.ts'

const keptMs = 180 * 86_400_000

export interface AuditEntry {
  event: AuditEvent
  /** Absent when nobody is known: a wrong address, say. What was typed is not kept. */
  localId?: string | undefined
  /** The way in, or the kind of second step. */
  method?: string | null
  now: Date
  /** Absent when the operator did it. */
  request?: Pick<WireRequest, 'ipAddress' | 'userAgent' | 'tellHost'>
}

/** Adds a line to the log that is only ever added to. In the transaction of what it tells, so both happened or neither. */
export async function record(db: Database | Tx, { event, localId, method, now, request }: AuditEntry): Promise<void> {
  await db.insert(auditEvents).values({
    occurredAt: now,
    event,
    localId: localId ?? null,
    method: method ?? null,
    ipAddress: request?.ipAddress ?? null,
    userAgent: request?.userAgent?.slice(0, 300) ?? null,
  })
  await request?.tellHost?.(db, { event, localId, method, ipAddress: request.ipAddress })
}

export async function deleteOldAuditEvents(tx: Tx, now: Date): Promise<void> {
  await tx.delete(auditEvents).where(lt(auditEvents.occurredAt, new Date(now.getTime() - keptMs)))
}
