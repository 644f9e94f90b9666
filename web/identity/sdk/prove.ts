import {
  type AuthCredential,
  type AuthError,
  getMultiFactorResolver,
  linkWithCredential,
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
import { makeVerifier } from '#web/identity/sdk/windows.ts'

/** Proof of who somebody is, to be exchanged for the shop's own access token. Without an e-mail the shop cannot know them. */
export interface Proof {
  idToken: string
  email: string
  name: string
}

/** A second step of an account. `phone` is masked while nobody is signed in. */
export interface Factor {
  id: string
  kind: 'totp' | 'sms'
  name: string
  phone: string
  enrolledAt: string
}

/** A first step that was right: it is enough, or one of the account's second steps must follow. */
export type Proven = { proof: Proof } | { factors: Factor[] }

let waitingForSecondStep: MultiFactorResolver | undefined
let waitingToJoin: { credential: AuthCredential; email: string } | undefined

/** Waits for one of the library's ways to sign in, and joins what could not sign in by itself before. */
export async function prove(entering: Promise<UserCredential>): Promise<Proven> {
  try {
    const { user } = await entering
    waitingForSecondStep = undefined
    await joinWaiting(user)
    return { proof: await proofOf(user) }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'auth/multi-factor-auth-required') return askForSecondStep(error as MultiFactorError)
    if (code === 'auth/account-exists-with-different-credential') keepToJoin(error as AuthError)
    throw error
  }
}

/** Proof of whoever is signed in here, renewed when it ran out; undefined when nobody is. */
export async function currentProof(force = false): Promise<Proof | undefined> {
  const user = await findUser()
  return user && proofOf(user, force)
}

export async function proofOf(user: User, force = false): Promise<Proof> {
  return { idToken: await user.getIdToken(force), email: user.email ?? '', name: user.displayName ?? '' }
}

/** Sends a text message for a second step; answers what its code must be handed in with. */
export async function sendSecondStepCode(factorId: string): Promise<string> {
  const { hint, session } = findWaiting(factorId)
  return new PhoneAuthProvider(auth).verifyPhoneNumber({ multiFactorHint: hint, session }, makeVerifier())
}

/** Signs in with the code of an authenticator app, or with that of the text message `verificationId`. */
export async function finishSecondStep(factorId: string, code: string, verificationId?: string): Promise<Proven> {
  const { resolver } = findWaiting(factorId)
  const assertion = verificationId
    ? PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code))
    : TotpMultiFactorGenerator.assertionForSignIn(factorId, code)
  return prove(resolver.resolveSignIn(assertion))
}

/** The way to sign in that waits to be joined with the account of its e-mail address. */
export async function findWaitingToJoin(): Promise<{ providerId: string; email: string } | undefined> {
  return waitingToJoin && { providerId: waitingToJoin.credential.providerId, email: waitingToJoin.email }
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

/** The provider's credential, as the identity service keeps it or as the provider itself gave it. */
function keepToJoin(error: AuthError): void {
  // Its type leaves out where the library keeps the service's own answer.
  const data = error.customData as { email?: string; _tokenResponse?: Record<string, string | undefined> }
  const { providerId, pendingToken } = data._tokenResponse ?? {}
  const kept = pendingToken && providerId ? { providerId, signInMethod: providerId, pendingToken } : undefined
  const credential = kept ? OAuthCredential.fromJSON(kept) : OAuthProvider.credentialFromError(error)
  waitingToJoin = credential && data.email ? { credential, email: data.email } : undefined
}

function askForSecondStep(error: MultiFactorError): Proven {
  waitingForSecondStep = getMultiFactorResolver(auth, error)
  return { factors: waitingForSecondStep.hints.map(describeFactor) }
}

function findWaiting(factorId: string) {
  const resolver = waitingForSecondStep
  const hint = resolver?.hints.find(({ uid }) => uid === factorId)
  if (!resolver || !hint) throw Object.assign(new Error(), { code: 'auth/invalid-multi-factor-session' })
  return { resolver, hint, session: resolver.session }
}

/** Only with the very account whose e-mail address it has: somebody else may have signed in since. */
async function joinWaiting(user: User): Promise<void> {
  const waiting = waitingToJoin
  waitingToJoin = undefined
  if (waiting && waiting.email === user.email) await linkWithCredential(user, waiting.credential)
}
