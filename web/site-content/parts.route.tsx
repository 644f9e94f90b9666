import { lazy } from 'react'
import { data } from 'react-router'
import { isForDevelopers } from '#web/api/server-call.ts'
import NotFoundRoute from '#web/site-content/not-found.route.tsx'
import type { Route } from './+types/parts.route.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? 'Parts – Boltyard' : 'Boltyard' },
  { name: 'robots', content: 'noindex' },
]

/** In production there is no such page. */
export function loader({ context }: Route.LoaderArgs) {
  return isForDevelopers(context) ? { isShown: true } : data(null, { status: 404 })
}

/** A file of its own, so that no other page carries any of it. */
const PartsPage = lazy(() => import('#web/ui/parts-page.tsx'))

export default function PartsRoute({ loaderData }: Route.ComponentProps) {
  return loaderData ? <PartsPage /> : <NotFoundRoute />
}
