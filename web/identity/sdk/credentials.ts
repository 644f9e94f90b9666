import {
  type AuthCredential,
  type AuthError,
  getMultiFactorResolver,
  linkWithCredential,
  type MultiFactorAssertion,
  type MultiFactorError,
  type MultiFactorInfo,
  type MultiFactorResolver,
  OAuthCredential,
  OAuthProvider,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  type User,
  type UserCredential,
} from '@firebase/auth'
import { auth, codeOf, findUser } from '#web/identity/sdk/auth.ts'
import { makeVerifier } from '#web/identity/sdk/popups.ts'

/** Holds the credential that is exchanged for the shop's access token. Without an e-mail the shop cannot identify the user. */
export interface Credential {
  idToken: string
  email: string
  name: string
}

/** Describes a second factor. `phone` is masked before sign-in. */
export interface Factor {
  id: string
  kind: 'totp' | 'sms'
  name: string
  phone: string
  enrolledAt: string
}

/** Describes a correct first factor: it is sufficient, or a second factor is required. */
export type AuthenticationResult = { proof: Credential } | { factors: Factor[] }

let pendingResolver: MultiFactorResolver | undefined
let pendingCredential = ''
let pendingLink: { credential: AuthCredential; email: string } | undefined

/** Waits for one of the library's ways to sign in, and joins what could not sign in by itself before. */
export async function authenticate(signIn: Promise<UserCredential>): Promise<AuthenticationResult> {
  try {
    const { user } = await signIn
    pendingResolver = undefined
    await linkPendingCredential(user)
    return { proof: await credentialOf(user) }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'auth/multi-factor-auth-required') return startSecondFactor(error as MultiFactorError)
    if (code === 'auth/account-exists-with-different-credential') savePendingLink(error as AuthError)
    throw error
  }
}

/** Returns the credential of the signed-in user, refreshed if expired; undefined without one. */
export async function currentCredential(force = false): Promise<Credential | undefined> {
  const user = await findUser()
  return user && credentialOf(user, force)
}

export async function credentialOf(user: User, force = false): Promise<Credential> {
  return { idToken: await user.getIdToken(force), email: user.email ?? '', name: user.displayName ?? '' }
}

/** Sends a text message for a second step; answers what its code must be handed in with. */
export async function sendSecondFactorCode(factorId: string): Promise<string> {
  const { hint, session } = findPendingFactor(factorId)
  return new PhoneAuthProvider(auth).verifyPhoneNumber({ multiFactorHint: hint, session }, makeVerifier())
}

/** Signs in with the code of an authenticator app, or with that of the text message `verificationId`. */
export async function finishSecondFactor(
  factorId: string,
  code: string,
  verificationId?: string,
): Promise<AuthenticationResult> {
  const { resolver } = findPendingFactor(factorId)
  const assertion = verificationId
    ? PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code))
    : TotpMultiFactorGenerator.assertionForSignIn(factorId, code)
  return authenticate(resolver.resolveSignIn(assertion))
}

/** Returns the pending credential of the first factor, for calls that the SDK does not offer; empty without one. */
export const pendingFirstFactorCredential = (): string => pendingCredential

/**
 * Signs in by what the shop's own service takes in place of a second step: `answer` hands it in with the first step's credential and
 * returns tokens. The library asks an assertion for just that.
 */
export async function finishWithRecoveryTokens(
  response: (credential: string) => Promise<object>,
): Promise<AuthenticationResult> {
  if (!pendingResolver) throw Object.assign(new Error(), { code: 'auth/invalid-multi-factor-session' })
  const assertion = {
    factorId: 'recovery',
    _process: (_auth: unknown, session: { credential: string }) => response(session.credential),
  }
  return authenticate(pendingResolver.resolveSignIn(assertion as unknown as MultiFactorAssertion))
}

/** Returns the provider that waits to be linked to the account of its e-mail. */
export async function findPendingLink(): Promise<{ providerId: string; email: string } | undefined> {
  return pendingLink && { providerId: pendingLink.credential.providerId, email: pendingLink.email }
}

export function describeFactor(info: MultiFactorInfo): Factor {
  return {
    id: info.uid,
    kind: info.factorId === 'totp' ? 'totp' : 'sms',
    name: info.displayName ?? '',
    phone: 'phoneNumber' in info && typeof info.phoneNumber === 'string' ? info.phoneNumber : '',
    enrolledAt: info.enrollmentTime,
  }
}

/** Saves the provider's credential, in the form of the identity service or of the provider. */
function savePendingLink(error: AuthError): void {
  // Its type leaves out where the library keeps the service's own answer.
  const data = error.customData as { email?: string; _tokenResponse?: Record<string, string | undefined> }
  const { providerId, pendingToken } = data._tokenResponse ?? {}
  const kept = pendingToken && providerId ? { providerId, signInMethod: providerId, pendingToken } : undefined
  const credential = kept ? OAuthCredential.fromJSON(kept) : OAuthProvider.credentialFromError(error)
  pendingLink = credential && data.email ? { credential, email: data.email } : undefined
}

function startSecondFactor(error: MultiFactorError): AuthenticationResult {
  // Its type leaves out where the library keeps the service's own answer.
  const data = error.customData as { _serverResponse?: { mfaPendingCredential?: string } }
  pendingCredential = data._serverResponse?.mfaPendingCredential ?? ''
  pendingResolver = getMultiFactorResolver(auth, error)
  return { factors: pendingResolver.hints.map(describeFactor) }
}

function findPendingFactor(factorId: string) {
  const resolver = pendingResolver
  const hint = resolver?.hints.find(({ uid }) => uid === factorId)
  if (!resolver || !hint) throw Object.assign(new Error(), { code: 'auth/invalid-multi-factor-session' })
  return { resolver, hint, session: resolver.session }
}

/** Links only to the account with the same e-mail: another user may have signed in since. */
async function linkPendingCredential(user: User): Promise<void> {
  const waiting = pendingLink
  pendingLink = undefined
  if (waiting && waiting.email === user.email) await linkWithCredential(user, waiting.credential)
}
