import type { ProblemBody, ProblemCode } from '#contract/problem.ts'
import { t } from '#web/words/words.ts'

/** Something that went wrong with a sentence for the person in front of it. */
export abstract class Problem extends Error {}

/** A refused or failed call: `code` to decide by, `message` to show to a person. */
export class ApiProblem extends Problem {
  override readonly name = 'ApiProblem'
  readonly code: ProblemCode | 'network-failed'
  readonly status: number
  readonly errors: NonNullable<ProblemBody['errors']>
  readonly facts: Record<string, string | number>

  constructor(body: {
    code: ProblemCode | 'network-failed'
    message: string
    status: number
    errors?: ProblemBody['errors']
    facts?: ProblemBody['facts']
  }) {
    super(body.message)
    this.code = body.code
    this.status = body.status
    this.errors = body.errors ?? []
    this.facts = body.facts ?? {}
  }
}

/** The sentence of whatever went wrong; for something that is no refusal, a sentence that admits it. */
export function problemSentence(error: unknown): string {
  if (error instanceof Problem) return error.message
  console.error(error)
  return t('failure.unexpected')
}

/** The shop could not be reached. */
export const networkFailed = () =>
  new ApiProblem({ code: 'network-failed', status: 0, message: t('problem.network-failed') })
