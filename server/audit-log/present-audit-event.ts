import type { AuditEvent } from '#contract/audit-log.ts'
import type { AuditRow } from '#server/audit-log/list-audit-events.ts'

export const presentAuditEvent = (row: AuditRow): AuditEvent => ({
  _id: row.id,
  happenedAt: row.happenedAt.toISOString(),
  kind: row.kind,
  ...(row.by === null ? {} : { by: row.by }),
  ...(row.byKey === null ? {} : { byKey: row.byKey }),
  ...(row.from === null ? {} : { from: row.from }),
  subject: { type: row.subjectType, id: row.subjectId, ...(row.name === null ? {} : { name: row.name }) },
  ...(row.before === null ? {} : { before: row.before }),
  ...(row.after === null ? {} : { after: row.after }),
})
