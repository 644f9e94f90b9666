import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { idempotencyKeys, type Tx } from './cards.tables.ts'
import type { Answer } from './wire-call.ts'
import { CardsRefusal, withCode } from './wire-error.ts'

interface Request {
  /** Whose key it is; two API keys never meet. */
  scope: string
  key: string
  /** Says whether a second request asks the same, without keeping what it asked. */
  digest: string
  at: Date
  requestId: string
}

const keptMs = 24 * 3600 * 1000

/**
 * Runs a verb once for an idempotency key. Its answer is stored in the verb's own transaction, so after a crash
 * either both exist or neither. Same key, other body: 400; the first still running: 409.
 */
export async function answerOnce(
  tx: Tx,
  request: Request,
  run: () => Promise<Answer>,
): Promise<Answer & { replayOf?: string }> {
  const lock = await tx.execute<{ free: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`cards:${request.scope}:${request.key}`}, 0)) AS free`,
  )
  if (lock.rows[0]?.free !== true)
    throw new CardsRefusal(409, {
      type: 'idempotency_error',
      message:
        'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
      ...withCode('idempotency_key_in_use'),
    })
  const mine = and(eq(idempotencyKeys.scope, request.scope), eq(idempotencyKeys.key, request.key))
  const [known] = await tx.select().from(idempotencyKeys).where(mine)
  if (known !== undefined) {
    if (known.requestDigest !== request.digest)
      throw new CardsRefusal(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a different key if you meant to execute a different request.',
      })
    return { status: known.answerStatus, body: known.answerBody, replayOf: known.requestId }
  }

  const answer = await run()
  await tx.insert(idempotencyKeys).values({
    scope: request.scope,
    key: request.key,
    createdAt: request.at,
    requestDigest: request.digest,
    answerStatus: answer.status,
    answerBody: answer.body,
    requestId: request.requestId,
  })
  return answer
}

/** Forgets answers after a day. */
export async function forgetOldAnswers(tx: Tx, at: Date): Promise<void> {
  const old = tx
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(at.getTime() - keptMs)))
    .limit(1000)
  await tx
    .delete(idempotencyKeys)
    .where(and(inArray(idempotencyKeys.key, old), lt(idempotencyKeys.createdAt, new Date(at.getTime() - keptMs))))
}
