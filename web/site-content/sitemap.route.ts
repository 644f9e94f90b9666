import { countProductSitemaps } from '#contract/catalog.ts'
import { serverCall } from '#web/api/server-call.ts'
import { pagesSitemap, sitemapOf } from '#web/site-content/list-pages.ts'
import type { Route } from './+types/sitemap.route.ts'

/** Lists the public pages; with public pages of products, it is an index of their sitemaps and that of the other pages. */
export async function loader({ context }: Route.LoaderArgs) {
  const { count } = await serverCall(context, countProductSitemaps)
  if (count === 0) return pagesSitemap(context)
  const ofProducts = Array.from({ length: count }, (_, index) => `/sitemap-products-${index + 1}.xml`)
  return sitemapOf(context, 'sitemapindex', 'sitemap', ['/sitemap-pages.xml', ...ofProducts])
}
