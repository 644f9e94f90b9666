import { useSyncExternalStore } from 'react'

/**
 * Keeps a text in the browser's storage for components that follow it, that of `localStorage` in all tabs. It is null on the server and
 * where the browser refuses storage, so only what is a convenience is kept like this.
 */
export function storedText(area: 'localStorage' | 'sessionStorage', key: string) {
  const listeners = new Set<() => void>()
  function read(): string | null {
    try {
      return globalThis[area].getItem(key)
    } catch {
      return null
    }
  }
  function write(text: string | null): void {
    try {
      if (text === null) globalThis[area].removeItem(key)
      else globalThis[area].setItem(key, text)
    } catch {
      return
    }
    for (const listener of listeners) listener()
  }
  function follow(listener: () => void): () => void {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }
  return { read, write, useText: () => useSyncExternalStore(follow, read, () => null) }
}
