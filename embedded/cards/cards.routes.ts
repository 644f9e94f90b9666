import { createHmac } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import {
  ApiError,
  type ApiRequest,
  type ApiResponse,
  authenticateKey,
  type CardsDeps,
  cents,
  errorResponse,
  listOf,
  metadata,
  parseForm,
  readParams,
} from './api.ts'
import { createBackgroundJobs } from './background-jobs.ts'
import { serveBrowserFiles } from './browser-files.ts'
import { cancelPaymentIntent } from './cancel-payment-intent.ts'
import type { Tx } from './cards.tables.ts'
import { challengeOutcome, completeChallenge, confirmation, confirmPaymentIntent } from './confirm-payment-intent.ts'
import {
  createCustomer,
  customerParams,
  deleteCustomer,
  detachPaymentMethod,
  listPaymentMethods,
  retrievePaymentMethod,
} from './customers.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { createRefund, refundParams } from './create-refund.ts'
import { retrievePaymentIntent } from './find-intent.ts'
import { runIdempotently } from './idempotency.ts'
import { listCharges, listRefunds, retrieveDispute } from './list-objects.ts'
import { newId } from './new-id.ts'
import {
  cancelSetupIntent,
  completeSetupChallenge,
  confirmSetupIntent,
  createSetupIntent,
  retrieveSetupIntent,
  setupConfirmation,
  setupParams,
} from './setup-intents.ts'
import { apiVersion } from './present.ts'

export type { CardsDeps } from './api.ts'

const maxBodyBytes = 256 * 1024

const intentParams = {
  amount: cents,
  currency: Type.String(),
  metadata: Type.Optional(metadata),
  allowed_payment_method_types: Type.Optional(listOf('card')),
  customer: Type.Optional(Type.String({ maxLength: 100 })),
}
const limit = Type.Optional(Type.String({ pattern: String.raw`^([1-9]\d?|100)$` }))
const listParams = { payment_intent: Type.String(), limit }
const cardsOfCustomer = { customer: Type.String({ maxLength: 100 }), type: Type.Literal('card'), limit }
const setupRetrieval = { client_secret: Type.Optional(Type.String()) }
const retrieval = { client_secret: Type.Optional(Type.String()), expand: Type.Optional(listOf('latest_charge')) }

/** Serves the part of Stripe's API and browser script that README.md lists, in test mode, on this server's own origin. */
export function cardsRoutes(deps: CardsDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, body),
    )
    const jobs = createBackgroundJobs(deps, app.log)
    app.addHook('onReady', async () => jobs.wake())
    app.addHook('preClose', () => jobs.stop())
    // Every origin may call: access hangs on the key in the request, never on a cookie.
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'cross-origin',
        'request-id': newId('req'),
        'stripe-version': apiVersion,
      })
    })
    app.setErrorHandler((error, request, reply) => {
      const { status, body, cause } = errorResponse(error)
      if (cause !== undefined) request.log.error({ cause }, 'card sandbox: a request failed')
      if (status === 503) reply.header('retry-after', '2')
      return reply.code(status).send(body)
    })

    function route<Properties extends TProperties>(
      endpoint: `${'DELETE' | 'GET' | 'POST'} /v1/${string}`,
      params: Properties,
      handler: (tx: Tx, request: ApiRequest<Static<TObject<Properties>>>) => Promise<ApiResponse>,
    ): void {
      const [method = '', url = ''] = endpoint.split(' ')
      app.route<{ Params: { id?: string } }>({
        method,
        url,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          // Only who may read an intent sends its client secret: the other calls are the merchant's.
          const isPublic = 'client_secret' in params
          await handleRequest(deps, request, reply, isPublic, (tx, given, form) =>
            handler(tx, { ...given, params: readParams(params, form) }),
          )
          if (method !== 'GET') jobs.wake()
          return reply
        },
      })
    }
    route('POST /v1/payment_intents', intentParams, createPaymentIntent)
    route('GET /v1/payment_intents/:id', retrieval, retrievePaymentIntent)
    route('POST /v1/payment_intents/:id/confirm', confirmation, confirmPaymentIntent)
    route('POST /v1/payment_intents/:id/challenge', challengeOutcome, completeChallenge)
    route('POST /v1/payment_intents/:id/cancel', {}, cancelPaymentIntent)
    route('POST /v1/setup_intents', setupParams, createSetupIntent)
    route('GET /v1/setup_intents/:id', setupRetrieval, retrieveSetupIntent)
    route('POST /v1/setup_intents/:id/confirm', setupConfirmation, confirmSetupIntent)
    route('POST /v1/setup_intents/:id/challenge', challengeOutcome, completeSetupChallenge)
    route('POST /v1/setup_intents/:id/cancel', {}, cancelSetupIntent)
    route('POST /v1/customers', customerParams, createCustomer)
    route('DELETE /v1/customers/:id', {}, deleteCustomer)
    route('GET /v1/payment_methods', cardsOfCustomer, listPaymentMethods)
    route('GET /v1/payment_methods/:id', {}, retrievePaymentMethod)
    route('POST /v1/payment_methods/:id/detach', {}, detachPaymentMethod)
    route('POST /v1/refunds', refundParams, createRefund)
    route('GET /v1/refunds', listParams, listRefunds)
    route('GET /v1/charges', listParams, listCharges)
    route('GET /v1/disputes/:id', {}, retrieveDispute)
    await serveBrowserFiles(app)
  }
}

type Handler = (tx: Tx, request: Omit<ApiRequest, 'params'>, form: ReturnType<typeof parseForm>) => Promise<ApiResponse>

/** Runs a handler in one transaction: its changes, its events and its stored response are committed together. */
async function handleRequest(
  deps: CardsDeps,
  { method, url, headers, raw, body, params: { id = '' } }: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
  isPublic: boolean,
  handler: Handler,
): Promise<FastifyReply> {
  const at = deps.now()
  const text = typeof body === 'string' ? body : ''
  const form = parseForm(method === 'POST' ? text : (raw.url?.split('?', 2)[1] ?? ''))
  const key = authenticateKey(headers.authorization, form, deps.secretKey)
  if (!isPublic && key.kind !== 'secret')
    throw new ApiError(401, {
      type: 'invalid_request_error',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
      code: 'secret_key_required',
    })
  const idempotencyKey = method === 'POST' ? readIdempotencyKey(headers['idempotency-key']) : null

  const request = {
    id: /^\w{1,100}$/.test(id) ? id : '?',
    keyKind: key.kind,
    at,
    webhook: deps.webhook,
    limitsOf: deps.limitsOf ?? (() => ({ least: 50, most: 99_999_999 })),
  }
  const digest = createHmac('sha256', deps.secretKey).update(`${method} ${url}\n${text}`).digest('base64')
  const requestId = String(reply.getHeader('request-id'))
  const response = await deps.db.transaction((tx): Promise<ApiResponse & { isReplay?: true }> =>
    idempotencyKey === null
      ? handler(tx, request, form)
      : runIdempotently(tx, { scope: key.text, key: idempotencyKey, digest, at, requestId }, () =>
          handler(tx, request, form),
        ),
  )
  if (response.isReplay) reply.header('idempotent-replayed', 'true')
  return reply.code(response.status).send(response.body)
}

function readIdempotencyKey(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (value.length <= 255) return value
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: 'Idempotency keys are at most 255 characters long.',
  })
}
