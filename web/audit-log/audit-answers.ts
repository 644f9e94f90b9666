import { type AuditArea, listAuditEvents } from '#contract/audit-log.ts'
import { call } from '#web/api/call.ts'
import { keepPages } from '#web/api/keep-pages.ts'

const mostRows = 50

/** The changes on record, for the admin who looks. */
export const auditLogForAdmin = keepPages(
  ({ q, area }: { viewer: string; q: string; area: AuditArea | '' }, page) =>
    call(listAuditEvents, { query: { ...page, ...(q && { q }), ...(area && { area }) } }),
  mostRows,
)
