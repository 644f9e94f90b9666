import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAccessTokenReader } from '#server/identity/access-token.ts'
import { hashApiKey, isApiKey } from '#server/accounts/api-keys/api-key-secret.ts'
import { findKeyUsers, writeLastUse } from '#server/accounts/api-keys/find-api-keys.ts'
import { findTokenUsers } from '#server/accounts/find-user.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { createBatcher } from '#server/platform/database/batcher.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem, tooManyRequests } from '#server/platform/http/problem.ts'

/** Sets the maximum age of a sign-in for endpoints with `freshSignIn`. */
const freshSignInMs = 15 * 60_000

/**
 * Creates the authentication: it returns the user of the bearer token with the current permissions and throws `sign-in-required`,
 * `session-expired` or `session-ended`. An API key stands for its creator with the scopes of the key; one that cannot be used throws
 * `api-key-invalid`. Concurrent lookups are batched. `limitKey` counts the call of a key, and throws `too-many-requests`.
 */
export function createAuthentication(
  db: Database,
  key: Uint8Array,
  now: () => Date,
  limitKey?: (request: FastifyRequest) => Promise<void>,
) {
  const readAccessToken = createAccessTokenReader(key)
  const findUser = createBatcher((ids: string[]) => findTokenUsers(db, ids))
  const findKeyUser = createBatcher((hashes: string[]) => findKeyUsers(db, hashes, now()))
  async function authenticateKey(request: FastifyRequest, secret: string): Promise<Actor> {
    const found = await findKeyUser(hashApiKey(secret))
    if (!found) throw problem('api-key-invalid')
    const { keyId, isUseStale, ...person } = found
    await limitKey?.(request)
    return {
      ...person,
      ip: request.ip,
      lacksVerification: false,
      signedInRecently: false,
      apiKeyId: keyId,
      ...(isUseStale && { recordUse: () => writeLastUse(db, keyId) }),
    }
  }
  return async (request: FastifyRequest): Promise<Actor> => {
    const token = bearerToken(request)
    if (token === undefined) throw problem('sign-in-required')
    if (isApiKey(token)) return authenticateKey(request, token)
    const claims = await readAccessToken(token, now())
    if (!claims) throw problem('session-expired')
    const user = await findUser(claims.userId)
    if (!user || user.tokenVersion !== claims.version) throw problem('session-ended')
    const { permissions, emailVerified, ...person } = user
    return {
      ...person,
      ip: request.ip,
      permissions: emailVerified ? permissions : [],
      emailVerified,
      lacksVerification: permissions.length > 0 && !emailVerified,
      signedInRecently:
        claims.signedInAt !== undefined && now().getTime() - claims.signedInAt.getTime() < freshSignInMs,
    }
  }
}

/** Returns the bearer token of the authorization header, if any. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Creates the limit of an API key: it counts by itself, wherever the program runs. */
export function createKeyLimit(app: FastifyInstance) {
  const count = app.createRateLimit({
    max: 600,
    timeWindow: 60_000,
    keyGenerator: (request) => `api key ${hashApiKey(bearerToken(request) ?? '')}`,
  })
  return async (request: FastifyRequest): Promise<void> => {
    const state = await count(request)
    if (!state.isAllowed && state.isExceeded) throw tooManyRequests(state.ttlInSeconds)
  }
}
