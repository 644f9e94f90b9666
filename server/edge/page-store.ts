import { AsyncLocalStorage } from 'node:async_hooks'
import type { PageStore } from '#contract/settings.ts'

/** Holds the store whose pages are being rendered; the page bundle reads it under this name. */
declare global {
  var boltyardStore: AsyncLocalStorage<PageStore> | undefined
}
const storage = (globalThis.boltyardStore ??= new AsyncLocalStorage<PageStore>())

export const runWithStore = <Result>(store: PageStore, render: () => Result): Result => storage.run(store, render)
