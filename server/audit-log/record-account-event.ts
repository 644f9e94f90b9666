import type { SQL } from 'drizzle-orm'
import { type AuditKind, auditKinds } from '#contract/audit-log.ts'
import { auditEvents } from '#server/audit-log/audit-log.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Describes an account event of the identity service. */
export interface AccountEvent {
  event: string
  /** Absent if the account is unknown. */
  localId?: string | undefined
  /** The sign-in method, or the kind of second factor. */
  method?: string | null | undefined
  ipAddress: string
}

/** Puts a change of an account on record, in the identity service's own transaction; signing in and out is no change. */
export async function recordAccountEvent(
  tx: Pick<Transaction, 'insert'>,
  accountEvent: AccountEvent,
  userOfAccount: (localId: string) => SQL<string | null>,
): Promise<void> {
  const { event, localId, method, ipAddress } = accountEvent
  if (localId === undefined || !isAccountChange(event)) return
  await tx.insert(auditEvents).values({
    // A new account has no user in the shop yet.
    actorId: userOfAccount(localId),
    fromAddress: ipAddress,
    kind: event,
    subjectType: 'account',
    subjectId: localId,
    after: method ? { method } : null,
  })
}

const isAccountChange = (event: string): event is AuditKind => auditKinds.accounts.some((kind) => kind === event)
