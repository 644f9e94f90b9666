import { getAdmin } from '#contract/accounts.ts'
import { exchangeIdToken, signOut as signOutEndpoint } from '#contract/identity.ts'
import {
  dropAccessToken,
  keepAccessToken,
  keepTokenHolder,
  readAccessToken,
  readTokenHolder,
  type SessionEnd,
  type TokenHolder,
} from '#web/api/access-token.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { identity } from '#web/identity/identity-call.ts'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { callOwnService } from '#web/identity/own-service.ts'
import type { Factor, Proof, Proven } from '#web/identity/sdk/prove.ts'
import { shownSession, showSession } from '#web/identity/session.ts'
import { forgetTyped, keepTyped } from '#web/identity/typed-text.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** What has come of a way to sign in: it is done, a second step is needed, or an e-mail address. */
export type Entry = { state: 'signed-in' } | { state: 'second-step'; factors: Factor[] } | { state: 'email-needed' }

/** Takes the shop's access token for a proof of who somebody is, as far as that is enough. */
export async function enter(proven: Proven): Promise<Entry> {
  if ('factors' in proven) return { state: 'second-step', factors: proven.factors }
  if (!proven.proof.email) return { state: 'email-needed' }
  try {
    await exchange(proven.proof)
    return { state: 'signed-in' }
  } catch (error) {
    // Somebody the shop turns away must not stay signed in at the identity provider either.
    if (!isPassing(error)) await endSession('left')
    throw error
  }
}

/** Ends the session here and in other tabs, and all access tokens at the server if it can be reached. */
export async function signOut(): Promise<void> {
  const token = readAccessToken()
  if (token) await call(signOutEndpoint, { bearer: token }).catch(() => undefined) // leaving works offline, too
  await forgetSession()
  toast.success(t('sign-out.done'))
}

/** Forgets who was signed in here, and what they typed. */
export async function forgetSession(): Promise<void> {
  forgetTyped()
  await endSession('left')
}

/** After a change of an account: who is signed in here gets a token that knows of it, or is signed out if it ended the session. */
export async function followAccount(): Promise<void> {
  if (!readAccessToken()) return
  await renewSession().catch((error: unknown) => {
    // The change is done; the next call renews the token.
    if (!isPassing(error)) throw error
  })
}

/** Asks the server for the role of the signed-in person: it may have changed since the token was given. */
export async function refreshRole(): Promise<void> {
  const holder = readTokenHolder()
  if (!holder) return
  const { admin } = await call(getAdmin, { params: { email: holder.email } })
  const now = readTokenHolder()
  const role = admin ? 'admin' : 'customer'
  if (!now || now.email !== holder.email || now.role === role) return
  keepTokenHolder({ ...now, role })
  showSession()
}

/** Gives the signed-in person another display name, here and at the identity provider. */
export async function changeName(name: string): Promise<void> {
  await identity((sdk) => sdk.rename(name))
  const holder = readTokenHolder()
  if (!holder) return
  keepTokenHolder({ ...holder, name })
  showSession()
}

/** Ends the session here, whatever the server says. */
export async function endSession(because: SessionEnd): Promise<void> {
  saveTyped(because)
  dropAccessToken(because)
  showSession()
  await identity(async (sdk) => {
    const isOurs = because === 'left' && pageSettings().identity.mode === 'embedded'
    // The library only forgets a session here. Leaving works offline, too.
    if (isOurs) await endAtProvider(sdk.currentProof).catch(() => undefined)
    await sdk.leave()
  })
}

async function endAtProvider(findProof: () => Promise<Proof | undefined>): Promise<void> {
  const proof = await findProof()
  if (proof) await callOwnService('/v1/accounts:signOut', { idToken: proof.idToken })
}

/** While the page still stands: whoever only lost the session finds again what they had typed there. */
export function saveTyped(because: SessionEnd, session = shownSession()): void {
  if (because === 'ended' && session?.status === 'signed-in') keepTyped(session.email)
  else forgetTyped()
}

async function exchange(proof: Proof): Promise<string> {
  const answer = await call(exchangeIdToken, {
    params: { email: proof.email },
    bearer: proof.idToken,
  })
  const holder: TokenHolder = {
    email: answer.email,
    name: proof.name,
    role: answer.role,
    expiresAt: Date.parse(answer.expiresAt),
  }
  keepAccessToken(answer.token, holder)
  showSession()
  return answer.token
}

/** A new token for who is signed in at the identity provider; undefined, and signed out here, when nobody is. */
export async function renewSession(): Promise<string | undefined> {
  try {
    // From the provider itself, not from its last word kept here: the session may have been ended elsewhere.
    const proof = await identity((sdk) => sdk.currentProof(true))
    if (proof?.email) return await exchange(proof)
  } catch (error) {
    if (isPassing(error)) throw error
  }
  // Whatever else keeps a stored person from being read again signs them out here.
  await endSession('ended')
  return undefined
}

/** A failure that says nothing about the session: the network, or a server that is busy. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiProblem) return error.status === 0 || error.status === 429 || error.status >= 500
  return ['auth/network-request-failed', 'auth/service-unavailable'].includes(codeOfProblem(error))
}
