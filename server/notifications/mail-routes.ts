import { connect, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type { MailRoute } from '#server/notifications/deliver-mail.ts'
import { mailSettings } from '#server/notifications/notifications.tables.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { SecretSeal } from '#server/platform/secrets.ts'
import { type Reach, reachableLookup } from '#server/platform/http/fetch-public.ts'

/** Describes the mail server of the dashboard as it is stored. */
export type MailSettings = Omit<typeof mailSettings.$inferSelect, 'id'>

/** Reports that the stored password was encrypted by another key, such as before a restore on another machine. */
export class PasswordLostError extends Error {
  override name = 'PasswordLostError'
  constructor() {
    super(
      'The password of the mail server cannot be read with the secret key of this server: enter it again in the dashboard.',
    )
  }
}

/** Knows the way of mails: by `SMTP_URL`, or else by the mail server that was set in the dashboard. */
export interface MailRoutes {
  /** Whether `SMTP_URL` is set, which wins. */
  isFixed: boolean
  reach: Reach
  /** Returns the way as it is now, the same object as long as nothing is changed; undefined without a mail server. Throws PasswordLostError. */
  find(this: void): Promise<MailRoute | undefined>
  /** Returns the way to a mail server of the dashboard. */
  open(settings: MailSettings, password: string): MailRoute
  passwords: SecretSeal
}

interface MailRouteDeps {
  config: Pick<Config, 'production' | 'smtpUrl' | 'mailFrom' | 'reach'>
  findStore: MailRoute['findStore']
  passwords: SecretSeal
}

// Together shorter than the time after which another process takes a message over.
const timeLimits = { connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** Creates the ways of mails. The URL may contain a name, a password and `?requireTLS=true`. */
export function createMailRoutes(db: Database, { config, findStore, passwords }: MailRouteDeps): MailRoutes {
  const { smtpUrl, reach } = config
  const shared = { findStore, clearsCredentials: config.production }
  const fixed = smtpUrl === undefined ? undefined : { ...shared, ...openUrl(smtpUrl), from: config.mailFrom }
  let last: { row: string; route: MailRoute } | undefined

  const open = (settings: MailSettings, password: string): MailRoute => ({
    ...shared,
    transport: createTransport(transportOptions(settings, password, reach)),
    host: hostAndPort(settings),
    from: settings.sender,
    login: { user: settings.user, password },
  })

  return {
    isFixed: fixed !== undefined,
    reach,
    passwords,
    open,
    // Read each time, so that all processes take a change at once.
    async find() {
      if (fixed) return fixed
      const settings = await readMailSettings(db)
      if (!settings) return undefined
      const row = JSON.stringify(settings)
      if (last?.row !== row) last = { row, route: open(settings, openPassword(passwords, settings)) }
      return last.route
    },
  }
}

/** Returns the mail server of the dashboard; undefined if none is set. */
export async function readMailSettings(db: Database): Promise<MailSettings | undefined> {
  const [row] = await db.select().from(mailSettings)
  if (!row) return undefined
  const { id: _, ...settings } = row
  return settings
}

/** Returns the stored password, empty without a login; throws PasswordLostError. */
export function openPassword({ unseal }: SecretSeal, settings: MailSettings): string {
  if (settings.sealedPassword === null) return ''
  const password = unseal(sealLabel(settings), settings.sealedPassword)
  if (password === undefined) throw new PasswordLostError()
  return password
}

/** Binds a password to its mail server, so that a changed row never sends it to another one. */
export const sealLabel = ({ host, port, encryption, user }: Omit<MailSettings, 'sealedPassword' | 'sender'>) =>
  `mail ${JSON.stringify([host, port, encryption, user])}`

export const hostAndPort = ({ host, port }: Pick<MailSettings, 'host' | 'port'>) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

function openUrl(smtpUrl: string) {
  const { host, username, password } = new URL(smtpUrl)
  return {
    transport: createTransport({ url: smtpUrl, ...timeLimits }),
    host,
    login: { user: decodeURIComponent(username), password: decodeURIComponent(password) },
  }
}

const transportOptions = ({ host, port, encryption, user }: MailSettings, password: string, reach: Reach) => ({
  host,
  port,
  secure: encryption === 'tls',
  requireTLS: encryption === 'starttls',
  ignoreTLS: encryption === 'none',
  ...(user === '' ? {} : { auth: { user, pass: password } }),
  ...timeLimits,
  // The host comes from input: each connection goes to an address that was checked for it.
  getSocket: (_options: object, done: (error: Error | null, socket?: { connection: Socket }) => void) => {
    openSocket(host, port, reach).then((connection) => done(null, { connection }), done)
  },
})

async function openSocket(host: string, port: number, reach: Reach): Promise<Socket> {
  const socket = connect({ host, port, lookup: reachableLookup(host, reach) })
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeLimits.connectionTimeout, () =>
      socket.destroy(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' })),
    )
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}
