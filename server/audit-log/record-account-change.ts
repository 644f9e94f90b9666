import { sql } from 'drizzle-orm'
import { type AuditKind, auditKinds } from '#contract/audit-log.ts'
import { auditEvents } from '#server/audit-log/audit-log.tables.ts'
import type { Transaction } from '#server/platform/database.ts'

/** What the identity service tells of an account. */
export interface AccountEvent {
  event: string
  /** Absent when nobody is known. */
  localId?: string | undefined
  /** The way in, or the kind of second step. */
  method?: string | null | undefined
  ipAddress: string
}

/** Puts a change of an account on record, in the identity service's own transaction; signing in and out is no change. */
export async function recordAccountChange(tx: Pick<Transaction, 'insert'>, told: AccountEvent): Promise<void> {
  const { event, localId, method, ipAddress } = told
  if (localId === undefined || !isAccountChange(event)) return
  await tx.insert(auditEvents).values({
    // Whoever has just signed up is no user of the shop yet.
    actorId: sql`(SELECT id FROM users WHERE identity_uid = ${localId})`,
    fromAddress: ipAddress,
    kind: event,
    subjectType: 'account',
    subjectId: localId,
    after: method ? { method } : null,
  })
}

const isAccountChange = (event: string): event is AuditKind => auditKinds.accounts.some((kind) => kind === event)
