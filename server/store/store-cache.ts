import type { Language } from '#contract/language.ts'
import { defaultStore } from '#contract/settings.ts'
import type { Store } from '#contract/store.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { onPrimary } from '#server/platform/database/read-replicas.ts'
import { readStore } from '#server/store/read-store.ts'

/** Keeps the store in this process for a second, so that each mail of an order does not read it again. */
export interface StoreCache {
  /** Returns the store, by a transaction where there is one: in it, a second connection could wait for the first. */
  read(this: void, tx?: Transaction): Promise<Store>
  /** Returns the store for a call or a job; undefined while the database is unavailable and has not been read. */
  readForCall(): Promise<Store | undefined>
  /** Returns the store as it is now; while the database is unavailable, as it was read last. */
  readForPage(this: void): Promise<Store | undefined>
  /** Returns the languages of the store as it was read last, with the main one first. */
  languages(): readonly Language[]
  /** Makes the next read see a change by this process; those by others are seen after a second. */
  renew(): void
}

const freshMs = 1000

export function createStoreCache(db: Database): StoreCache {
  let last: { store: Store; readAt: number } | undefined
  let edition = 0

  async function readNow(from: Database | Transaction): Promise<Store> {
    const before = edition
    const readAt = performance.now()
    const store = await readStore(from)
    if (before === edition) last = { store, readAt }
    return store
  }

  return {
    read: (tx) => (last && performance.now() - last.readAt < freshMs ? Promise.resolve(last.store) : readNow(tx ?? db)),
    readForCall: () =>
      last && performance.now() - last.readAt < freshMs
        ? Promise.resolve(last.store)
        : onPrimary(() => readNow(db)).catch(() => last?.store),
    // A page is kept by the data that it is made of, so it must not show older.
    readForPage: () => readNow(db).catch(() => last?.store),
    languages: () => (last?.store ?? defaultStore).languages,
    renew() {
      edition++
      // The last read is still used during an outage.
      if (last) last.readAt = -Infinity
    },
  }
}
