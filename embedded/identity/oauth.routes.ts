import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { CallbackMessage } from './callback-message.ts'
import { developmentIssuerRoutes } from './development-issuer.ts'
import { finishOAuth } from './finish-oauth.ts'
import type { Identity } from './identity-deps.ts'
import { isLocalHost } from './local-host.ts'
import { endedFlowCookie, findFlow } from './oauth-flow.ts'
import { callbackPage, oauthFiles, refusalPage, sendPage } from './oauth-pages.ts'
import { readOAuthWish, startOAuth } from './start-oauth.ts'
import { parseForm, queryOf, readText } from './wire-body.ts'
import { asWireError, loggableFault } from './wire-error.ts'

/**
 * Windows that go to another provider and back. A page opens /auth/start?providerId&eventId&sessionId in a window and is
 * told by the channel 'auth-callback' and by postMessage; or it goes there itself with &returnTo=/own/path and comes back
 * to that path with the same message, written as a form, behind `#`: it believes only the eventId that it kept.
 */
export function oauthRoutes(identity: Identity): FastifyPluginAsync {
  return async (app) => {
    answerWithPages(app)
    // Coming from a provider that sets none, any other policy here, even on a redirect, would cut the line to the opener.
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cross-origin-opener-policy', 'unsafe-none')
    })
    await oauthFiles(app)
    if (identity.developmentChooser) developmentIssuerRoutes(app, identity)

    app.get('/auth/start', async (request, reply) => {
      const wish = readOAuthWish(parseForm(queryOf(request.url)))
      const started = await startOAuth(identity, wish, originOf(identity, request))
      if ('location' in started) return reply.header('set-cookie', started.cookie).redirect(started.location, 303)
      if (wish.returnTo !== undefined) return reply.redirect(wayBack(wish.returnTo, started), 303)
      return sendPage(reply, 200, callbackPage(started))
    })

    app.get<{ Params: { providerId: string } }>('/auth/callback/:providerId', async (request, reply) => {
      const state = readText(parseForm(queryOf(request.url)), 'state') ?? ''
      const flow = findFlow(identity, request.headers.cookie, state)
      if (flow?.providerId !== request.params.providerId) return sendPage(reply, 400, refusalPage(unknownFlow))
      const message = await finishOAuth(identity, flow, queryOf(request.url))
      reply.header('set-cookie', endedFlowCookie(flow))
      if (flow.returnTo !== undefined) return reply.redirect(wayBack(flow.returnTo, message), 303)
      return sendPage(reply, 200, callbackPage(message))
    })
  }
}

const unknownFlow = 'This sign-in has run out or was begun in another browser. Close this window and try again.'

function answerWithPages(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = asWireError(thrown)
    if (!refusal || refusal.statusCode >= 500) {
      request.log.error({ fault: loggableFault(thrown) }, 'a sign-in window failed')
    }
    const sentence = refusal?.message.split(' : ')[1] ?? 'Something went wrong here. Please try again.'
    return sendPage(reply, refusal?.statusCode ?? 500, refusalPage(sentence))
  })
}

// Behind `#`, where no server and no Referer sees it.
function wayBack(returnTo: string, message: CallbackMessage): string {
  return `${returnTo}#${new URLSearchParams({ ...message }).toString()}`
}

/** The configured origin. On a developer's machine it has several names, and the cookie belongs to the one in use. */
function originOf(identity: Identity, request: FastifyRequest): string {
  const configured = new URL(identity.issuer())
  const asked = URL.parse(`${configured.protocol}//${request.headers.host ?? ''}`)
  return asked && isLocalHost(configured.hostname) && isLocalHost(asked.hostname) ? asked.origin : configured.origin
}
