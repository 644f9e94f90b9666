import {
  createUserWithEmailAndPassword,
  OAuthCredential,
  OAuthProvider,
  PhoneAuthProvider,
  updateProfile,
} from '@firebase/auth'
import { auth } from '#web/identity/sdk/auth.ts'
import { type Credential, credentialOf } from '#web/identity/sdk/credentials.ts'
import { makeVerifier } from '#web/identity/sdk/popups.ts'

/** Makes an account with a display name, without its verification mail. */
export async function createAccount(email: string, password: string, name: string): Promise<Credential> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await updateProfile(user, { displayName: name })
  return { ...(await credentialOf(user, true)), name }
}

/** Returns a credential from what came back in the address instead of a window. */
export function credentialFromToken(providerId: string, pendingToken: string): OAuthCredential {
  const credential = OAuthCredential.fromJSON({ providerId, signInMethod: providerId, pendingToken })
  if (!credential) throw new Error('The identity library does not take the credential of another provider any more.')
  return credential
}

export function createProviderClient(providerId: string): OAuthProvider {
  const provider = new OAuthProvider(providerId)
  if (providerId === 'google.com') for (const scope of ['profile', 'email']) provider.addScope(scope)
  return provider
}

/** Sends a text message with a code; answers what the code must be handed in with. */
export async function sendPhoneCode(phoneNumber: string): Promise<string> {
  return new PhoneAuthProvider(auth).verifyPhoneNumber(phoneNumber, makeVerifier())
}
