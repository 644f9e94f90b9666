import { getSiteContent } from '#contract/site-content.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { pageMeta } from '#web/page/page-meta.ts'
import { PlumbingPage } from '#web/site-content/plumbing-page.tsx'
import { cachedCall } from '#web/api/cached-call.ts'
import { t } from '#web/i18n/messages.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import type { Route } from './+types/plumbing.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('plumbing.page-title'),
    description: t('plumbing.page-description'),
    path: '/plumbing',
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { plumbing } = await serverCall(context, getSiteContent, { query: { language: currentLanguage() } })
  return { words: plumbing }
}

export async function clientLoader() {
  const { plumbing } = await cachedCall(getSiteContent, { query: { language: currentLanguage() } })
  return { words: plumbing }
}

export default function PlumbingRoute({ loaderData }: Route.ComponentProps) {
  return <PlumbingPage {...loaderData} />
}

export { RouteErrorBoundary as ErrorBoundary }
