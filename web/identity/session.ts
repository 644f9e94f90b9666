import { useSyncExternalStore } from 'react'
import {
  isAboutAccessToken,
  readAccessToken,
  readSessionEnd,
  readTokenHolder,
  renewAccessToken,
  renewAccessTokenBy,
} from '#web/api/access-token.ts'
import { loadPart } from '#web/api/load-part.ts'

/**
 * Who looks at this page. `loading` is what the server renders: it never knows. `ended` tells of a session that did not end by hand
 * in this browser: it was ended elsewhere, or is too old.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; ended: boolean }
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

/** Ends the session here and in other tabs, and all access tokens at the server if it can be reached. */
export async function signOut(): Promise<void> {
  await (await loadChanges()).signOut()
}

/** The session that this page shows, if it has shown one already. */
export const shownSession = (): Session | undefined => session

/** Reads the session anew and shows it: it was changed in this browser. */
export function showSession(): void {
  session = readSession()
  document.documentElement.dataset['session'] = session.status === 'signed-out' ? 'out' : 'in'
  for (const listener of listeners) listener()
}

const loading: Session = { status: 'loading' }
const left: Session = { status: 'signed-out', ended: false }
const ended: Session = { status: 'signed-out', ended: true }

let session: Session | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs)
  // They may sign out where there is no network.
  if (currentSession().status === 'signed-in') loadChanges().catch(() => undefined)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}

async function followOtherTabs(event: StorageEvent): Promise<void> {
  if (!isAboutAccessToken(event)) return
  if (!readAccessToken()) {
    // Whoever asks knows at once; the page still stands until what was typed there is kept.
    const before = session
    session = readSession()
    // Without the network, there is nothing of this page to keep either.
    await loadChanges().then(({ saveTyped }) => saveTyped(readSessionEnd(), before), console.error)
  }
  showSession()
}

/** What changes a session is loaded by those who have one: a visitor only reads that there is none. */
const loadChanges = () => loadPart(() => import('#web/identity/session-changes.ts'))

renewAccessTokenBy(async () => (await loadChanges()).renewSession())

function readSession(): Session {
  const holder = readTokenHolder()
  if (holder) return { status: 'signed-in', email: holder.email, name: holder.name, role: holder.role }
  if (!readAccessToken()) return readSessionEnd() === 'ended' ? ended : left
  // A token of an unknown person: the identity provider knows whose it is.
  queueMicrotask(() => void renewAccessToken().catch(async () => (await loadChanges()).endSession('ended')))
  return loading
}
