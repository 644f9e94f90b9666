import { createHash } from 'node:crypto'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { problem } from '#server/platform/http/problem.ts'

/** Returns the idempotency key of a request; undefined without one. Throws `invalid-request`. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))) {
    throw problem('invalid-request', { detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters.' })
  }
  return key
}

/** Refuses a key where nothing would be done with it: its sender relies on it. Throws `idempotency-key-not-accepted`. */
export const assertNoIdempotencyKey: onRequestHookHandler = (request, _reply, done) => {
  if (request.headers['idempotency-key'] === undefined) return done()
  throw problem('idempotency-key-not-accepted')
}

/** Returns a hash of what a call asks for, which tells its repetition from another call with its key. */
export const hashRequest = (asked: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex')
