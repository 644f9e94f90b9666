import { Problem } from '#web/api/api-problem.ts'

/** Reports an error of the identity provider, with a message for the user. */
export class IdentityProblem extends Problem {
  override readonly name = 'IdentityProblem'
  /** The SDK's code, e.g. `auth/invalid-credential`. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Defines the code for a mail or text message that was sent a moment ago; the SDK has none. */
export const messageOnItsWayCode = 'auth/message-on-its-way'

/** Whether a refusal is about the password that was chosen, so that its sentence stands at that field. */
export const isAboutPassword = (error: unknown): boolean =>
  ['auth/weak-password', 'auth/password-too-common', 'auth/password-does-not-meet-requirements'].includes(
    codeOfProblem(error),
  )

/** Whether a refusal is about the e-mail address, so that its sentence stands at that field. */
export const isAboutEmail = (error: unknown): boolean =>
  isEmailTaken(error) || codeOfProblem(error) === 'auth/invalid-email'

/** Whether an address has an account already. */
export const isEmailTaken = (error: unknown): boolean => codeOfProblem(error) === 'auth/email-already-in-use'

/** Returns the code of an identity error; empty for others. */
export const codeOfProblem = (error: unknown): string => (error instanceof IdentityProblem ? error.code : '')
