import type { Store } from '#contract/store.ts'
import { type InStore, runWithStore } from '#server/platform/current-store.ts'
import { presentPageStore } from '#server/store/present-page-store.ts'

export const createInStore =
  (read: () => Promise<Store>, now: () => Date): InStore =>
  async (work) =>
    runWithStore(presentPageStore(await read(), now()), work)
