import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/identity.ts'
import { revokeTokens } from '#server/accounts/revoke-tokens.ts'
import type { EraseRelatedData } from '#server/accounts/erase-personal-data.ts'
import { bearerToken } from '#server/identity/authenticate.ts'
import { exchangeIdToken, type IdentityProvider } from '#server/identity/exchange-id-token.ts'
import { problem } from '#server/platform/http/problem.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'

export interface IdentityRoutesDeps {
  db: Database
  identity: IdentityProvider
  accessTokenKey: Uint8Array
  /** Takes everything personal of a user out of the shop; throws `last-admin`. Undefined where the identity service does it. */
  eraseUser: ((user: { id: string }) => Promise<void>) | undefined
  /** Erases the user's data in other domains. */
  eraseRelatedData: readonly EraseRelatedData[]
  now: () => Date
}

export function identityRoutes(app: FastifyInstance, deps: IdentityRoutesDeps): void {
  const { db, identity, accessTokenKey, eraseRelatedData, now } = deps
  const exchange = (email: string, idToken: string | undefined) =>
    exchangeIdToken(db, { provider: identity, accessTokenKey, idToken, email, now: now(), eraseRelatedData })

  registerEndpoint(app, endpoints.exchangeIdToken, ({ params, request }) =>
    exchange(params.email, bearerToken(request)),
  )
  registerEndpoint(app, endpoints.logIn, ({ body, request }) => exchange(body.email, bearerToken(request)))
  registerEndpoint(app, endpoints.signOut, ({ actor }) => revokeTokens(db, actor))

  registerEndpoint(app, endpoints.deleteMyAccount, async ({ actor }) => {
    // Only the identity service knows whether an account may go: while a change of its address can be undone, it may not.
    if (!deps.eraseUser) throw problem('account-here')
    await deps.eraseUser(actor)
  })
}
