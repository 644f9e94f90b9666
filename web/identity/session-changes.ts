import { getAdmin } from '#contract/accounts.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { exchangeIdToken, signOut as signOutEndpoint } from '#contract/identity.ts'
import {
  dropAccessToken,
  saveAccessToken,
  saveTokenHolder,
  readAccessToken,
  readTokenHolder,
  type SessionEnd,
  type TokenHolder,
} from '#web/api/access-token.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { identity } from '#web/identity/identity-call.ts'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { callIdentityService } from '#web/identity/identity-service.ts'
import type { Factor, Credential, AuthenticationResult } from '#web/identity/sdk/credentials.ts'
import { shownSession, showSession } from '#web/identity/session.ts'
import { clearSignInLinkEmail } from '#web/identity/sign-in-link-email.ts'
import { clearDrafts, saveDrafts } from '#web/page/form-drafts.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Describes the result of a sign-in: done, or a second factor or e-mail address is needed. */
export type SignInOutcome =
  | { state: 'signed-in' }
  | { state: 'second-step'; factors: Factor[] }
  | { state: 'email-needed' }

/** Exchanges a credential for the shop's access token, if it is sufficient. */
export async function completeSignIn(authenticated: AuthenticationResult): Promise<SignInOutcome> {
  if ('factors' in authenticated) return { state: 'second-step', factors: authenticated.factors }
  if (!authenticated.proof.email) return { state: 'email-needed' }
  try {
    const { startedOver } = await exchange(authenticated.proof)
    clearSignInLinkEmail()
    if (startedOver) toast.info(t('sign-in.started-over'))
    return { state: 'signed-in' }
  } catch (error) {
    // A user that the shop rejects must not stay signed in at the identity provider.
    if (!isTransient(error)) await endSession('left')
    throw error
  }
}

/** Ends the session here and in other tabs, and all access tokens at the server if it can be reached. */
export async function signOut(): Promise<void> {
  const token = readAccessToken()
  const told = token && call(signOutEndpoint, { bearer: token }).catch(() => undefined) // leaving works offline, too
  // At once: pages that are open meanwhile ask nothing with a token that the server takes back.
  await clearSession()
  await told
  toast.success(t('sign-out.done'))
}

/** Clears the session of this browser and what was typed in it. */
export async function clearSession(): Promise<void> {
  clearDrafts()
  clearSignInLinkEmail()
  await endSession('left')
}

/** Updates the session after a change of the account: fetches a new token, or signs out if the session has ended. */
export async function refreshSessionAfterChange(): Promise<void> {
  if (!readAccessToken()) return
  await renewSession().catch((error: unknown) => {
    // The change is done; the next call renews the token.
    if (!isTransient(error)) throw error
  })
}

/** Refetches the role of the signed-in user, which may have changed. */
export async function refreshRole(): Promise<void> {
  const holder = readTokenHolder()
  if (!holder) return
  const { admin, permissions } = await call(getAdmin, { params: { email: holder.email } })
  const now = readTokenHolder()
  const role = admin ? 'admin' : 'customer'
  if (!now || now.email !== holder.email) return
  if (now.role === role && String(now.permissions ?? '') === String(permissions ?? '')) return
  const { permissions: _, ...rest } = now
  saveTokenHolder({ ...rest, role, ...(permissions && { permissions }) })
  showSession()
}

/** Gives the signed-in person another display name, here and at the identity provider. */
export async function changeName(name: string): Promise<void> {
  await renameAtProvider(name)
  const holder = readTokenHolder()
  if (!holder) return
  saveTokenHolder({ ...holder, name })
  showSession()
}

/** Changes the display name at the identity provider. */
export const renameAtProvider = (displayName: string) =>
  identity(async (sdk) => {
    const user = await sdk.findUser()
    if (user) await sdk.updateProfile(user, { displayName })
  })

/** Ends the local session, whatever the server responds. */
export async function endSession(because: SessionEnd): Promise<void> {
  saveDraftsOnEnd(because)
  dropAccessToken(because)
  showSession()
  await identity(async (sdk) => {
    const isOurs = because === 'left' && pageSettings().identity.mode === 'embedded'
    // The SDK ends a session only locally. Signing out works offline, too.
    if (isOurs) await endAtProvider(sdk.currentCredential).catch(() => undefined)
    await sdk.signOut(sdk.auth)
  })
}

async function endAtProvider(findCredential: () => Promise<Credential | undefined>): Promise<void> {
  const proof = await findCredential()
  if (proof) await callIdentityService('/v1/accounts:signOut', { idToken: proof.idToken })
}

/** Saves drafts before the page changes, so that an expired session loses no input. */
export function saveDraftsOnEnd(because: SessionEnd, session = shownSession()): void {
  if (because === 'ended' && session?.status === 'signed-in') saveDrafts(session.email)
  else clearDrafts()
}

async function exchange(proof: Credential): Promise<ResponseBody<typeof exchangeIdToken>> {
  const response = await call(exchangeIdToken, {
    params: { email: proof.email },
    bearer: proof.idToken,
  })
  const before = readTokenHolder()
  const holder: TokenHolder = {
    email: response.email,
    name: proof.name,
    role: response.role,
    // A renewed token is of the same member of staff; the dashboard asks again when it opens.
    ...(before?.email === response.email && before.permissions && { permissions: before.permissions }),
    expiresAt: Date.parse(response.expiresAt),
  }
  saveAccessToken(response.token, holder)
  showSession()
  return response
}

/** Fetches a new token for the user at the identity provider; signs out and returns undefined if there is none. */
export async function renewSession(): Promise<string | undefined> {
  try {
    // From the provider itself, not from its last word kept here: the session may have been ended elsewhere.
    const proof = await identity((sdk) => sdk.currentCredential(true))
    if (proof?.email) return (await exchange(proof)).token
  } catch (error) {
    if (isTransient(error)) throw error
  }
  // Any other error that prevents restoring the user signs out.
  await endSession('ended')
  return undefined
}

/** Whether an error says nothing about the session: network failures and overload. */
function isTransient(error: unknown): boolean {
  if (error instanceof ApiProblem) return error.status === 0 || error.status === 429 || error.status >= 500
  return ['auth/network-request-failed', 'auth/service-unavailable'].includes(codeOfProblem(error))
}
