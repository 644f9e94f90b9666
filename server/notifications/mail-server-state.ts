import type { MailServerState } from '#contract/notifications.ts'
import { hostAndPort, type MailRoutes, type MailSettings, readMailSettings } from '#server/notifications/mail-routes.ts'
import { lostPassword, type MailServer } from '#server/notifications/mail-server.ts'
import type { Database } from '#server/platform/database/database.ts'

interface StateDeps {
  mailRoutes: MailRoutes
  mailServer: MailServer
  /** The sender without a mail server. */
  mailFrom: string
}

/** Returns how the mail server is set and what it answers, which may take some seconds. */
export async function mailServerState(
  db: Database,
  { mailRoutes, mailServer, mailFrom }: StateDeps,
): Promise<MailServerState> {
  const stored = mailRoutes.isFixed ? undefined : await readMailSettings(db)
  const shown = { isFixed: mailRoutes.isFixed, ...(stored && { settings: withoutPassword(stored) }) }
  const checked = await mailServer.check().catch(lostPassword)
  if (!checked) return { ...shown, state: 'off', from: mailFrom }
  if (checked instanceof Error)
    return {
      ...shown,
      state: 'password-lost',
      from: stored?.sender ?? mailFrom,
      ...(stored && { host: hostAndPort(stored) }),
    }
  const { route, fault } = checked
  return {
    ...shown,
    state: fault === undefined ? 'working' : 'failing',
    host: route.host,
    from: route.from,
    ...(fault === undefined ? {} : { fault }),
  }
}

const withoutPassword = ({ sealedPassword: _, ...settings }: MailSettings) => settings
