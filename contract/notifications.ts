import { type Static, Type } from 'typebox'
import { EmailAddress, endpoint, Line, Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { SearchText } from '#contract/pagination.ts'

/**
 * Lists the delivery states: `waiting` is retried automatically, `given-up` only on request, `kept` is not delivered because no
 * provider is configured.
 */
export const outboxStates = ['waiting', 'sent', 'given-up', 'kept'] as const

/**
 * Lists why a mail no longer holds: its link has expired or was used, its order has changed since, such as one that a reminder says is
 * unpaid, or the account of its recipient was removed.
 */
export const outdatedReasons = ['link', 'order', 'account'] as const
export type OutdatedReason = (typeof outdatedReasons)[number]

/** Describes a message to a person; times are ISO 8601 in UTC. */
export const OutboxMessage = Type.Object({
  _id: Type.String(),
  channel: Type.Enum(['mail', 'sms']),
  kind: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  /** Empty when `hidden`. */
  text: Type.String(),
  html: Type.String(),
  /** Set for a delivered message whose link or code gives access to the recipient's account; its text is not shown. */
  hidden: Type.Boolean(),
  state: Type.Enum(outboxStates),
  /** Whether `sendKeptMails` takes it: it was kept, a mail server is set now, and it still holds. */
  isSendable: Type.Boolean(),
  /** Set for mails that were kept or given up; they are not sent any more. */
  outdated: Type.Optional(Type.Enum(outdatedReasons)),
  writtenAt: Type.String(),
  sentAt: Type.Optional(Type.String()),
  attempts: Type.Integer(),
  /** The last response of the mail server or SMS provider. */
  lastError: Type.Optional(Type.String()),
})
export type OutboxMessage = Static<typeof OutboxMessage>

export const listOutbox = endpoint('listOutbox', 'GET', '/outbox', {
  access: 'admin',
  permission: 'everything',
  summary:
    'Lists the shop’s messages, newest first, at most 100 at a time; `q` searches recipients, subjects and kinds.',
  query: Type.Object({
    limit: Type.Optional(Type.String({ format: 'page-limit', description: 'How many rows, 1 to 100.' })),
    after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,18}$', description: 'The `_id` of the last row of the page before.' }),
    ),
    q: Type.Optional(SearchText),
    /** Only those whose delivery was given up, or the mails that were kept. */
    show: Type.Optional(Type.Enum(['given-up', 'kept'])),
  }),
  answer: Type.Array(OutboxMessage),
})

export const retryMessage = endpoint('retryMessage', 'POST', '/outbox/:id/retry', {
  access: 'admin',
  permission: 'everything',
  summary: 'Retries the delivery of a message that was not sent, unless it is `outdated`.',
  params: Type.Object({ id: Text(200, 1) }),
  problems: ['message-not-found', 'message-sent', 'message-not-deliverable', 'message-outdated'],
})

/** Chooses kept mails: those of `ids`, at most 100, that have all words of `q`; without either, all. */
const keptMailFields = {
  q: Type.Optional(SearchText),
  ids: Type.Optional(
    Type.String({ maxLength: 1599, pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,99}$', description: 'Separated by commas.' }),
  ),
}

/** Describes kept mails by number and time; `since` and `until` are of those that would be sent. */
const KeptMails = Type.Object({
  /** Whether a mail server is set. */
  isDeliverable: Type.Boolean(),
  /** How many would be sent. */
  count: Type.Integer(),
  /** How many no longer hold and are left out. */
  outdated: Type.Integer(),
  since: Type.Optional(Type.String()),
  until: Type.Optional(Type.String()),
})
export type KeptMails = Static<typeof KeptMails>

export const getKeptMails = endpoint('getKeptMails', 'GET', '/kept-mails', {
  access: 'admin',
  permission: 'everything',
  summary:
    'Counts the mails that were not sent because no mail server was set, and those among them that no longer hold, such as expired links.',
  query: Type.Object(keptMailFields),
  answer: KeptMails,
})

export const sendKeptMails = endpoint('sendKeptMails', 'POST', '/kept-mails/send', {
  access: 'admin',
  permission: 'everything',
  summary: 'Sends mails that were kept, each once, but for those that no longer hold, and returns how many.',
  body: Type.Object(keptMailFields),
  answer: Type.Object({ count: Type.Integer() }),
  problems: ['message-not-deliverable'],
})

/** Lists how a connection is encrypted: from its beginning, by `STARTTLS`, or not at all. */
export const mailEncryptions = ['tls', 'starttls', 'none'] as const

const mailServerFields = {
  host: Type.String({
    minLength: 1,
    maxLength: 253,
    pattern: '^[A-Za-z0-9.:_-]+$',
    description: 'A name or an address.',
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  encryption: Type.Enum(mailEncryptions),
  /** Empty if the server asks for no login. */
  user: Line(maxLengths.email),
  sender: EmailAddress,
}

/**
 * Describes the mail server: `off` if none is set, `password-lost` if the stored password cannot be read with the secret key of this
 * server, otherwise what the mail server answered within the last minute.
 */
const MailServerState = Type.Object({
  state: Type.Enum(['off', 'working', 'failing', 'password-lost']),
  /** Whether it is set by `SMTP_URL`, which the dashboard does not change. */
  isFixed: Type.Boolean(),
  /** The host and port. */
  host: Type.Optional(Type.String()),
  /** The sender of all mails. */
  from: Type.String(),
  /** Names the fault in the words of the mail server or of the network. */
  fault: Type.Optional(Type.String()),
  /** Holds the settings of the dashboard, without the password. */
  settings: Type.Optional(Type.Object(mailServerFields)),
})
export type MailServerState = Static<typeof MailServerState>

export const getMailServer = endpoint('getMailServer', 'GET', '/mail-server', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Says whether a mail server is set, and whether it accepts the name and password of the shop; it is asked at most once a minute.',
  answer: MailServerState,
})

/**
 * Lists why a mail server is not saved: `SMTP_URL` is set; the shop does not connect to this address or port; a login goes over encrypted
 * connections only; the password is missing; the host is unknown; nothing answers; its certificate does not hold; it refuses the login,
 * or anything else.
 */
export const mailServerFaults = [
  'fixed',
  'address',
  'encryption',
  'password',
  'not-found',
  'silent',
  'certificate',
  'login',
  'refused',
] as const
export type MailServerFault = (typeof mailServerFaults)[number]

export const changeMailServer = endpoint('changeMailServer', 'PUT', '/mail-server', {
  access: 'admin',
  permission: 'everything',
  freshSignIn: true,
  summary:
    'Connects to a mail server and, if that takes the login, saves it; otherwise `fault` says what is wrong, and nothing is changed. Without `password`, the stored one is used, unless anything but the sender is changed.',
  body: Type.Object({ ...mailServerFields, password: Type.Optional(Text(500, 1)) }),
  answer: Type.Object({
    fault: Type.Optional(Type.Enum(mailServerFaults)),
    /** The words of the mail server. */
    answer: Type.Optional(Type.String()),
  }),
  problems: ['too-many-requests'],
})

export const removeMailServer = endpoint('removeMailServer', 'DELETE', '/mail-server', {
  access: 'admin',
  permission: 'everything',
  freshSignIn: true,
  summary:
    'Removes the mail server that was set in the dashboard, with its password; without `SMTP_URL`, mails are kept from then on, also those that wait.',
})

/** Describes what the mail server answered, such as `250 2.0.0 OK queued`. */
const TestMail = Type.Object({ sent: Type.Boolean(), answer: Type.String() })
export type TestMail = Static<typeof TestMail>

export const sendTestMail = endpoint('sendTestMail', 'POST', '/mail-server/test', {
  access: 'admin',
  permission: 'settings',
  summary: 'Sends a test mail to the caller’s own address at once, and returns the answer of the mail server.',
  answer: TestMail,
  problems: ['too-many-requests'],
})
