import {
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  linkWithPopup,
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  reload,
  TotpMultiFactorGenerator,
  type TotpSecret,
  unlink,
  updatePassword,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import { auth, getUser } from '#web/identity/sdk/auth.ts'
import { describeFactor, type Factor, prove, type Proven } from '#web/identity/sdk/prove.ts'
import { keptCredential, providerOf } from '#web/identity/sdk/sign-in.ts'
import { makeVerifier, windows } from '#web/identity/sdk/windows.ts'

/** How the account of whoever is signed in can be opened. */
export interface Security {
  email: string
  emailVerified: boolean
  phoneNumber: string
  /** By the library's names, such as `password`, `phone` or `google.com`, each with who it is there. */
  providers: { id: string; name: string }[]
  factors: Factor[]
}

/** Asks the identity provider anew. */
export async function readSecurity(): Promise<Security> {
  const user = await getUser()
  await reload(user)
  return {
    email: user.email ?? '',
    emailVerified: user.emailVerified,
    phoneNumber: user.phoneNumber ?? '',
    providers: user.providerData.map(({ providerId, email, displayName, phoneNumber }) => ({
      id: providerId,
      name: phoneNumber ?? email ?? displayName ?? '',
    })),
    factors: multiFactor(user).enrolledFactors.map(describeFactor),
  }
}

/** Sets a new password, also for somebody who had none. Every other session of the account ends. */
export async function changePassword(password: string): Promise<void> {
  await updatePassword(await getUser(), password)
}

/** Mails a link to the new address; the account moves when it is opened there. */
export async function changeEmail(email: string, place: string): Promise<void> {
  await verifyBeforeUpdateEmail(await getUser(), email, { url: location.origin + place })
}

export async function linkPhone(verificationId: string, code: string): Promise<void> {
  await linkWithCredential(await getUser(), PhoneAuthProvider.credential(verificationId, code))
}

export async function linkProvider(providerId: string): Promise<void> {
  await linkWithPopup(await getUser(), providerOf(providerId), windows)
}

/** Redeems what came back in the address instead of a window. */
export async function linkByReturn(providerId: string, pendingToken: string): Promise<void> {
  await linkWithCredential(await getUser(), keptCredential(providerId, pendingToken))
}

export async function unlinkProvider(providerId: string): Promise<void> {
  await unlink(await getUser(), providerId)
}

let totpSecret: TotpSecret | undefined

/** A secret for an authenticator app: the address that its QR code holds, and the key to type in. */
export async function startTotp(): Promise<{ address: string; key: string }> {
  const user = await getUser()
  totpSecret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  return { address: totpSecret.generateQrCodeUrl(user.email ?? '', 'Boltyard'), key: totpSecret.secretKey }
}

export async function finishTotp(code: string): Promise<void> {
  if (!totpSecret) throw Object.assign(new Error(), { code: 'auth/code-expired' })
  const assertion = TotpMultiFactorGenerator.assertionForEnrollment(totpSecret, code)
  await multiFactor(await getUser()).enroll(assertion, 'Authenticator app')
  totpSecret = undefined
}

/** Sends a code to the phone that shall become a second step; answers what the code must be handed in with. */
export async function startSmsFactor(phoneNumber: string): Promise<string> {
  const session = await multiFactor(await getUser()).getSession()
  return new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber, session }, makeVerifier())
}

export async function finishSmsFactor(verificationId: string, code: string): Promise<void> {
  const assertion = PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code))
  await multiFactor(await getUser()).enroll(assertion, 'Text message')
}

export async function withdrawFactor(factorId: string): Promise<void> {
  await multiFactor(await getUser()).unenroll(factorId)
}

/** Throws `auth/requires-recent-login` unless the person has proved who they are in the last minutes, by the provider's clock. */
export async function assertProvedLately(): Promise<void> {
  const { authTime, issuedAtTime } = await (await getUser()).getIdTokenResult(true)
  if (Date.parse(issuedAtTime) - Date.parse(authTime) < 4 * 60_000) return
  throw Object.assign(new Error(), { code: 'auth/requires-recent-login' })
}

export async function deleteAccount(): Promise<void> {
  await deleteUser(await getUser())
}

/** For changes that want a fresh proof of who is there. */
export async function proveAgainByPassword(password: string): Promise<Proven> {
  const user = await getUser()
  return prove(reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)))
}

export async function proveAgainByProvider(providerId: string): Promise<Proven> {
  return prove(reauthenticateWithPopup(await getUser(), providerOf(providerId), windows))
}

export async function proveAgainByPhone(verificationId: string, code: string): Promise<Proven> {
  return prove(reauthenticateWithCredential(await getUser(), PhoneAuthProvider.credential(verificationId, code)))
}
