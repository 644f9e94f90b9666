import type { FastifyRequest } from 'fastify'
import { problem } from '#server/platform/http/problem.ts'

/** Lists what a sender does to its connection; other faults with a system call are those of the disk. */
const networkFaults = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'])

/**
 * Returns what to throw for a form that was not received: refusals and faults of the disk as they are, else that the form is broken. The
 * rest of it is thrown away, or the next request of the connection would wait behind it.
 */
export function uploadFault({ raw }: FastifyRequest, error: unknown): unknown {
  raw.unpipe()
  raw.resume()
  if (error instanceof Error && 'statusCode' in error) return error
  if (error instanceof Error && 'syscall' in error && 'code' in error && !networkFaults.has(String(error.code)))
    return error
  return problem('invalid-request', { detail: 'the form is broken.' })
}
