import { FirebaseError, initializeApp } from '@firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  browserSessionPersistence,
  indexedDBLocalPersistence,
  initializeAuth,
  type User,
} from '@firebase/auth'
import { pageSettings } from '#web/api/page-settings.ts'

export const auth: Auth = openAuth()

function openAuth(): Auth {
  const { identity } = pageSettings()
  const opened = initializeAuth(
    initializeApp({
      apiKey: identity.apiKey,
      projectId: identity.projectId,
      authDomain: identity.mode === 'embedded' ? location.hostname : identity.authDomain,
    }),
    // No resolver for windows here: with one, a phone would load Google's scripts at once.
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

/** Returns the user signed in at the identity provider in this browser. */
export async function findUser(): Promise<User | undefined> {
  await auth.authStateReady()
  return auth.currentUser ?? undefined
}

/** Returns the user like findUser; throws the SDK's error for an ended session if there is none. */
export async function getUser(): Promise<User> {
  const user = await findUser()
  if (!user) throw new FirebaseError('auth/user-token-expired', '')
  return user
}

/** Returns the SDK's code of an error, such as `auth/invalid-credential`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
