import { defaultStore, type PageStore } from '#contract/settings.ts'

export type { PageStore }

declare global {
  // Set by the server, which answers calls and renders pages of several stores in tests, and by the pages in a browser.
  var boltyardStore: { getStore(): PageStore | null | undefined } | undefined
}

/**
 * Returns the store that the call, job or page is of: its name, currency, time zone and units. Throws in what a shop runs by itself without
 * one (null): there, the default would be wrong amounts and order numbers that nothing tells.
 */
export function currentStore(): PageStore {
  const store = globalThis.boltyardStore?.getStore()
  if (store === null) throw new Error('There is no store here: work that no call starts is run by inStore.')
  return store ?? defaultStore
}
