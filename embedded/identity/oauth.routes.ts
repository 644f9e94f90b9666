import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { localizedProblemMessage } from './callback-message.ts'
import { chooserPage, developmentChooserRoutes, isForChooser } from './development-chooser.ts'
import type { Identity } from './identity-deps.ts'
import { isLocalHost } from './local-host.ts'
import { endedFlowCookie, findFlow } from './oauth-flow.ts'
import { oauthFiles, refusalPage, sendOutcome, sendPage } from './oauth-pages.ts'
import { finishOAuth, readOAuthRequest, startOAuth } from './start-oauth.ts'
import { wordsFor } from './window-words.ts'
import { parseForm, queryOf, readText } from './wire-body.ts'
import { asWireError, loggableFault } from './wire-error.ts'

/**
 * Registers the OAuth routes. A page opens /auth/start?providerId&eventId&sessionId in a popup and is notified by the channel
 * 'auth-callback' and by postMessage; or it navigates there with &returnTo=/own/path and gets the same message form-encoded in
 * the fragment. It accepts only its own eventId.
 */
export function oauthRoutes(identity: Identity): FastifyPluginAsync {
  return async (app) => {
    registerErrorPages(app, identity)
    // Coming from a provider that sets none, any other policy here, even on a redirect, would cut the line to the opener.
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cross-origin-opener-policy', 'unsafe-none')
    })
    await oauthFiles(app)
    if (identity.developmentChooser) developmentChooserRoutes(app, identity)

    app.get('/auth/start', async (request, reply) => {
      const words = wordsFor(identity, request)
      const oauthRequest = readOAuthRequest(parseForm(queryOf(request.url)))
      if (isForChooser(identity, oauthRequest)) return sendPage(reply, 200, chooserPage(words, oauthRequest))
      const started = await startOAuth(identity, oauthRequest, originOf(identity, request), words)
      if ('location' in started) return reply.header('set-cookie', started.cookie).redirect(started.location, 303)
      return sendOutcome(reply, words, started, oauthRequest.returnTo)
    })

    app.get<{ Params: { providerId: string } }>('/auth/callback/:providerId', async (request, reply) => {
      const words = wordsFor(identity, request)
      const state = readText(parseForm(queryOf(request.url)), 'state') ?? ''
      const flow = findFlow(identity, request.headers.cookie, state)
      if (flow?.providerId !== request.params.providerId) return sendPage(reply, 400, refusalPage(words, words.expired))
      const message = await finishOAuth(identity, flow, queryOf(request.url), words)
      reply.header('set-cookie', endedFlowCookie(flow))
      return sendOutcome(reply, words, message, flow.returnTo)
    })
  }
}

function registerErrorPages(app: FastifyInstance, identity: Identity): void {
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = asWireError(thrown)
    if (!refusal || refusal.statusCode >= 500) {
      request.log.error({ fault: loggableFault(thrown) }, 'a sign-in popup failed')
    }
    const words = wordsFor(identity, request)
    return sendPage(reply, refusal?.statusCode ?? 500, refusalPage(words, localizedProblemMessage(refusal, words)))
  })
}

/** Returns the configured origin. A development machine has several names, and the cookie belongs to the current one. */
function originOf(identity: Identity, request: FastifyRequest): string {
  const configured = new URL(identity.issuer())
  const asked = URL.parse(`${configured.protocol}//${request.headers.host ?? ''}`)
  return asked && isLocalHost(configured.hostname) && isLocalHost(asked.hostname) ? asked.origin : configured.origin
}
