import { AsyncLocalStorage } from 'node:async_hooks'
import type { PageStore } from '#contract/current-store.ts'

// Read by `contract/current-store.ts`, also in the bundle of the pages.
const storage = new AsyncLocalStorage<PageStore | null>()
globalThis.boltyardStore = storage

/** Runs a call, a job or the rendering of a page with the store that it is of. */
export const runWithStore = <Result>(store: PageStore, work: () => Result): Result => storage.run(store, work)

/** Runs the start of a shop: whatever it starts, such as timers and queues, throws where it reads the store without `runWithStore`. */
export const runWithoutStore = <Result>(work: () => Result): Result => storage.run(null, work)

/** Runs work that no call starts, such as a job, a delivery or a command, with the store as it is then. */
export type InStore = <Result>(work: () => Promise<Result>) => Promise<Result>
