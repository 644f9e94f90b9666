/** Reports an error of the Identity Toolkit: a CODE, and optionally a sentence after it. */
export class WireError extends Error {
  readonly code: string
  readonly statusCode: number
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, text?: string, options: { statusCode?: number; retryAfterSeconds?: number } = {}) {
    super(text === undefined ? code : `${code} : ${text}`)
    this.name = 'WireError'
    this.code = code
    this.statusCode = options.statusCode ?? 400
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Creates a 429 with Retry-After. */
export function tooManyAttempts(
  retryAfterSeconds: number,
  code = 'TOO_MANY_ATTEMPTS_TRY_LATER',
  reason = 'Too many attempts.',
): WireError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return new WireError(code, `${reason} Try again in ${inWords(seconds)}.`, {
    statusCode: 429,
    retryAfterSeconds: seconds,
  })
}

/** Builds the error body, the only one that the SDK does not take for a network failure. */
export function errorBody(error: WireError): object {
  return {
    error: {
      code: error.statusCode,
      message: error.message,
      errors: [{ message: error.message, domain: 'global', reason: 'invalid' }],
      status: statusNames[error.statusCode] ?? 'INVALID_ARGUMENT',
    },
  }
}

/** Creates the error for an unknown path or method. */
export function noSuchMethod(): WireError {
  return new WireError('NOT_FOUND', 'There is no such method here.', { statusCode: 404 })
}

/** Converts a thrown value into an error response; undefined for bugs. */
export function asWireError(thrown: unknown): WireError | undefined {
  if (thrown instanceof WireError) return thrown
  if (isDatabaseOutage(thrown)) {
    return new WireError('SERVICE_UNAVAILABLE', 'Signing in is not possible right now. Try again in a moment.', {
      statusCode: 503,
      retryAfterSeconds: 2,
    })
  }
  const statusCode = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined
  if (statusCode === 429) return tooManyAttempts(60)
  if (statusCode === 413) return new WireError('REQUEST_TOO_LARGE', 'The request is too large.', { statusCode: 413 })
  if (statusCode === 415) {
    return new WireError('INVALID_ARGUMENT', 'The body must be application/json.', { statusCode })
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new WireError('INVALID_ARGUMENT', 'The request could not be read.', { statusCode })
  }
  return undefined
}

/** Returns the loggable parts of an error, without query parameters, which contain secrets. */
export function loggableFault(thrown: unknown): { type: string; message: string; code?: string; stack?: string } {
  const cause = deepestCause(thrown)
  if (!(cause instanceof Error)) return { type: typeof cause, message: 'not an error object' }
  return {
    type: cause.name,
    message: cause.message,
    ...('code' in cause && typeof cause.code === 'string' && { code: cause.code }),
    ...(cause.stack && { stack: cause.stack }),
  }
}

/** Returns the SQLSTATE or system error code of a failed query. */
export function faultCode(thrown: unknown): string | undefined {
  const cause = deepestCause(thrown)
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

// Google’s names; every other refusal is an INVALID_ARGUMENT.
const statusNames: Record<number, string> = {
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

function isDatabaseOutage(thrown: unknown): boolean {
  const cause = deepestCause(thrown)
  if (!(cause instanceof Error)) return false
  const code = faultCode(cause)
  if (code && /^(08|53|57|58|25006|40001|40P01|55P03|55000)/.test(code)) return true
  if (code && /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)/.test(code)) return true
  // node-postgres has no code for these: a connection that died, or a pool with none to give
  return /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/.test(
    cause.message,
  )
}

/** Returns the root cause of a failed query. */
export function deepestCause(thrown: unknown): unknown {
  let cause = thrown
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  if (cause instanceof AggregateError && cause.errors.length > 0) return deepestCause(cause.errors[0])
  return cause
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} second${seconds === 1 ? '' : 's'}`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} minute${minutes === 1 ? '' : 's'}`
  const hours = Math.ceil(minutes / 60)
  return `${hours} hour${hours === 1 ? '' : 's'}`
}
