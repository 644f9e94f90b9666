import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { factsOf } from '#server/notifications/change-mail-server.ts'
import type { MailRoutes } from '#server/notifications/mail-routes.ts'
import { mailSettings, outbox } from '#server/notifications/notifications.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Removes the mail server of the dashboard with its password; without `SMTP_URL`, mails are kept from then on, as are those that wait. */
export function removeMailServer(
  db: Database,
  { isFixed }: Pick<MailRoutes, 'isFixed'>,
  by: AuditActor,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [before] = await tx.delete(mailSettings).returning()
    if (!before) return
    await recordAuditEvent(tx, by, {
      kind: 'mail-server-removed',
      subject: { type: 'site', id: 'mail-server' },
      before: factsOf(before),
    })
    if (isFixed) return
    // A later mail server gets them only when an admin says so, since they may be outdated by then.
    await tx
      .update(outbox)
      .set({ queuedAt: null })
      .where(
        and(
          eq(outbox.channel, 'mail'),
          isNotNull(outbox.queuedAt),
          isNull(outbox.sentAt),
          isNull(outbox.givenUpAt),
          isNull(outbox.sendingSince),
        ),
      )
  })
}
