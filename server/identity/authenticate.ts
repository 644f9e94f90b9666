import type { FastifyRequest } from 'fastify'
import { readAccessToken } from '#server/identity/access-token.ts'
import { findUserForToken } from '#server/accounts/find-user.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** How long a sign-in is good for what `freshSignIn` guards. */
const freshSignInMs = 15 * 60_000

/** Answers the person behind the bearer token, with the role of this moment; throws `sign-in-required`, `session-expired` or `session-ended`. */
export async function authenticate(db: Database, key: Uint8Array, request: FastifyRequest, now: Date): Promise<Actor> {
  const token = bearerToken(request)
  if (token === undefined) throw problem('sign-in-required')
  const claims = await readAccessToken(key, token, now)
  if (!claims) throw problem('session-expired')
  const user = await findUserForToken(db, claims.userId)
  if (!user || user.tokenVersion !== claims.version) throw problem('session-ended')
  const { role, emailVerified, ...person } = user
  return {
    ...person,
    ip: request.ip,
    role: emailVerified ? role : 'customer',
    lacksVerification: role === 'admin' && !emailVerified,
    signedInLately: claims.signedInAt !== undefined && now.getTime() - claims.signedInAt.getTime() < freshSignInMs,
  }
}

/** The bearer of the authorization header, if there is one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
