import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/identity.ts'
import { endTokens } from '#server/accounts/end-tokens.ts'
import { bearerToken } from '#server/identity/authenticate.ts'
import { exchangeIdToken, type IdentityProvider } from '#server/identity/exchange-id-token.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'

export interface IdentityRoutesDeps {
  db: Database
  identity: IdentityProvider
  accessTokenKey: Uint8Array
  /** Takes everything personal of a user out of the shop; throws `last-admin`. */
  forgetUser: (user: { id: string }) => Promise<void>
  now: () => Date
}

export function identityRoutes(app: FastifyInstance, deps: IdentityRoutesDeps): void {
  const { db, identity, accessTokenKey, now } = deps
  const exchange = (email: string, idToken: string | undefined) =>
    exchangeIdToken(db, { provider: identity, accessTokenKey, idToken, email, now: now() })

  answerEndpoint(app, endpoints.exchangeIdToken, ({ params, request }) => exchange(params.email, bearerToken(request)))
  answerEndpoint(app, endpoints.logIn, ({ body, request }) => exchange(body.email, bearerToken(request)))
  answerEndpoint(app, endpoints.signOut, async ({ actor }) => {
    await endTokens(db, actor)
    return { success: true as const }
  })

  answerEndpoint(app, endpoints.forgetMe, async ({ actor }) => {
    await deps.forgetUser(actor)
    return { success: true as const }
  })
}
