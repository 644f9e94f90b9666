import { lazy } from 'react'
import { data } from 'react-router'
import { isForDevelopers } from '#web/api/server-call.ts'
import { t } from '#web/i18n/messages.ts'
import NotFoundRoute from '#web/page/not-found.route.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import type { Route } from './+types/components.route.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => hiddenPage(loaderData ? 'Components' : t('not-found.title'))

/** Responds with 404 in production. */
export function loader({ context }: Route.LoaderArgs) {
  return isForDevelopers(context) ? { isShown: true } : data(null, { status: 404 })
}

/** In a chunk of its own. */
const ComponentGallery = lazy(() => import('#web/ui/component-gallery.tsx'))

export default function ComponentsRoute({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ComponentGallery /> : <NotFoundRoute />
}
