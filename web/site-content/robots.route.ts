import { renderSettings } from '#web/api/server-call.ts'
import type { Route } from './+types/robots.route.ts'

/** Serves robots.txt: crawlers may read the public pages, not the dashboards or the API. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /auth/',
    'Disallow: /v1/',
    'Disallow: /v2/',
    `Sitemap: ${new URL('/sitemap.xml', renderSettings(context).publicUrl).href}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
