import type { FastifyRequest } from 'fastify'
import { problem } from '#server/platform/problem.ts'

/** The name a caller gave to one wish, so that it may be repeated; undefined when there is none. Throws `invalid-request`. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))) {
    throw problem('invalid-request', { detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters.' })
  }
  return key
}
