import { type Static, Type } from 'typebox'
import { endpoint, Success, Text } from '#contract/endpoint.ts'
import { SearchWords } from '#contract/paging.ts'

/**
 * `waiting` is tried again by itself, `given-up` only when somebody asks for it, and `kept` is a message that nothing
 * delivers: it can only be read here.
 */
export const outboxStates = ['waiting', 'sent', 'given-up', 'kept'] as const

/** A message to a person; moments are ISO 8601 in UTC. */
export const OutboxMessage = Type.Object({
  _id: Type.String(),
  channel: Type.Union([Type.Literal('mail'), Type.Literal('sms')]),
  kind: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  /** Empty when `hidden`. */
  text: Type.String(),
  html: Type.String(),
  /** Its link or code opens the recipient's account, and it is delivered: its text is for nobody else. */
  hidden: Type.Boolean(),
  state: Type.Enum(outboxStates),
  writtenAt: Type.String(),
  sentAt: Type.Optional(Type.String()),
  attempts: Type.Integer(),
  /** What the mail server or the text service said last. */
  lastError: Type.Optional(Type.String()),
})
export type OutboxMessage = Static<typeof OutboxMessage>

export const listOutbox = endpoint({
  name: 'listOutbox',
  method: 'GET',
  path: '/outbox',
  whoMayCall: 'admin',
  summary:
    'The messages of the shop to people, newest first, at most 100 at a time; `q` searches recipients, subjects and kinds.',
  query: Type.Object({
    limit: Type.Optional(Type.String({ format: 'page-limit', description: 'How many rows, 1 to 100.' })),
    after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,18}$', description: 'The `_id` of the last row of the page before.' }),
    ),
    q: Type.Optional(SearchWords),
  }),
  answer: Type.Array(OutboxMessage),
  problems: [],
})

export const retryMessage = endpoint({
  name: 'retryMessage',
  method: 'POST',
  path: '/outbox/:id/retry',
  whoMayCall: 'admin',
  summary: 'Tries again to deliver a message that has not gone out.',
  params: Type.Object({ id: Text(200, 1) }),
  answer: Success,
  problems: ['message-not-found', 'message-sent', 'message-not-deliverable'],
})
