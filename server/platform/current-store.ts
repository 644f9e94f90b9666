import { AsyncLocalStorage } from 'node:async_hooks'
import type { PageStore } from '#contract/current-store.ts'

// Read by `contract/current-store.ts`, also in the bundle of the pages.
const storage = new AsyncLocalStorage<PageStore>()
globalThis.boltyardStore = storage

/** Runs a call, a job or the rendering of a page with the store that it is of. */
export const runWithStore = <Result>(store: PageStore, work: () => Result): Result => storage.run(store, work)
