import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { ApiError, type ApiResponse } from './api.ts'
import { idempotencyKeys, type Tx } from './cards.tables.ts'

interface IdempotentRequest {
  /** The API key; two of them never share an idempotency key. */
  scope: string
  key: string
  /** A hash of the request, to recognize its repetition. */
  digest: string
  at: Date
  requestId: string
}

const keyLifetimeMs = 24 * 3600 * 1000

/**
 * Runs a handler once for an idempotency key. Its response is stored in the handler's own transaction, so after a crash either both
 * exist or neither. Same key with another body: 400; while the first request is running: 409.
 */
export async function runIdempotently(
  tx: Tx,
  request: IdempotentRequest,
  run: () => Promise<ApiResponse>,
): Promise<ApiResponse & { isReplay?: true }> {
  const lock = await tx.execute<{ acquired: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`cards:${request.scope}:${request.key}`}, 0)) AS acquired`,
  )
  if (lock.rows[0]?.acquired !== true)
    throw new ApiError(409, {
      type: 'idempotency_error',
      message: 'There is currently another in-progress request using this Idempotent Key. Please try again later.',
      code: 'idempotency_key_in_use',
    })
  const [stored] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, request.scope), eq(idempotencyKeys.key, request.key)))
  if (stored !== undefined) {
    if (stored.requestDigest !== request.digest)
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    return { status: stored.responseStatus, body: stored.responseBody, isReplay: true }
  }

  const response = await run()
  await tx.insert(idempotencyKeys).values({
    scope: request.scope,
    key: request.key,
    createdAt: request.at,
    requestDigest: request.digest,
    responseStatus: response.status,
    responseBody: response.body,
    requestId: request.requestId,
  })
  return response
}

/** Deletes keys that are older than a day, with their responses. */
export async function deleteOldKeys(tx: Tx, at: Date): Promise<void> {
  const isOld = lt(idempotencyKeys.createdAt, new Date(at.getTime() - keyLifetimeMs))
  const old = tx.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isOld).limit(1000)
  await tx.delete(idempotencyKeys).where(and(inArray(idempotencyKeys.key, old), isOld))
}
