import { renderSettings } from '#web/api/server-call.ts'
import type { Route } from './+types/sitemap.route.ts'

/** Lists the public pages; crawlers reach every product on sale from the product list. */
const publicPages = ['/', '/products', '/blog', '/portfolio', '/plumbing']

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = renderSettings(context)
  const urls = publicPages.map((path) => `  <url><loc>${new URL(path, publicUrl).href}</loc></url>`)
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ]
  return new Response(xml.join('\n'), { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
