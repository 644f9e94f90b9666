import { type Static, Type } from 'typebox'
import { endpoint, IdParams, Success, Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'

/** Lists what other systems can be told. */
export const webhookEvents = [
  'order.placed',
  'order.paid',
  'order.shipped',
  'order.cancelled',
  'order.expired',
  'order.refunded',
  'return.requested',
  'return.received',
  'product.changed',
  'stock.changed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Describes an address that is told about events; times are ISO 8601 in UTC. */
export const WebhookEndpoint = Type.Object({
  _id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.Enum(webhookEvents)),
  /** Set while nothing is sent: `failing` after five days without success. */
  paused: Type.Optional(Type.Enum(['admin', 'failing'] as const)),
  /** The first failure since the last success. */
  failingSince: Type.Optional(Type.String()),
  createdAt: Type.String(),
})
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

/** Lists the states of a delivery: `waiting` is retried automatically, `failed` only on request. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** Describes one message to one endpoint, with its last attempt. */
export const WebhookDelivery = Type.Object({
  _id: Type.String(),
  endpointId: Type.String(),
  url: Type.String(),
  /** The `webhook-id` header, the same at every attempt. */
  webhookId: Type.String(),
  type: Type.String(),
  state: Type.Enum(deliveryStates),
  happenedAt: Type.String(),
  attempts: Type.Integer(),
  nextAttemptAt: Type.Optional(Type.String()),
  deliveredAt: Type.Optional(Type.String()),
  /** The HTTP status of the last answer, and its first 1,024 bytes. */
  status: Type.Optional(Type.Integer()),
  answer: Type.Optional(Type.String()),
  /** Why the last attempt failed without an answer. */
  error: Type.Optional(Type.String()),
  milliseconds: Type.Optional(Type.Integer()),
  /** Holds the sent body as JSON; absent before the first attempt. */
  payload: Type.Optional(Type.String()),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

const Events = Type.Array(Type.Enum(webhookEvents), { minItems: 1, uniqueItems: true })
const Address = Text(maxLengths.link, 1)
const RowId = Type.String({ format: 'row-number' })

/** Describes a call of an admin; what leads data elsewhere needs a fresh sign-in. */
const byAdmin = { access: 'admin', permission: 'everything' } as const
const change = { ...byAdmin, freshSignIn: true } as const
const WithSecret = Type.Object({ success: Type.Literal(true), endpoint: WebhookEndpoint, secret: Type.String() })

export const listWebhookEndpoints = endpoint('listWebhookEndpoints', 'GET', '/webhook-endpoints', {
  ...byAdmin,
  summary: 'Lists the addresses that are told about events, oldest first; there are at most 50.',
  answer: Type.Array(WebhookEndpoint),
  problems: [],
})

export const addWebhookEndpoint = endpoint('addWebhookEndpoint', 'POST', '/webhook-endpoints', {
  ...change,
  summary: 'Adds an address that is told about events from now on, and returns the secret of its signatures.',
  body: Type.Object({ url: Address, events: Events }),
  answer: WithSecret,
  problems: ['webhook-address-refused', 'too-many-webhooks'],
})

export const updateWebhookEndpoint = endpoint('updateWebhookEndpoint', 'PUT', '/webhook-endpoints/:id', {
  ...change,
  summary:
    'Changes address, events, or whether it is paused. What waits is sent when it goes on; what happens during a pause is not told.',
  params: IdParams,
  body: Type.Object({
    url: Type.Optional(Address),
    events: Type.Optional(Events),
    paused: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ success: Type.Literal(true), endpoint: WebhookEndpoint }),
  problems: ['webhook-not-found', 'webhook-address-refused'],
})

export const deleteWebhookEndpoint = endpoint('deleteWebhookEndpoint', 'DELETE', '/webhook-endpoints/:id', {
  ...byAdmin,
  summary: 'Deletes an address with its deliveries.',
  params: IdParams,
  answer: Success,
  problems: ['webhook-not-found'],
})

export const getWebhookSecret = endpoint('getWebhookSecret', 'GET', '/webhook-endpoints/:id/secret', {
  ...change,
  summary: 'Returns the secret with which messages to an address are signed.',
  params: IdParams,
  answer: Type.Object({ secret: Type.String() }),
  problems: ['webhook-not-found'],
})

export const changeWebhookSecret = endpoint('changeWebhookSecret', 'POST', '/webhook-endpoints/:id/secret', {
  ...change,
  summary: 'Makes another secret; for 24 hours messages are signed with both.',
  params: IdParams,
  answer: WithSecret,
  problems: ['webhook-not-found'],
})

export const testWebhook = endpoint('testWebhook', 'POST', '/webhook-endpoints/:id/test', {
  ...byAdmin,
  summary: 'Sends a message of the type `test`.',
  params: IdParams,
  answer: Success,
  problems: ['webhook-not-found', 'webhook-paused'],
})

export const replayFailedDeliveries = endpoint('replayFailedDeliveries', 'POST', '/webhook-endpoints/:id/replay', {
  ...byAdmin,
  summary: 'Sends again, with their ids, all messages to an address that could not be delivered.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), count: Type.Integer() }),
  problems: ['webhook-not-found', 'webhook-paused'],
})

export const listWebhookDeliveries = endpoint('listWebhookDeliveries', 'GET', '/webhook-deliveries', {
  ...byAdmin,
  summary: 'Lists the messages of the last 30 days, newest first, at most 100 at a time.',
  query: Type.Object({
    limit: Type.Optional(Type.String({ format: 'page-limit', description: 'How many rows, 1 to 100.' })),
    after: Type.Optional(RowId),
    endpoint: Type.Optional(Type.String({ format: 'uuid' })),
    state: Type.Optional(Type.Enum(deliveryStates)),
  }),
  answer: Type.Array(WebhookDelivery),
  problems: [],
})

export const replayDelivery = endpoint('replayDelivery', 'POST', '/webhook-deliveries/:id/replay', {
  ...byAdmin,
  summary: 'Sends a message again, with the same id and contents.',
  params: Type.Object({ id: RowId }),
  answer: Success,
  problems: ['delivery-not-found', 'webhook-paused'],
})
