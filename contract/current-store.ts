import { defaultStore, type PageStore } from '#contract/settings.ts'

export type { PageStore }

declare global {
  // Set by the server, which answers calls and renders pages of several stores in tests, and by the pages in a browser.
  var boltyardStore: { getStore(): PageStore | undefined } | undefined
}

/** Returns the store that the call, job or page is of: its name, currency, time zone and units. */
export const currentStore = (): PageStore => globalThis.boltyardStore?.getStore() ?? defaultStore
