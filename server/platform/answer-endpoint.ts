import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Answer, Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import { problem } from '#server/platform/problem.ts'

/** The person a request speaks for, as the shop's own rows know them at this moment. */
export interface Actor {
  id: string
  email: string
  name: string
  /** The network address that the request came from. */
  ip: string
  /** An admin whose e-mail address is not verified has the rights of a customer. */
  role: 'customer' | 'admin'
  /** Would be an admin if the e-mail address were verified. */
  lacksVerification: boolean
  signedInLately: boolean
  /** The version that every access token of theirs bears. */
  tokenVersion: number
}

export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  actor: E['whoMayCall'] extends 'anyone' ? undefined : Actor
  request: FastifyRequest
  reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers who a request speaks for; throws `sign-in-required` or `session-expired`. */
    authenticate(request: FastifyRequest): Promise<Actor>
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const tag = Symbol('endpoint')

/** The only door to a route: path, rights, validation and documentation come from the contract. */
export function answerEndpoint<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E> | FastifyReply> | Answer<E>,
  options: Pick<RouteOptions, 'bodyLimit'> = {},
): void {
  app.route({
    ...options,
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: endpoint.method === 'GET',
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
    },
    config: { endpoint, [tag]: true } as { endpoint: Endpoint },
    ...(endpoint.whoMayCall !== 'anyone' && { preParsing: (request) => settleActor(app, endpoint, request) }),
    ...(endpoint.whoMayCall === 'owner-or-admin' && { preHandler: (request) => assertOwnerOrAdmin(endpoint, request) }),
    handler: (request, reply) =>
      // The validator has checked the three parts against the very schemas that these types come from.
      handle({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: actors.get(request),
        request,
        reply,
      } as Call<E>),
  })
}

const actors = new WeakMap<FastifyRequest, Actor>()

/** Who may call is settled before the body is read, and after the rate limit. */
async function settleActor(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const actor = await app.authenticate(request)
  if (endpoint.whoMayCall === 'admin' && actor.role !== 'admin') {
    throw problem(actor.lacksVerification ? 'email-not-verified' : 'admin-only')
  }
  if (endpoint.freshSignIn && !actor.signedInLately) throw problem('sign-in-again')
  actors.set(request, actor)
}

/**
 * Where an id is named, the verb looks whose it is. Only the part that the contract names counts: whoever adds an e-mail of its own
 * to the query of somebody else's address gains nothing.
 */
async function assertOwnerOrAdmin(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { email } = (endpoint.query ? request.query : request.params) as { email?: string }
  const actor = actors.get(request)
  if (email !== undefined && actor?.role !== 'admin' && actor?.email !== email.toLowerCase())
    throw problem('not-allowed')
}

/** Refuses every route below `app` that did not come through `answerEndpoint`. */
export function allowOnlyEndpoints(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients announce JSON although a call has no body; only where one is due is that a mistake.
    if (text === '' && !request.routeOptions.config.endpoint?.body) done(null, undefined)
    else void parseJson(request, String(text), done)
  })
  app.addHook('onRoute', (route) => {
    if (!(route.config && tag in route.config)) {
      throw new Error(
        `${String(route.method)} ${route.url} is not in the contract. Describe it there and register it with answerEndpoint.`,
      )
    }
  })
}
