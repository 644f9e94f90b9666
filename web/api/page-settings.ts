import type { PageSettings } from '#contract/settings.ts'

/** Returns the settings embedded in the page. Browser only. */
export function pageSettings(): PageSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="shop-settings"]')?.content
  if (!content) throw new Error('This page came without its settings')
  // Written by our own server into our own page.
  return JSON.parse(content) as PageSettings
}
