/** A refusal in the words of the Identity Toolkit: a CODE, and optionally a sentence after it. */
export class WireError extends Error {
  readonly code: string
  readonly statusCode: number
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, sentence?: string, options: { statusCode?: number; retryAfterSeconds?: number } = {}) {
    super(sentence === undefined ? code : `${code} : ${sentence}`)
    this.name = 'WireError'
    this.code = code
    this.statusCode = options.statusCode ?? 400
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** 429 that says when to come back. */
export function tooManyAttempts(retryAfterSeconds: number, code = 'TOO_MANY_ATTEMPTS_TRY_LATER'): WireError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return new WireError(code, `Too many attempts. Try again in ${inWords(seconds)}.`, {
    statusCode: 429,
    retryAfterSeconds: seconds,
  })
}

/** The only error body that the SDK understands; anything else it reads as a broken network. */
export function errorBody(error: WireError): object {
  return {
    error: {
      code: error.statusCode,
      message: error.message,
      errors: [{ message: error.message, domain: 'global', reason: 'invalid' }],
      ...(statusNames[error.statusCode] && { status: statusNames[error.statusCode] }),
    },
  }
}

/** Turns whatever was thrown into a refusal; undefined when it is a fault of ours. */
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
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new WireError('INVALID_ARGUMENT', 'The request could not be read.', { statusCode })
  }
  return undefined
}

/** What may be logged of a fault: the query's parameters, which hold secrets, stay out. */
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

/** The SQLSTATE or the system's code of what lies under a failed query. */
export function faultCode(thrown: unknown): string | undefined {
  const cause = deepestCause(thrown)
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
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

/** What went wrong at the bottom of a failed query. */
export function deepestCause(thrown: unknown): unknown {
  let cause = thrown
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  if (cause instanceof AggregateError && cause.errors.length > 0) return deepestCause(cause.errors[0])
  return cause
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} second${seconds === 1 ? '' : 's'}`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${Math.ceil(minutes / 60)} hours`
}
