import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  linkWithCredential,
  OAuthCredential,
  OAuthProvider,
  PhoneAuthProvider,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  updateProfile,
} from '@firebase/auth'
import { auth, findUser, getUser } from '#web/identity/sdk/auth.ts'
import { type Proof, proofOf, prove, type Proven } from '#web/identity/sdk/prove.ts'
import { makeVerifier, windows } from '#web/identity/sdk/windows.ts'

export async function proveByPassword(email: string, password: string): Promise<Proven> {
  return prove(signInWithEmailAndPassword(auth, email, password))
}

/** Makes an account with a display name. Its verification mail goes out by `sendVerification`. */
export async function createAccount(email: string, password: string, name: string): Promise<Proof> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await updateProfile(user, { displayName: name })
  return { ...(await proofOf(user, true)), name }
}

/** Gives somebody who came by phone or another provider the e-mail address and password that the shop knows people by. */
export async function addEmail(email: string, password: string): Promise<Proven> {
  return prove(linkWithCredential(await getUser(), EmailAuthProvider.credential(email, password)))
}

export async function sendVerification(): Promise<void> {
  const user = await findUser()
  if (user) await sendEmailVerification(user)
}

export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(auth, email)
}

/** Mails a link that signs in; afterwards it leads to `place`, a path of this shop. */
export async function sendSignInLink(email: string, place: string): Promise<void> {
  await sendSignInLinkToEmail(auth, email, { url: location.origin + place, handleCodeInApp: true })
}

export async function proveByLink(email: string, link: string): Promise<Proven> {
  return prove(signInWithEmailLink(auth, email, link))
}

/** Opens the provider's window. */
export async function proveByProvider(providerId: string): Promise<Proven> {
  return prove(signInWithPopup(auth, providerOf(providerId), windows))
}

/** Redeems what came back in the address instead of a window. */
export async function proveByReturn(providerId: string, pendingToken: string): Promise<Proven> {
  return prove(signInWithCredential(auth, keptCredential(providerId, pendingToken)))
}

export function keptCredential(providerId: string, pendingToken: string): OAuthCredential {
  const credential = OAuthCredential.fromJSON({ providerId, signInMethod: providerId, pendingToken })
  if (!credential) throw new Error('The identity library does not take the credential of another provider any more.')
  return credential
}

export function providerOf(providerId: string): OAuthProvider {
  const provider = new OAuthProvider(providerId)
  if (providerId === 'google.com') for (const scope of ['profile', 'email']) provider.addScope(scope)
  return provider
}

/** Sends a text message with a code; answers what the code must be handed in with. */
export async function sendPhoneCode(phoneNumber: string): Promise<string> {
  return new PhoneAuthProvider(auth).verifyPhoneNumber(phoneNumber, makeVerifier())
}

export async function proveByPhone(verificationId: string, code: string): Promise<Proven> {
  return prove(signInWithCredential(auth, PhoneAuthProvider.credential(verificationId, code)))
}

export async function rename(name: string): Promise<void> {
  const user = await findUser()
  if (user) await updateProfile(user, { displayName: name })
}

export async function leave(): Promise<void> {
  await signOut(auth)
}
