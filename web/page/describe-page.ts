import type { SiteContent } from '#contract/site-content.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { fillPattern } from '#web/page/fill-pattern.ts'
import type { Matches } from '#web/page/page-meta.ts'
import type { RootData } from '#web/page/root-data.ts'

interface Described {
  name?: string | undefined
  sku?: string | undefined
  brand?: string | undefined
  /** Sets what search engines show, as the seller entered it. */
  pageTitle?: string | undefined
  pageDescription?: string | undefined
}

/** Returns title and description of a page: its own, or those of the patterns of the shop, where it has some, or else as given. */
export function describePage(
  matches: Matches,
  kind: 'home' | 'product' | 'category',
  { name, sku, brand, pageTitle, pageDescription }: Described,
  given: { title: string; description: string },
): { title: string; description: string } {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const search: Partial<SiteContent['search']> = root?.search ?? {}
  const { name: store } = currentStore()
  const fill = (pattern: string | undefined) => fillPattern(pattern ?? '', { name, sku, brand, store })
  const title = fill(search[`${kind}Title`]) || given.title
  return {
    title: pageTitle || (kind === 'product' && !search.productTitle ? `${given.title} – ${store}` : title),
    description: pageDescription || fill(search[`${kind}Description`]) || given.description,
  }
}
