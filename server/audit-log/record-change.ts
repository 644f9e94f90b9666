import type { AuditEvent, AuditKind } from '#contract/audit-log.ts'
import { auditEvents } from '#server/audit-log/audit-log.tables.ts'
import type { Transaction } from '#server/platform/database.ts'

/** Who changes something, and the network address that they ask from. */
export interface Author {
  id: string
  ip: string
}

type Facts = Readonly<Record<string, unknown>>

interface Change {
  kind: AuditKind
  subject: { type: AuditEvent['subject']['type']; id: string }
  /** No secret, and nothing that its owner may wish to be forgotten: what stands here stays. */
  before?: Facts
  after?: Facts
}

/**
 * Puts a change on record, in the transaction in which it happens. Of what was before and is after, the parts that differ are
 * kept; when both are given and nothing differs, nothing has changed. Nobody in `by` means the command line.
 */
export async function recordChange(tx: Transaction, by: Author | undefined, change: Change): Promise<void> {
  const { before, after } = change
  const differing = before && after && differingParts(before, after)
  if (differing?.length === 0) return
  const cut = (facts: Facts | undefined) =>
    facts && differing ? Object.fromEntries(differing.map((part) => [part, facts[part]])) : facts
  await tx.insert(auditEvents).values({
    actorId: by?.id ?? null,
    fromAddress: by?.ip ?? null,
    kind: change.kind,
    subjectType: change.subject.type,
    subjectId: change.subject.id,
    before: cut(before) ?? null,
    after: cut(after) ?? null,
  })
}

/** The names of the parts in which two versions differ. */
export function differingParts(before: Facts, after: Facts): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
