import { Problem } from '#web/api/api-problem.ts'

/** What the identity provider refused, in a sentence for the person in front of it. */
export class IdentityProblem extends Problem {
  override readonly name = 'IdentityProblem'
  /** As the identity library names it, e.g. `auth/invalid-credential`. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The code of what the identity provider refused; empty for everything else. */
export const codeOfProblem = (error: unknown): string => (error instanceof IdentityProblem ? error.code : '')
