import { currentStore } from '#web/i18n/current-store.ts'
import {
  deleteUser,
  multiFactor,
  onIdTokenChanged,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  reload,
  TotpMultiFactorGenerator,
  type TotpSecret,
  type User,
} from '@firebase/auth'
import { auth, findUser, getUser } from '#web/identity/sdk/auth.ts'
import { describeFactor, type Factor } from '#web/identity/sdk/credentials.ts'
import { makeVerifier } from '#web/identity/sdk/popups.ts'

/** Describes the sign-in methods of the signed-in user. */
export interface Security {
  email: string
  emailVerified: boolean
  phoneNumber: string
  /** By SDK name, such as `password`, `phone` or `google.com`, each with its identifier. */
  providers: { id: string; name: string }[]
  /** The SDK reports `password` also for accounts that only use e-mail links. */
  hasPassword: boolean
  factors: Factor[]
}

/** Refetches the security settings. */
export async function readSecurity(): Promise<Security> {
  const user = await getUser()
  await reload(user)
  const isByEmail = user.providerData.some(({ providerId }) => providerId === 'password')
  return {
    email: user.email ?? '',
    emailVerified: user.emailVerified,
    phoneNumber: user.phoneNumber ?? '',
    providers: user.providerData.map(({ providerId, email, displayName, phoneNumber }) => ({
      id: providerId,
      name: phoneNumber ?? email ?? displayName ?? '',
    })),
    hasPassword: isByEmail && (await findPassword(user)),
    factors: multiFactor(user).enrolledFactors.map(describeFactor),
  }
}

/** Whether there is a password: the provider says so, and the library keeps it to itself. */
async function findPassword(user: User): Promise<boolean> {
  const { apiScheme, apiHost, apiKey } = auth.config
  const response = await fetch(`${apiScheme}://${apiHost}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken: await user.getIdToken() }),
  }).catch(() => {
    throw Object.assign(new Error(), { code: 'auth/network-request-failed' })
  })
  const { users } = (await response.json()) as { users?: { passwordHash?: string }[] }
  return users?.[0]?.passwordHash !== undefined
}

let totpSecret: TotpSecret | undefined

/** Returns a new secret for an authenticator app: the URL of its QR code, and the key to type in. */
export async function startTotp(): Promise<{ address: string; key: string }> {
  const user = await getUser()
  totpSecret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  return { address: totpSecret.generateQrCodeUrl(user.email ?? '', currentStore().name), key: totpSecret.secretKey }
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

// The services refuse after five minutes; what follows the check takes its time, too.
const recentMs = 4 * 60_000

/** Throws `auth/requires-recent-login` unless the last sign-in was minutes ago, by the provider's clock. */
export async function assertSignedInRecently(): Promise<void> {
  const { authTime, issuedAtTime } = await (await getUser()).getIdTokenResult(true)
  assertRecent(authTime, Date.parse(issuedAtTime))
}

/** Checks like `assertSignedInRecently`, but by the stored token and the browser's clock: after a request, popups are blocked. */
export async function assertSignedInRecentlyHere(): Promise<void> {
  const { authTime } = await (await getUser()).getIdTokenResult()
  assertRecent(authTime, Date.now())
}

function assertRecent(authTime: string, nowMs: number): void {
  if (nowMs - Date.parse(authTime) < recentMs) return
  throw Object.assign(new Error(), { code: 'auth/requires-recent-login' })
}

/** Deletes the account of the signed-in user unless it has an e-mail address by now, perhaps by another tab. */
export async function deleteWithoutEmail(): Promise<void> {
  const user = await findUser()
  if (!user) return
  await reload(user)
  if (!user.email) await deleteUser(user)
}

/** Waits for a newer sign-in of the same user, also in another tab, which the SDK reports. */
export async function waitForReauthentication(stop: AbortSignal): Promise<void> {
  const before = Date.parse((await (await getUser()).getIdTokenResult()).authTime)
  return new Promise((resolve, reject) => {
    const unsubscribe = onIdTokenChanged(auth, (user) => {
      if (user) void look(user).catch(reject)
    })
    async function look(user: User) {
      if (Date.parse((await user.getIdTokenResult()).authTime) <= before) return
      unsubscribe()
      resolve()
    }
    stop.addEventListener('abort', unsubscribe)
  })
}
