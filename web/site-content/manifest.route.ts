import { renderSettings } from '#web/api/server-call.ts'
import type { Route } from './+types/manifest.route.ts'

/** Serves the web manifest: the name and the icon under which phones keep the store. */
export function loader({ context }: Route.LoaderArgs) {
  const { name, icon } = renderSettings(context).store
  const manifest = {
    name,
    short_name: name,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fdfcf9',
    theme_color: '#1f2326',
    icons: icon
      ? [192, 512].map((size) => ({ src: `${icon.url}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }))
      : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
