import { currentStore } from '#contract/current-store.ts'
import { defaultStore, type PageSettings, type PageStore } from '#contract/settings.ts'

let ofDocument: PageStore | undefined

// A document keeps the store that it came with.
if (typeof document !== 'undefined') globalThis.boltyardStore = { getStore: () => (ofDocument ??= readDocument()) }

function readDocument(): PageStore {
  const content = document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')?.content
  // Written by our own server into our own page.
  return content ? (JSON.parse(content) as PageSettings).store : defaultStore
}

export { currentStore }
