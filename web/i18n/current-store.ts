import { defaultStore, type PageSettings, type PageStore } from '#contract/settings.ts'

declare global {
  // Set by the server, which renders pages of several stores in tests.
  var boltyardStore: { getStore(): PageStore | undefined } | undefined
}

let ofDocument: PageStore | undefined

/** Returns the store of the page: its name, currency, time zone and units. A document keeps the one that it came with. */
export function currentStore(): PageStore {
  if (typeof document === 'undefined') return globalThis.boltyardStore?.getStore() ?? defaultStore
  return (ofDocument ??= readDocument())
}

function readDocument(): PageStore {
  const content = document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')?.content
  // Written by our own server into our own page.
  return content ? (JSON.parse(content) as PageSettings).store : defaultStore
}
