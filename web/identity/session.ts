import { useSyncExternalStore } from 'react'
import type { Permission } from '#contract/permissions.ts'
import {
  isAboutAccessToken,
  readAccessToken,
  readSessionEnd,
  readTokenHolder,
  renewAccessToken,
  renewAccessTokenBy,
} from '#web/api/access-token.ts'
import { loadChunk } from '#web/api/load-chunk.ts'

/**
 * Describes the session of the page. The server renders `loading`, since it never knows. `ended` is set if the session expired or
 * was ended elsewhere.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; ended: boolean }
  | {
      status: 'signed-in'
      email: string
      name: string
      role: 'customer' | 'admin'
      /** Lists the permissions of a member of staff; an admin has all. */
      permissions?: readonly Permission[]
    }

/** Returns the session of this browser; follows changes in other tabs. */
export function useSession(): Session {
  return useSyncExternalStore(followSession, currentSession, () => loading)
}

/** Returns the current session, for loaders and handlers in the browser. */
export function currentSession(): Session {
  session ??= readSession()
  return session
}

/** Ends the session here and in other tabs, and all access tokens at the server if it can be reached. */
export async function signOut(): Promise<void> {
  await (await loadChanges()).signOut()
}

/** Returns the session shown on this page, if any. */
export const shownSession = (): Session | undefined => session

/** Reads the session again after a change in this browser. */
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

/** Runs `listener` when the session changes, here or in another tab; returns how to stop. */
export function followSession(listener: () => void): () => void {
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
    // The new state is visible at once; the page stays until its drafts are saved.
    const before = session
    session = readSession()
    // Without the network, there is nothing of this page to keep either.
    await loadChanges().then(({ saveDraftsOnEnd }) => saveDraftsOnEnd(readSessionEnd(), before), console.error)
  }
  showSession()
}

/** Loads the code that changes sessions, which anonymous visitors do not need. */
const loadChanges = () => loadChunk(() => import('#web/identity/session-changes.ts'))

renewAccessTokenBy(async () => (await loadChanges()).renewSession())

function readSession(): Session {
  const holder = readTokenHolder()
  if (holder) {
    const { email, name, role, permissions } = holder
    return { status: 'signed-in', email, name, role, ...(permissions && { permissions }) }
  }
  if (!readAccessToken()) return readSessionEnd() === 'ended' ? ended : left
  // A token of an unknown person: the identity provider knows whose it is.
  queueMicrotask(() => void renewAccessToken().catch(async () => (await loadChanges()).endSession('ended')))
  return loading
}
