import { countProductSitemaps } from '#contract/catalog.ts'
import { serverCall } from '#web/api/server-call.ts'
import { pagesSitemap, sitemapOf } from '#web/site-content/list-pages.ts'
import type { Route } from './+types/sitemap.route.ts'

/** Lists the public pages; with public pages of products or with fitments, it is an index of their sitemaps and that of the other pages. */
export async function loader({ context }: Route.LoaderArgs) {
  const { count, fits } = await serverCall(context, countProductSitemaps)
  if (count + fits === 0) return pagesSitemap(context)
  const parts = [...numbered('products', count), ...numbered('fits', fits)]
  return sitemapOf(context, 'sitemapindex', 'sitemap', ['/sitemap-pages.xml', ...parts])
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `/sitemap-${name}-${index + 1}.xml`)
