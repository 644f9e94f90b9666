import { CardsRefusal, type WireError } from './wire-error.ts'

interface Failure {
  status: number
  body: { error: WireError }
  /** What to log: never the SQL's parameters, never what the request said. */
  cause?: { name: string; code: string; stack?: string }
}

/** Any thrown thing as Stripe's error body. */
export function wireFailure(error: unknown): Failure {
  if (error instanceof CardsRefusal) return { status: error.status, body: { error: error.error } }
  const code = codeOf(error)
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 429)
    return {
      status: 429,
      body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } },
    }
  if (code.startsWith('FST_ERR_CTP'))
    return refusal(
      code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 413 : 400,
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
    )
  if (code.startsWith('FST_') || code === 'HPE_INVALID') return refusal(400, 'Invalid request.')
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error
  const cause = {
    name: inner instanceof Error ? inner.name : typeof inner,
    code: codeOf(inner),
    // The first line of a stack is the message, which may quote values.
    ...(inner instanceof Error ? { stack: inner.stack?.split('\n').slice(1, 6).join('\n') ?? '' } : {}),
  }
  const status = isUnavailable(cause.code) || isLost(inner) ? 503 : 500
  const message = 'An error occurred inside the card sandbox. Please try again.'
  return { status, body: { error: { type: 'api_error', message } }, cause }
}

const refusal = (status: number, message: string): Failure => ({
  status,
  body: { error: { type: 'invalid_request_error', message } },
})

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** No connection, shutting down, too many clients, or too many conflicts: the caller may come again. */
const isUnavailable = (code: string): boolean =>
  /^(?:08|57|53|58|40001|40P01|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(code)

/** What node-postgres says in words only. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/.test(
    error.message,
  )
