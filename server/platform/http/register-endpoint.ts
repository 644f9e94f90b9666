import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseBody, Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import { hasPermission, type Permission } from '#contract/permissions.ts'
import { bodyLimitOf } from '#server/platform/http/body-limit.ts'
import { assertNoIdempotencyKey, readIdempotencyKey } from '#server/platform/http/idempotency-key.ts'
import { onReplica } from '#server/platform/database/read-replicas.ts'
import { isHealthCheck } from '#server/platform/http/shed-load.ts'
import { problem } from '#server/platform/http/problem.ts'
import { requestBody } from '#server/platform/http/request-body.ts'
import type { RunInTurn } from '#server/platform/http/turns.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

/** Describes the user of a request as currently stored. */
export interface Actor {
  id: string
  email: string
  name: string
  /** The IP address of the request. */
  ip: string
  /** None for a customer, and while the e-mail is not verified. */
  permissions: readonly Permission[]
  /** Set for an admin or a member of staff whose e-mail is not verified. */
  lacksVerification: boolean
  emailVerified: boolean
  signedInRecently: boolean
  /** The version that valid access tokens must have. */
  tokenVersion: number
  /** Set if the call has an API key: then `permissions` are what the key may do of what its creator may do. */
  apiKeyId?: string
  /** Writes the use of the API key. */
  recordUse?: () => Promise<void>
}

export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  actor: E['access'] extends 'anyone' ? (E extends { optionalSignIn: true } ? Actor | undefined : undefined) : Actor
  /** Tells a repeated call from another one; undefined without the header. */
  idempotencyKey: E extends { idempotencyKey: true } ? string | undefined : never
  request: FastifyRequest
  reply: FastifyReply
}

/** The turns of calls about many lines, of reads, and of reads of long lists. */
export type CallTurns = Record<'wide' | 'read' | 'wideRead', RunInTurn>

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the user of a request; throws `sign-in-required` or `session-expired`. */
    authenticate(request: FastifyRequest): Promise<Actor>
    /** Absent where there are no limits. */
    turns?: CallTurns
  }
  interface FastifyRequest {
    /** Set before the body is read, unless a visitor calls. */
    actor?: Actor
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

interface EndpointOptions {
  /** For bodies that the contract does not describe, such as files; see `bodyLimitOf` for the others. */
  bodyLimit?: number
  /** Counts a visitor's calls of this endpoint by themselves, instead of with all others. */
  callsPerMinute?: number
  /** Whether a call may be about up to 1,000 lines: those wait for each other. `true` also counts a visitor's calls by themselves. */
  isWide?: boolean | ((request: FastifyRequest) => boolean)
}

/** Limits the rows of a list that counts as one read among others. */
const maxNarrowLimit = 100

/** A call about 1,000 lines costs as much as some twenty others. */
const wideCallsPerMinute = 120

const tag = Symbol('endpoint')

const success = { success: true } as const

/** Returns nothing where `Success` is all there is to answer. */
type Result<E extends Endpoint> = ResponseBody<E> | (typeof success extends ResponseBody<E> ? void : never)

/** Registers a route with path, authorization, validation and documentation from the contract. */
export function registerEndpoint<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E> | FastifyReply> | Result<E>,
  {
    isWide = false,
    callsPerMinute = isWide === true ? wideCallsPerMinute : undefined,
    ...options
  }: EndpointOptions = {},
): void {
  const body = requestBody(endpoint)
  const isRead = endpoint.method === 'GET'
  const isPublicRead = isRead && endpoint.access === 'anyone'
  const findTurns = (request: FastifyRequest): RunInTurn | undefined => {
    if (isInProcess(request) || isHealthCheck(request.url)) return undefined
    if (typeof isWide === 'function' ? isWide(request) : isWide) return app.turns?.wide
    if (isRead) return limitOf(request) > maxNarrowLimit ? app.turns?.wideRead : app.turns?.read
    return undefined
  }
  app.route({
    bodyLimit: bodyLimitOf(endpoint),
    ...options,
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: endpoint.method === 'GET',
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(body && { body }),
      // The serializer writes only the fields that the contract names, so that no column leaks by accident.
      response: { 200: endpoint.answer },
    },
    config: {
      endpoint,
      [tag]: true,
      ...(callsPerMinute !== undefined && { rateLimit: { max: callsPerMinute, timeWindow: 60_000 } }),
    } as { endpoint: Endpoint },
    ...(endpoint.method === 'POST' && !endpoint.idempotencyKey && { onRequest: assertNoIdempotencyKey }),
    ...(endpoint.access !== 'anyone' && { preParsing: (request) => resolveActor(app, endpoint, request) }),
    ...(endpoint.optionalSignIn && { preParsing: (request) => resolveCaller(app, request) }),
    ...(endpoint.access === 'owner-or-admin' && { preHandler: (request) => assertOwnerOrAdmin(endpoint, request) }),
    handler: (request, reply) => {
      // The validator has checked the three parts against the very schemas that these types come from, and leaves no further field in a
      // body, so that none is written to a column by accident.
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        ...(endpoint.idempotencyKey && { idempotencyKey: readIdempotencyKey(request) }),
        request,
        reply,
      } as Call<E>
      // A cache between may keep it, but asks before it answers with it, as with cached responses; with a token, nothing is kept.
      if (isPublicRead && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
      const answer = async () => {
        const result = await handle(call)
        return result === undefined && !reply.sent ? success : result
      }
      const work = () => (isPublicRead && request.actor === undefined ? onReplica(answer) : answer())
      const runInTurn = findTurns(request)
      if (!runInTurn) return work()
      return runInTurn(visitorOf(request), async () => {
        // Its client has gone meanwhile.
        if (request.raw.socket.destroyed) throw problem('unavailable')
        return work()
      })
    },
  })
}

const limitOf = ({ query }: FastifyRequest) => Number((query as { limit?: string }).limit ?? 0)

/** Returns who waits for whom: accounts are free, so that those at one address wait for each other; keys are not. */
const visitorOf = (request: FastifyRequest) => request.actor?.apiKeyId ?? visitorNetwork(request.ip)

/** Whether the request was injected by this process: those have no socket, whatever a client sends. */
export const isInProcess = (request: FastifyRequest): boolean => !(request.raw.socket instanceof Socket)

/** Throws unless the actor has a permission that only a part of an endpoint needs: `api-key-scope-missing` or `permission-missing`. */
export function assertPermission(
  actor: Pick<Actor, 'permissions' | 'apiKeyId'>,
  permission: Permission | readonly Permission[],
): void {
  if (hasPermission(actor, permission)) return
  throw problem(actor.apiKeyId === undefined ? 'permission-missing' : 'api-key-scope-missing')
}

/** Authorizes after the rate limit and before the body is read. */
async function resolveActor(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const actor = await app.authenticate(request)
  if (actor.apiKeyId !== undefined) {
    assertKeyMay(endpoint, actor)
    await actor.recordUse?.()
  } else if (endpoint.access === 'admin' && !hasPermission(actor, endpoint.permission)) {
    if (actor.lacksVerification) throw problem('email-not-verified')
    throw problem(actor.permissions.length > 0 ? 'permission-missing' : 'admin-only')
  }
  if (endpoint.freshSignIn && !actor.signedInRecently) throw problem('sign-in-again')
  request.actor = actor
}

/**
 * Throws unless the endpoint is for staff and the key has its permission. Programs do what staff do: an endpoint that is for customers
 * themselves, or that wants a recent sign-in, takes no key, and keys never lead to more keys or rights.
 */
function assertKeyMay({ permission, freshSignIn }: Endpoint, key: Actor): void {
  if (permission === undefined || permission === 'everything' || freshSignIn) throw problem('api-key-not-accepted')
  if (!hasPermission(key, permission)) throw problem('api-key-scope-missing')
}

/** Authorizes a caller who has sent a token; an expired one is refused, so that nobody gets a visitor's response in silence. */
async function resolveCaller(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  if (request.headers.authorization === undefined) return
  const actor = await app.authenticate(request)
  // A key is not a buyer: it gets what visitors get.
  if (actor.apiKeyId === undefined) request.actor = actor
  else await actor.recordUse?.()
}

/** Checks the owner named by the contract's parameter; other parameters are ignored. For ids, the handler checks the owner. */
async function assertOwnerOrAdmin(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { email } = (endpoint.query ? request.query : request.params) as { email?: string }
  const { actor } = request
  if (email === undefined || actor?.email === email.toLowerCase()) return
  if (!actor || !endpoint.permission || !hasPermission(actor, endpoint.permission)) throw problem('not-allowed')
}

/** Refuses every route below `app` that did not come through `registerEndpoint`. */
export function allowOnlyEndpoints(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients announce JSON although a call has no body; only where one is due is that a mistake.
    const { body, bodyOptional } = request.routeOptions.config.endpoint ?? {}
    if (text === '' && (!body || bodyOptional)) done(null, undefined)
    else void parseJson(request, String(text), done)
  })
  app.addHook('onRoute', (route) => {
    if (!(route.config && tag in route.config)) {
      throw new Error(
        `${String(route.method)} ${route.url} is not in the contract. Describe it there and register it with registerEndpoint.`,
      )
    }
  })
}
