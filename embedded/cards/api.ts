import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type Stripe from 'stripe'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Lists what the sandbox needs from the application around it. */
export interface CardsDeps {
  /** Schema `cards` as in migrations/. The application's transactions retry on serialization failures and deadlocks. */
  db: NodePgDatabase
  /** The one accepted secret key, `sk_test_…`. Every `pk_test_…` key is accepted: those are public. */
  secretKey: string
  /** Where signed events go; without it events are only recorded. */
  webhook?: Webhook
  /** Returns the smallest and the largest payment of a currency as Stripe has them, in its minor units; without it, 50 to 8 digits. */
  limitsOf?: (currency: string) => AmountLimits
  now(): Date
}

export interface AmountLimits {
  least: number
  most: number
}

export interface Webhook {
  /** Read again for each delivery. */
  url: () => string
  secret: string
  /** Sends the events; by default over the network. */
  fetch?: typeof fetch
  /** Plans the delivery of each event; without it, each is delivered at once, once and in order. */
  plan?: () => DeliveryPlan
}

export interface DeliveryPlan {
  /** Delays the event; events with different delays overtake each other. */
  delayMs: number
  /** The number of deliveries; 0: the event is dropped. */
  deliveries: number
}

/** Describes one authenticated request to a handler. */
export interface ApiRequest<Params = unknown> {
  params: Params
  /** The id in the URL. */
  id: string
  /** A publishable key gives access only to the intent whose client secret is sent along. */
  keyKind: 'publishable' | 'secret'
  at: Date
  webhook: Webhook | undefined
  limitsOf: (currency: string) => AmountLimits
}

/** Holds status and body; what led to it is committed, also when the card was declined. */
export interface ApiResponse {
  status: number
  body: object
}

export const ok = (body: object): ApiResponse => ({ status: 200, body })

/** Describes the body of an error as Stripe writes it. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: Stripe.PaymentMethod
  setup_intent?: object
}

/** Ends a request with an error and rolls back its transaction. Its message never repeats card data. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** Returns a 400 for a request that is invalid or that its object does not allow. */
export const invalidRequest = (message: string, more: Partial<ErrorBody> = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...more })

/** Returns a 404 for an object that does not exist. */
export const notFound = (kind: string, id: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `No such ${kind}: '${id.slice(0, 60)}'`,
    code: 'resource_missing',
  })

/** Returns a 402 for a card that is invalid or declined. */
export const cardError = (message: string, code: string, param: string, declineCode?: string): ApiError =>
  new ApiError(402, {
    type: 'card_error',
    message,
    code,
    param,
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  })

/** Holds nested form fields; lists are objects with the keys 0, 1, … */
interface FormParams {
  [name: string]: FormParams | string
}

const maxDepth = 6

/** Parses `a[b][0]=c` as Stripe's libraries write it; throws for anything else. */
export function parseForm(text: string): FormParams {
  const root: FormParams = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let here = root
    for (const part of path) {
      const next = (here[part] ??= Object.create(null) as FormParams)
      if (typeof next === 'string') throw invalidRequest('Invalid object.', { param: part.slice(0, 100) })
      here = next
    }
    if (path.length > maxDepth || `${name}${value}`.includes('\0') || typeof here[last] === 'object')
      throw invalidRequest('Invalid request.')
    here[last] = value
  }
  return root
}

/** Returns parameters that match their schema, without the API key; throws for others, and for any that it does not name. */
export function readParams<Properties extends TProperties>(
  properties: Properties,
  { key: _key, ...params }: FormParams,
): Static<TObject<Properties>> {
  const schema = Type.Object(properties, { additionalProperties: false })
  const error = Value.Errors(schema, params).find(({ keyword }) => keyword !== 'boolean')
  if (error === undefined) return params as Static<typeof schema>
  const extra = error.keyword === 'additionalProperties' ? error.params.additionalProperties : []
  const missing = error.keyword === 'required' ? error.params.requiredProperties : []
  const [first = '', ...rest] = [...error.instancePath.split('/').slice(1), ...extra, ...missing]
  const param = [first, ...rest.map((part) => `[${part}]`)].join('').slice(0, 100)
  throw invalidRequest(`Invalid parameter ${param}: ${error.message}.`, { param })
}

/** Describes a list, as `parseForm` reads it. */
export const listOf = (item: string) => Type.Record(Type.String(), Type.Literal(item))
export const cents = Type.String({ pattern: String.raw`^\d{1,12}$` })
export const metadata = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 500 }), {
  maxProperties: 50,
})

/** Returns the API key of a request, from the Authorization header or, as Stripe.js sends it, the form field `key`. */
export function authenticateKey(header: string | undefined, params: FormParams, secretKey: string) {
  const text = /^bearer\s+(\S+)$/i.exec(header?.trim() ?? '')?.[1] ?? params['key']
  if (typeof text === 'string' && /^pk_test_\w{1,200}$/.test(text)) return { kind: 'publishable' as const, text }
  if (typeof text === 'string' && constantTimeEqual(text, secretKey)) return { kind: 'secret' as const, text }
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: text === undefined ? 'You did not provide an API key.' : 'Invalid API Key provided.',
  })
}

/** Lets a publishable key reach an intent only with its client secret, and any key only without a wrong one. */
export function assertOwnSecret(
  { keyKind, params: { client_secret: secret } }: ApiRequest<{ client_secret?: string }>,
  expected: string,
  kind: 'payment' | 'setup',
): void {
  const param = 'client_secret'
  if (keyKind === 'publishable' && !secret)
    throw invalidRequest('Missing required param: client_secret.', { param, code: 'parameter_missing' })
  if (secret && !constantTimeEqual(secret, expected))
    throw invalidRequest(
      `The client_secret provided does not match that of this ${kind === 'payment' ? 'PaymentIntent' : 'SetupIntent'}.`,
      { param, code: `${kind}_intent_invalid_parameter` },
    )
}

export function constantTimeEqual(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHmac('sha256', 'cards').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

interface ErrorResponse {
  status: number
  body: { error: ErrorBody }
  /** Holds what may be logged: neither SQL parameters nor anything of the request. */
  cause?: { name: string; code: string; stack?: string }
}

/** Returns Stripe's error body for any thrown value. */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof ApiError) return { status: error.status, body: { error: error.body } }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 500) {
    const limit = { code: 'rate_limit', message: 'Too many requests.' }
    const invalid = { message: 'Invalid request (the content type of a POST is application/x-www-form-urlencoded).' }
    return { status, body: { error: { type: 'invalid_request_error', ...(status === 429 ? limit : invalid) } } }
  }
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error
  const cause = {
    name: inner instanceof Error ? inner.name : typeof inner,
    code: codeOf(inner),
    // The first line of a stack is the message, which may quote values.
    ...(inner instanceof Error ? { stack: inner.stack?.split('\n').slice(1, 6).join('\n') ?? '' } : {}),
  }
  const message = 'An error occurred inside the card sandbox. Please try again.'
  return { status: 503, body: { error: { type: 'api_error', message } }, cause }
}

/** Returns the SQLSTATE or system error code of an error; empty if it has none. */
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
