import { useSyncExternalStore } from 'react'
import { getAdmin } from '#contract/accounts.ts'
import { exchangeIdToken, signOut as signOutEndpoint } from '#contract/identity.ts'
import {
  dropAccessToken,
  isAboutAccessToken,
  keepAccessToken,
  keepTokenHolder,
  readAccessToken,
  readTokenHolder,
  renewAccessToken,
  renewAccessTokenBy,
  type TokenHolder,
} from '#web/api/access-token.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { IdentityProblem, toIdentityProblem } from '#web/identity/identity-problem.ts'
import type * as IdentitySdk from '#web/identity/identity-sdk.ts'
import { toast } from '#web/ui/toast.tsx'

/** Who looks at this page. `loading` is what the server renders: it never knows. */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; email: string; name: string; role: 'customer' | 'admin' }

/** The signed-in state of this browser; follows sign-ins and sign-outs of its other tabs. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => loading)
}

/** The signed-in state right now, for loaders and handlers in the browser. */
export function currentSession(): Session {
  session ??= readSession()
  return session
}

/** Signs in and takes the shop's access token. Throws IdentityProblem or ApiProblem, each with a sentence. */
export async function signIn(email: string, password: string): Promise<void> {
  await enter(await identity((sdk) => sdk.proveByPassword(email.trim(), password)))
}

/** Makes an account and signs in; the verification mail is sent, and its failure does not undo the account. */
export async function signUp(wish: { email: string; password: string; name: string }): Promise<void> {
  const proof = await identity((sdk) => sdk.createAccount(wish.email.trim(), wish.password, wish.name.trim()))
  await enter(proof)
  await identity((sdk) => sdk.sendVerification()).catch((error: unknown) => {
    toast.warning(error instanceof Error ? error.message : 'The verification mail could not be sent.')
  })
}

export async function sendResetMail(email: string): Promise<void> {
  await identity((sdk) => sdk.sendReset(email.trim()))
}

/** Sends the mail that asks to verify the address of whoever is signed in. */
export async function sendVerificationMail(): Promise<void> {
  await identity((sdk) => sdk.sendVerification())
}

export type { MailLink } from '#web/identity/identity-sdk.ts'

/** What a link in a mail is for; the link can still be used afterwards. */
export async function readMailLink(code: string): Promise<IdentitySdk.MailLink> {
  if (!code) throw new IdentityProblem('auth/missing-action-code', 'A part of this link is missing.')
  return identity((sdk) => sdk.readCode(code))
}

/** Does what a link in a mail is for, once. */
export async function applyMailLink(code: string): Promise<void> {
  await identity((sdk) => sdk.applyCode(code))
  await followAccount()
}

/** Uses a link for a forgotten password, which ends all sessions of its account. */
export async function resetPassword(code: string, password: string): Promise<void> {
  await identity((sdk) => sdk.resetPassword(code, password))
  await followAccount()
}

/** Ends the session here and in other tabs, and all access tokens at the server if it can be reached. */
export async function signOut(): Promise<void> {
  const token = readAccessToken()
  if (token) await call(signOutEndpoint, { bearer: token }).catch(() => undefined) // leaving works offline, too
  await endSession()
  toast.success('Sign out successfully')
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
  update()
}

/** Gives the signed-in person another display name, here and at the identity provider. */
export async function changeName(name: string): Promise<void> {
  await identity((sdk) => sdk.rename(name))
  const holder = readTokenHolder()
  if (!holder) return
  keepTokenHolder({ ...holder, name })
  update()
}

const loading: Session = { status: 'loading' }
const signedOut: Session = { status: 'signed-out' }

let session: Session | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}

function followOtherTabs(event: StorageEvent): void {
  if (isAboutAccessToken(event)) update()
}

function update(): void {
  session = readSession()
  document.documentElement.dataset['session'] = session.status === 'signed-out' ? 'out' : 'in'
  for (const listener of listeners) listener()
}

function readSession(): Session {
  const holder = readTokenHolder()
  if (holder) return { status: 'signed-in', email: holder.email, name: holder.name, role: holder.role }
  if (!readAccessToken()) return signedOut
  // A token of an unknown person: the identity provider knows whose it is.
  queueMicrotask(() => void renewAccessToken().catch(() => endSession()))
  return loading
}

async function endSession(): Promise<void> {
  dropAccessToken()
  update()
  await identity((sdk) => sdk.leave())
}

type Sdk = typeof IdentitySdk
let sdk: Promise<Sdk> | undefined

/** Runs something with the identity library, which is loaded when it is first needed. */
async function identity<Result>(use: (sdk: Sdk) => Promise<Result>): Promise<Result> {
  sdk ??= import('#web/identity/identity-sdk.ts').catch((error: unknown) => {
    sdk = undefined
    console.error(error)
    throw new ApiProblem({
      code: 'network-failed',
      status: 0,
      message: 'The shop cannot be reached. Check your connection and try again.',
    })
  })
  const loaded = await sdk
  try {
    return await use(loaded)
  } catch (error) {
    throw toIdentityProblem(error)
  }
}

/** Somebody the shop turns away must not stay signed in at the identity provider either. */
async function enter(proof: IdentitySdk.Proof): Promise<void> {
  try {
    await exchange(proof)
  } catch (error) {
    if (!isPassing(error)) await endSession()
    throw error
  }
}

async function exchange(proof: IdentitySdk.Proof): Promise<string> {
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
  update()
  return answer.token
}

renewAccessTokenBy(() => renewSession())

async function renewSession(force = false): Promise<string | undefined> {
  try {
    const proof = await identity((sdk) => sdk.currentProof(force))
    if (proof) return await exchange(proof)
  } catch (error) {
    if (isPassing(error)) throw error
  }
  // Whatever else keeps a stored person from being read again signs them out here.
  await endSession()
  return undefined
}

/** After a change of an account: who is signed in here gets a token that knows of it, or is signed out if it ended the session. */
async function followAccount(): Promise<void> {
  if (!readAccessToken()) return
  await renewSession(true).catch((error: unknown) => {
    // The change is done; the next call renews the token.
    if (!isPassing(error)) throw error
  })
}

/** A failure that says nothing about the session: the network, or a server that is busy. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiProblem) return error.status === 0 || error.status === 429 || error.status >= 500
  return error instanceof Error && 'code' in error && error.code === 'auth/network-request-failed'
}
