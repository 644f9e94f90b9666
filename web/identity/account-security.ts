import type { AuthCredential, User } from '@firebase/auth'
import { queryOptions } from '@tanstack/react-query'
import { deleteMyAccount } from '#contract/identity.ts'
import { readAccessToken } from '#web/api/access-token.ts'
import { call } from '#web/api/call-endpoint.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { identity, type Library } from '#web/identity/identity-call.ts'
import { codeOfProblem, IdentityProblem } from '#web/identity/identity-problem.ts'
import { callIdentityService } from '#web/identity/identity-service.ts'
import { redeemPhoneCode, requestPhoneCode } from '#web/identity/phone-codes.ts'
import { redirectToProvider } from '#web/identity/provider-return.ts'
import type { AuthenticationResult } from '#web/identity/sdk/credentials.ts'
import {
  type SignInOutcome,
  completeSignIn,
  refreshSessionAfterChange,
  clearSession,
} from '#web/identity/session-changes.ts'
import { emailLookupSubject, withProofOfWork } from '#web/identity/with-proof-of-work.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

export type { Factor } from '#web/identity/sdk/credentials.ts'
export type { Security } from '#web/identity/sdk/security.ts'

/** Describes an active session; times are ISO 8601. */
export interface DeviceSession {
  sessionId: string
  current: boolean
  createdAt: string
  lastUsedAt: string
  ipAddress?: string
  userAgent?: string
}

/** Queries the security settings of the signed-in user; until the address is verified, what happens to it elsewhere shows by itself. */
export const ownSecurity = queryOptions({
  queryKey: ['security'],
  queryFn: () => identity((sdk) => sdk.readSecurity()),
  refetchInterval: ({ state }) => (state.data?.emailVerified === false ? 15_000 : false),
})

/** Queries the sessions of the signed-in user. */
export const deviceSessions = queryOptions({
  queryKey: ['device sessions'],
  queryFn: async () => {
    const { sessions } = await requestIdentityService('/v1/accounts:listSessions')
    // Our own service's answer.
    return sessions as DeviceSession[]
  },
})

/** Queries the number of unused recovery codes. */
export const recoveryCodesLeft = queryOptions({
  queryKey: ['recovery codes'],
  queryFn: async () => {
    const { left } = await requestIdentityService('/v1/accounts:readRecoveryCodes')
    // Our own service's answer.
    return left as number
  },
})

const securityPath = '/dashboard/security'

// Changes of the account throw `auth/requires-recent-login` if the last sign-in is some minutes old.

/** Changes the account of the signed-in user, and renews the access token. */
async function changeAccount(change: (sdk: Library['sdk'], user: User) => Promise<unknown>): Promise<void> {
  await identity(async (sdk) => change(sdk, await sdk.getUser()))
  await refreshSessionAfterChange()
}

/** Sets a new or first password. All other sessions of the account end. */
export const changePassword = (password: string) => changeAccount((sdk, user) => sdk.updatePassword(user, password))

/** Mails a link to the new address; nothing changes before it is opened. */
export async function changeEmail(email: string): Promise<void> {
  await withProofOfWork(emailLookupSubject, () =>
    identity(async (sdk) =>
      sdk.verifyBeforeUpdateEmail(await sdk.getUser(), email.trim(), { url: `${location.origin}${securityPath}` }),
    ),
  )
}

/** Throws `auth/requires-recent-login` after an older sign-in, unless it `isAuthenticated`: before a text message is sent in vain. */
export async function assertRecentSignIn(isAuthenticated: boolean): Promise<void> {
  if (!isAuthenticated) await identity((sdk) => sdk.assertSignedInRecently())
}

export async function linkPhone(verificationId: string, code: string): Promise<void> {
  const redeem = () =>
    identity(async (sdk) =>
      sdk.linkWithCredential(await sdk.getUser(), sdk.PhoneAuthProvider.credential(verificationId, code)),
    )
  await redeemPhoneCode(redeem).catch((error: unknown) => {
    // The library's code for it speaks of e-mail addresses.
    if (codeOfProblem(error) !== 'auth/account-exists-with-different-credential') throw error
    throw new IdentityProblem(codeOfProblem(error), t('identity.phone-number-already-exists'))
  })
  await refreshSessionAfterChange()
}

/** Links a provider in its window. After an older sign-in it asks for a proof before the window opens, unless it `isAuthenticated`. */
export async function linkProvider(providerId: string, isAuthenticated: boolean): Promise<void> {
  // A proof was given a moment ago, even if the clock of this browser says otherwise.
  if (!isAuthenticated) await identity((sdk) => sdk.assertSignedInRecentlyHere())
  try {
    await identity(async (sdk) =>
      sdk.linkWithPopup(await sdk.getUser(), sdk.createProviderClient(providerId), sdk.popupResolver),
    )
  } catch (error) {
    const isBlocked = codeOfProblem(error) === 'auth/popup-blocked' && pageSettings().identity.mode === 'embedded'
    if (!isBlocked) throw error
    await redirectToProvider(providerId, 'link', securityPath)
  }
  await refreshSessionAfterChange()
}

export const linkWithRedirectResult = (providerId: string, pendingToken: string) =>
  changeAccount((sdk, user) => sdk.linkWithCredential(user, sdk.credentialFromToken(providerId, pendingToken)))

export const unlinkProvider = (providerId: string) => changeAccount((sdk, user) => sdk.unlink(user, providerId))

/** Returns a new secret for an authenticator app; it is active after its first code was entered. */
export const startTotp = () => identity((sdk) => sdk.startTotp())

export const finishTotp = (code: string) => changeAccount((sdk) => sdk.finishTotp(code))

export const startSmsFactor = (phoneNumber: string) =>
  requestPhoneCode('second-factor', phoneNumber, (to) => identity((sdk) => sdk.startSmsFactor(to)))

export const finishSmsFactor = (verificationId: string, code: string) =>
  redeemPhoneCode(() => changeAccount((sdk) => sdk.finishSmsFactor(verificationId, code)))

export const withdrawFactor = (factorId: string) =>
  changeAccount((sdk, user) => sdk.multiFactor(user).unenroll(factorId))

/** Makes new recovery codes, which void the older ones; they are shown this once. */
export async function createRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await requestIdentityService('/v1/accounts:createRecoveryCodes')
  // Our own service's answer.
  return recoveryCodes as string[]
}

export async function endDeviceSession(sessionId: string): Promise<void> {
  await requestIdentityService('/v1/accounts:signOut', { sessionId })
}

export async function signOutEverywhere(): Promise<void> {
  await requestIdentityService('/v1/accounts:signOut', { everywhere: true })
  await clearSession()
  toast.success(t('sign-out.done'))
}

/**
 * Deletes the account and all personal data in the shop; the caller then clears the local session. The embedded identity service
 * notifies the shop itself. With an external one the shop erases first, while the user can still authenticate.
 */
export async function deleteAccount(): Promise<void> {
  if (pageSettings().identity.mode === 'firebase') {
    await identity((sdk) => sdk.assertSignedInRecently())
    await call(deleteMyAccount)
  }
  await identity(async (sdk) => sdk.deleteUser(await sdk.getUser()))
}

export async function reauthenticateWithPassword(password: string): Promise<SignInOutcome> {
  const whose = () => identity(async (sdk) => ({ email: (await sdk.currentCredential())?.email }))
  const prove = () =>
    identity((sdk) => reauthenticate(sdk, (user) => sdk.EmailAuthProvider.credential(user.email ?? '', password)))
  try {
    return await completeSignIn(await withProofOfWork(whose, prove))
  } catch (error) {
    // Only a password was typed.
    const isWrong = ['auth/invalid-credential', 'auth/wrong-password'].includes(codeOfProblem(error))
    throw isWrong ? new IdentityProblem(codeOfProblem(error), t('security.wrong-password')) : error
  }
}

export const reauthenticateWithProvider = (providerId: string) =>
  flow(
    identity(async (sdk) => {
      const client = sdk.createProviderClient(providerId)
      return sdk.authenticate(sdk.reauthenticateWithPopup(await sdk.getUser(), client, sdk.popupResolver))
    }),
  )

export const reauthenticateWithPhone = (verificationId: string, code: string) =>
  flow(
    redeemPhoneCode(() =>
      identity((sdk) => reauthenticate(sdk, () => sdk.PhoneAuthProvider.credential(verificationId, code))),
    ),
  )

/** Signs in again for a sensitive change. */
const reauthenticate = async (sdk: Library['sdk'], credentialOf: (user: User) => AuthCredential) => {
  const user = await sdk.getUser()
  return sdk.authenticate(sdk.reauthenticateWithCredential(user, credentialOf(user)))
}

/**
 * Waits until the link of a mail has signed in again in another tab of this browser, and that tab has its new access token: a change
 * before that could end the very session with which it still asks, and both tabs would be signed out.
 */
export async function reauthenticateWithEmailLink(stop: AbortSignal): Promise<SignInOutcome> {
  await Promise.all([identity((sdk) => sdk.waitForReauthentication(stop)), waitForNewToken(stop)])
  return { state: 'signed-in' }
}

function waitForNewToken(stop: AbortSignal): Promise<void> {
  const before = readAccessToken()
  return new Promise((resolve) => {
    const hear = () => {
      const token = readAccessToken()
      if (token !== undefined && token !== before) resolve()
    }
    addEventListener('storage', hear, { signal: stop })
  })
}

async function flow(proving: Promise<AuthenticationResult>): Promise<SignInOutcome> {
  return completeSignIn(await proving)
}

function requestIdentityService(path: string, input: object = {}): Promise<Record<string, unknown>> {
  return identity(async (sdk) =>
    callIdentityService(path, { ...input, idToken: (await sdk.currentCredential())?.idToken }),
  )
}
