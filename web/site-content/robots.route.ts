import { getSiteContent } from '#contract/site-content.ts'
import { renderSettings, serverCall } from '#web/api/server-call.ts'
import type { Route } from './+types/robots.route.ts'

/**
 * Serves robots.txt: crawlers may read the public pages, not the dashboards or the API. A hidden shop has no sitemap; its pages say
 * themselves that they are left out, so crawlers must be able to read them.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const content = await serverCall(context, getSiteContent).catch(() => undefined)
  const isHidden = content?.search.indexing === 'hidden'
  const lines = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /auth/',
    'Disallow: /v1/',
    'Disallow: /v2/',
    ...(isHidden ? [] : [`Sitemap: ${new URL('/sitemap.xml', renderSettings(context).publicUrl).href}`]),
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
