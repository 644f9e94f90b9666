import { pageSettings } from '#web/api/page-settings.ts'
import { identity } from '#web/identity/identity-call.ts'
import { codeOfProblem } from '#web/identity/identity-problem.ts'

/**
 * Tries something that is refused after too many failures, of whomever; then this browser does a little work and tries
 * once more, without a word. `whose` names the account on the wire of our own identity service.
 */
export async function withProofOfWork<Result>(
  whose: () => Promise<object>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    const isRefused = codeOfProblem(error) === 'auth/too-many-requests' && pageSettings().identity.mode === 'embedded'
    if (!isRefused) throw error
    const { proveHuman } = await import('#web/identity/proof-of-work.ts')
    await identity(async () => proveHuman(await whose()))
    return attempt()
  }
}

/** Identifies requests that reveal whether an address has an account, for `withProofOfWork`; signed-in users are limited, too. */
export const emailLookupSubject = () =>
  identity(async (sdk) => ({ purpose: 'EMAIL_QUESTION', idToken: (await sdk.currentCredential())?.idToken }))
