import { initializeApp } from '@firebase/app'
import {
  type ActionCodeInfo,
  applyActionCode,
  type Auth,
  browserLocalPersistence,
  browserSessionPersistence,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updateProfile,
  type User,
} from '@firebase/auth'
import { pageSettings } from '#web/api/page-settings.ts'

/** Proof of who somebody is, to be exchanged for the shop's own access token. */
export interface Proof {
  idToken: string
  email: string
  name: string
}

/** What a link in a mail is for. `previousEmail` is there where the address of the account changes. */
export interface MailLink {
  purpose: ActionCodeInfo['operation']
  email: string
  previousEmail: string
}

/** The identity library, loaded only where somebody signs in or a token must be renewed. */
export const auth: Auth = openAuth()

function openAuth(): Auth {
  const { identity } = pageSettings()
  const opened = initializeAuth(
    initializeApp({
      apiKey: identity.apiKey,
      projectId: identity.projectId,
      authDomain: identity.mode === 'embedded' ? location.hostname : identity.authDomain,
    }),
    { persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence] },
  )
  if (identity.mode === 'embedded') {
    // In the same tick: the library's first request must go to our own origin already.
    const config = opened.config as { apiHost: string; apiScheme: string; tokenApiHost: string }
    config.apiHost = location.host
    config.tokenApiHost = location.host
    config.apiScheme = location.protocol.slice(0, -1)
  }
  opened.languageCode = document.documentElement.lang
  return opened
}

export async function proveByPassword(email: string, password: string): Promise<Proof> {
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  return proofOf(user)
}

/** Makes an account with a display name. Its verification mail goes out by `sendVerification`. */
export async function createAccount(email: string, password: string, name: string): Promise<Proof> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await updateProfile(user, { displayName: name })
  return { ...(await proofOf(user, true)), name }
}

export async function sendVerification(): Promise<void> {
  await auth.authStateReady()
  if (auth.currentUser) await sendEmailVerification(auth.currentUser)
}

export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(auth, email)
}

/** Reads the code of a mail's link without using it up. */
export async function readCode(code: string): Promise<MailLink> {
  const { operation, data } = await checkActionCode(auth, code)
  return { purpose: operation, email: data.email ?? '', previousEmail: data.previousEmail ?? '' }
}

export async function applyCode(code: string): Promise<void> {
  await applyActionCode(auth, code)
}

export async function resetPassword(code: string, password: string): Promise<void> {
  await confirmPasswordReset(auth, code, password)
}

/** Proof of whoever is signed in here, renewed when it ran out; undefined when nobody is. */
export async function currentProof(force = false): Promise<Proof | undefined> {
  await auth.authStateReady()
  return auth.currentUser ? proofOf(auth.currentUser, force) : undefined
}

export async function rename(name: string): Promise<void> {
  await auth.authStateReady()
  if (auth.currentUser) await updateProfile(auth.currentUser, { displayName: name })
}

export async function leave(): Promise<void> {
  await signOut(auth)
}

async function proofOf(user: User, force = false): Promise<Proof> {
  return { idToken: await user.getIdToken(force), email: user.email ?? '', name: user.displayName ?? '' }
}
