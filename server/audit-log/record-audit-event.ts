import type { AuditEvent, AuditedField, AuditKind } from '#contract/audit-log.ts'
import { auditEvents } from '#server/audit-log/audit-log.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Identifies the actor of a change and the IP address. */
export interface AuditActor {
  id: string
  /** Absent for what was planned, and is done on its day. */
  ip?: string | undefined
  /** Set if it is done with an API key. */
  apiKeyId?: string | undefined
}

type Facts = Readonly<Partial<Record<AuditedField, unknown>>>

interface AuditChange<Before extends Facts = Facts, After extends Facts = Facts> {
  kind: AuditKind
  subject: { type: AuditEvent['subject']['type']; id: string }
  /** Never secrets or personal data: audit events are permanent. */
  before?: OnlyAudited<Before>
  after?: OnlyAudited<After>
}

/** Refuses fields that the audit log has no words for, also of rows that are spread. */
type OnlyAudited<Given extends Facts> = Given & { [Field in Exclude<keyof Given, AuditedField>]: never }

/**
 * Records a change in its own transaction. Of `before` and `after`, only the differing fields are stored; nothing is recorded if
 * both are given and equal. Without `by` it was the command line.
 */
export async function recordAuditEvent<Before extends Facts = Facts, After extends Facts = Facts>(
  tx: Transaction,
  by: AuditActor | undefined,
  change: AuditChange<Before, After>,
): Promise<void> {
  const { before, after }: { before?: Facts; after?: Facts } = change
  const differing = before && after && changedFields(before, after)
  if (differing?.length === 0) return
  const cut = (facts: Facts | undefined) =>
    facts && differing ? Object.fromEntries(differing.map((part) => [part, facts[part]])) : facts
  await tx.insert(auditEvents).values({
    actorId: by?.id ?? null,
    apiKeyId: by?.apiKeyId ?? null,
    fromAddress: by?.ip ?? null,
    kind: change.kind,
    subjectType: change.subject.type,
    subjectId: change.subject.id,
    before: cut(before) ?? null,
    after: cut(after) ?? null,
  })
}

/** Returns the names of the fields that differ. */
export function changedFields<Row extends object>(before: Row, after: Row): (string & keyof Row)[] {
  // The keys of a row are its columns.
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as (string & keyof Row)[])
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
