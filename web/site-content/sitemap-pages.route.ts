import { pagesSitemap } from '#web/site-content/list-pages.ts'
import type { Route } from './+types/sitemap-pages.route.ts'

export const loader = ({ context }: Route.LoaderArgs) => pagesSitemap(context)
