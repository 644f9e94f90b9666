import { forgetMe } from '#contract/identity.ts'
import { keepAnswers } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { identity } from '#web/identity/identity-call.ts'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { callOwnService } from '#web/identity/own-service.ts'
import { redirectToProvider } from '#web/identity/provider-return.ts'
import type { Proven } from '#web/identity/sdk/prove.ts'
import { type Entry, enter, followAccount, forgetSession } from '#web/identity/session-changes.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

export type { Factor } from '#web/identity/sdk/prove.ts'
export type { Security } from '#web/identity/sdk/security.ts'

/** One place where the account is signed in; moments are ISO 8601. */
export interface SignedInPlace {
  sessionId: string
  current: boolean
  createdAt: string
  lastUsedAt: string
  ipAddress?: string
  userAgent?: string
}

/** How the account of the signed-in person can be opened, by their e-mail. */
export const securityOf = keepAnswers(() => identity((sdk) => sdk.readSecurity()))

/** Where the signed-in person is signed in, by their e-mail. */
export const placesOf = keepAnswers(async () => {
  const { sessions } = await askOwnService('/v1/accounts:listSessions')
  // Our own service's answer.
  return sessions as SignedInPlace[]
})

// What changes the account throws `auth/requires-recent-login` when the last proof is some minutes old.

export async function changePassword(password: string): Promise<void> {
  await identity((sdk) => sdk.changePassword(password))
  await followAccount()
}

/** Mails a link to the new address; nothing changes before it is opened. */
export async function changeEmail(email: string): Promise<void> {
  await identity((sdk) => sdk.changeEmail(email.trim(), '/dashboard/my-profile'))
}

export async function linkPhone(verificationId: string, code: string): Promise<void> {
  await identity((sdk) => sdk.linkPhone(verificationId, code))
  await followAccount()
}

export async function linkProvider(providerId: string): Promise<void> {
  try {
    await identity((sdk) => sdk.linkProvider(providerId))
  } catch (error) {
    const isBlocked = codeOfProblem(error) === 'auth/popup-blocked' && pageSettings().identity.mode === 'embedded'
    if (!isBlocked) throw error
    await redirectToProvider(providerId, 'link', '/dashboard/my-profile')
  }
  await followAccount()
}

export async function linkByReturn(providerId: string, pendingToken: string): Promise<void> {
  await identity((sdk) => sdk.linkByReturn(providerId, pendingToken))
  await followAccount()
}

export async function unlinkProvider(providerId: string): Promise<void> {
  await identity((sdk) => sdk.unlinkProvider(providerId))
  await followAccount()
}

/** A secret for an authenticator app; it counts once a code made with it comes back. */
export const startTotp = () => identity((sdk) => sdk.startTotp())

export async function finishTotp(code: string): Promise<void> {
  await identity((sdk) => sdk.finishTotp(code))
  await followAccount()
}

export const startSmsFactor = (phoneNumber: string) => identity((sdk) => sdk.startSmsFactor(phoneNumber.trim()))

export async function finishSmsFactor(verificationId: string, code: string): Promise<void> {
  await identity((sdk) => sdk.finishSmsFactor(verificationId, code))
  await followAccount()
}

export async function withdrawFactor(factorId: string): Promise<void> {
  await identity((sdk) => sdk.withdrawFactor(factorId))
  await followAccount()
}

export async function endPlace(sessionId: string): Promise<void> {
  await askOwnService('/v1/accounts:signOut', { sessionId })
}

export async function signOutEverywhere(): Promise<void> {
  await askOwnService('/v1/accounts:signOut', { everywhere: true })
  await forgetSession()
  toast.success(t('sign-out.done'))
}

/**
 * Deletes the account and everything personal in the shop; this browser's session is still to be forgotten. Our own identity service
 * tells the shop by itself. With another one the shop forgets first: once the account is gone, nobody could prove who asks.
 */
export async function deleteAccount(): Promise<void> {
  if (pageSettings().identity.mode === 'firebase') {
    await identity((sdk) => sdk.assertProvedLately())
    await call(forgetMe)
  }
  await identity((sdk) => sdk.deleteAccount())
}

export const proveAgainByPassword = (password: string) =>
  entering(identity((sdk) => sdk.proveAgainByPassword(password)))

export const proveAgainByProvider = (providerId: string) =>
  entering(identity((sdk) => sdk.proveAgainByProvider(providerId)))

export const proveAgainByPhone = (verificationId: string, code: string) =>
  entering(identity((sdk) => sdk.proveAgainByPhone(verificationId, code)))

async function entering(proving: Promise<Proven>): Promise<Entry> {
  return enter(await proving)
}

function askOwnService(path: string, wish: object = {}): Promise<Record<string, unknown>> {
  return identity(async (sdk) => callOwnService(path, { ...wish, idToken: (await sdk.currentProof())?.idToken }))
}
