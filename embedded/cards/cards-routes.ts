import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { answerDispute, closeDispute } from './answer-dispute.ts'
import { answerOnce } from './answer-once.ts'
import { authenticateKey, secretKeyRequired } from './authenticate-key.ts'
import { backgroundWork } from './background-work.ts'
import { browserFiles } from './browser-files.ts'
import { cancelPaymentIntent } from './cancel-payment-intent.ts'
import { capturePaymentIntent } from './capture-payment-intent.ts'
import type { CardsDeps } from './cards-deps.ts'
import type { Tx } from './cards.tables.ts'
import { completeChallenge } from './complete-challenge.ts'
import { confirmPaymentIntent } from './confirm-payment-intent.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { createPaymentMethod } from './create-payment-method.ts'
import { createRefund } from './create-refund.ts'
import { type FormParams, parseForm } from './form-params.ts'
import { listCharges, listDisputes, listEvents, listPaymentIntents, listRefunds } from './list-objects.ts'
import { newId } from './new-id.ts'
import { ParamReader } from './param-reader.ts'
import { apiVersion } from './present-event.ts'
import { retrieveEvent } from './retrieve-event.ts'
import { retrieveObject, retrievePaymentIntent } from './retrieve-object.ts'
import { expandObject, readExpand } from './show-object.ts'
import { updatePaymentIntent } from './update-payment-intent.ts'
import { updatePaymentMethod } from './update-payment-method.ts'
import { cancelRefund, updateRefund } from './update-refund.ts'
import type { Answer, Call } from './wire-call.ts'
import { CardsRefusal } from './wire-error.ts'
import { wireFailure } from './wire-failure.ts'

export type { CardsDeps } from './cards-deps.ts'

type Verb = (tx: Tx, call: Call, id: string) => Promise<Answer>
type Audience = 'anyone-with-a-key' | 'secret'

const bodyLimitBytes = 256 * 1024
const attempts = 4

/** Stripe's API and browser script for cards, in test mode, on this server's own origin. Encapsulated. */
export function cardsRoutes(deps: CardsDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    )
    const background = backgroundWork(deps, app.log)
    app.addHook('onReady', async () => background.wake())
    app.addHook('preClose', () => background.stop())
    app.setErrorHandler((error, request, reply) => sendFailure(reply, request, error))

    const get = (path: string, audience: Audience, verb: Verb) =>
      app.get<{ Params: { id?: string } }>(path, (request, reply) =>
        answerRequest(deps, request, reply, audience, verb),
      )
    const post = (path: string, audience: Audience, verb: Verb) =>
      app.post<{ Params: { id?: string } }>(path, async (request, reply) => {
        await answerRequest(deps, request, reply, audience, verb)
        background.wake()
        return reply
      })

    post('/v1/payment_intents', 'secret', createPaymentIntent)
    get('/v1/payment_intents', 'secret', listPaymentIntents)
    get('/v1/payment_intents/:id', 'anyone-with-a-key', retrievePaymentIntent)
    post('/v1/payment_intents/:id', 'secret', updatePaymentIntent)
    post('/v1/payment_intents/:id/confirm', 'anyone-with-a-key', confirmPaymentIntent)
    post('/v1/payment_intents/:id/challenge', 'anyone-with-a-key', completeChallenge)
    post('/v1/payment_intents/:id/cancel', 'secret', cancelPaymentIntent)
    post('/v1/payment_intents/:id/capture', 'secret', capturePaymentIntent)
    post('/v1/payment_methods', 'anyone-with-a-key', createPaymentMethod)
    get('/v1/payment_methods/:id', 'secret', retrieveObject('payment_method', 'pm'))
    post('/v1/payment_methods/:id', 'secret', updatePaymentMethod)
    post('/v1/refunds', 'secret', createRefund)
    get('/v1/refunds', 'secret', listRefunds)
    get('/v1/refunds/:id', 'secret', retrieveObject('refund', 're'))
    post('/v1/refunds/:id', 'secret', updateRefund)
    post('/v1/refunds/:id/cancel', 'secret', cancelRefund)
    get('/v1/charges', 'secret', listCharges)
    get('/v1/charges/:id', 'secret', retrieveObject('charge', 'ch'))
    get('/v1/disputes', 'secret', listDisputes)
    get('/v1/disputes/:id', 'secret', retrieveObject('dispute', 'dp'))
    post('/v1/disputes/:id', 'secret', answerDispute)
    post('/v1/disputes/:id/close', 'secret', closeDispute)
    get('/v1/events', 'secret', listEvents)
    get('/v1/events/:id', 'secret', retrieveEvent)
    refuseTheRest(app)
    await browserFiles(app)
  }
}

/** One request is one transaction: what it did, its events and its stored answer stand or fall together. */
async function answerRequest(
  deps: CardsDeps,
  request: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
  audience: Audience,
  verb: Verb,
): Promise<FastifyReply> {
  const requestId = newId('req')
  setWireHeaders(reply, requestId)
  const at = deps.now()
  const form = typeof request.body === 'string' ? request.body : ''
  const query = request.raw.url?.split('?', 2)[1] ?? ''
  const params: FormParams = request.method === 'POST' ? parseForm(form) : parseForm(query)
  const key = authenticateKey(request.headers.authorization, params, deps.secretKey)
  if (audience === 'secret' && key.kind !== 'secret') throw secretKeyRequired()
  const id = request.params.id ?? ''
  const idempotencyKey = request.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : null
  if (idempotencyKey !== null) reply.header('idempotency-key', idempotencyKey)

  const run = async (tx: Tx): Promise<Answer> => {
    const reader = new ParamReader(params)
    reader.ignore('key', '_stripe_version', '_stripe_account')
    const paths = readExpand(reader)
    const call: Call = {
      params: reader,
      caller: key.kind,
      secretKey: deps.secretKey,
      at,
      requestId,
      idempotencyKey,
      webhook: deps.webhook,
    }
    const answer = await verb(tx, call, /^\w{1,100}$/.test(id) ? id : '?')
    return paths.length === 0 ? answer : { ...answer, body: await expandObject(tx, answer.body, paths) }
  }
  const digest = createHmac('sha256', deps.secretKey)
    .update(`${request.method} ${request.url}\n${form}`)
    .digest('base64')
  const once = (tx: Tx): Promise<Answer & { replayOf?: string }> =>
    idempotencyKey === null
      ? run(tx)
      : answerOnce(tx, { scope: key.text, key: idempotencyKey, digest, at, requestId }, () => run(tx))

  const answer = await inTransaction(deps, once)
  if (answer.replayOf !== undefined)
    reply.headers({ 'idempotent-replayed': 'true', 'original-request': answer.replayOf })
  return reply.code(answer.status).send(answer.body)
}

/** Runs again what the database gave up for the sake of another transaction. */
async function inTransaction<Result>(deps: CardsDeps, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await deps.db.transaction(run)
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error
    }
}

function isConflict(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return code === '40001' || code === '40P01'
}

function sendFailure(reply: FastifyReply, request: FastifyRequest, error: unknown): FastifyReply {
  if (!reply.hasHeader('request-id')) setWireHeaders(reply, newId('req'))
  const { status, body, cause } = wireFailure(error)
  if (cause !== undefined) request.log.error({ cause }, 'The card sandbox failed')
  if (status === 503) reply.header('retry-after', '2')
  return reply.code(status).send(body)
}

/** What the sandbox does not know gets Stripe's answer rather than the shop's page. */
function refuseTheRest(app: FastifyInstance): void {
  for (const name of ['payment_intents', 'payment_methods', 'refunds', 'charges', 'disputes', 'events'])
    app.all(`/v1/${name}/*`, (request, reply) => {
      setWireHeaders(reply, newId('req'))
      const path = request.url.split('?', 1)[0]
      const message = `Unrecognized request URL (${request.method}: ${path}).`
      return reply.code(404).send({ error: { type: 'invalid_request_error', message } })
    })
}

/** Anyone may call from any origin: the key in the request is what opens something, never a cookie. */
function setWireHeaders(reply: FastifyReply, requestId: string): void {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Request-Id',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'request-id': requestId,
    'stripe-version': apiVersion,
  })
}

function readIdempotencyKey(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (value.length <= 255) return value
  throw new CardsRefusal(400, {
    type: 'idempotency_error',
    message: 'Idempotency keys are at most 255 characters long.',
  })
}
