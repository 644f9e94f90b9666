import type { ProblemBody, ProblemCode } from '#contract/problem.ts'
import { t } from '#web/i18n/messages.ts'

/** Is the base of errors with a message for the user. */
export abstract class Problem extends Error {}

/** Reports a failed call: `code` for programs, `message` for people. */
export class ApiProblem extends Problem {
  override readonly name = 'ApiProblem'
  readonly code: ProblemCode | 'network-failed'
  readonly status: number
  readonly errors: NonNullable<ProblemBody['errors']>
  readonly facts: Record<string, string | number>
  readonly rows: NonNullable<ProblemBody['rows']>

  constructor(body: {
    code: ProblemCode | 'network-failed'
    message: string
    status: number
    errors?: ProblemBody['errors']
    facts?: ProblemBody['facts']
    rows?: ProblemBody['rows']
  }) {
    super(body.message)
    this.code = body.code
    this.status = body.status
    this.errors = body.errors ?? []
    this.facts = body.facts ?? {}
    this.rows = body.rows ?? []
  }
}

/** Returns the message of an error; a general one for unexpected errors. */
export function errorMessageOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  console.error(error)
  return t('failure.unexpected')
}

/** Creates the error for an unreachable server. */
export const networkError = () =>
  new ApiProblem({ code: 'network-failed', status: 0, message: t('problem.network-failed') })
