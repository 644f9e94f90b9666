import { getCategories } from '#contract/categories.ts'
import { listLegalTexts } from '#contract/legal.ts'
import { renderSettings, serverCall } from '#web/api/server-call.ts'
import type { Route } from './+types/sitemap.route.ts'

/** Lists the public pages besides those of the categories; crawlers reach every product on sale from the lists. */
const publicPages = ['/', '/products', '/blog', '/portfolio', '/plumbing']

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = renderSettings(context)
  const { categories } = await serverCall(context, getCategories)
  const legal = await serverCall(context, listLegalTexts)
  const own = legal.flatMap(({ url, version }) => (version === undefined ? [] : [url]))
  const pages = [...publicPages, ...own, ...categories.map(({ category }) => `/categories/${category}`)]
  const urls = pages.map((path) => `  <url><loc>${new URL(path, publicUrl).href}</loc></url>`)
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ]
  return new Response(xml.join('\n'), { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
