import { getSiteContent } from '#contract/site-content.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { pageMeta } from '#web/page/page-meta.ts'
import { PortfolioPage } from '#web/site-content/portfolio-page.tsx'
import { cachedCall } from '#web/api/cached-call.ts'
import { t } from '#web/i18n/messages.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import type { Route } from './+types/portfolio.route.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? `${loaderData.name}, ${loaderData.role} – ${currentStore().name}` : t('portfolio.page-title'),
    description: loaderData?.about.slice(0, 155) ?? '',
    path: '/portfolio',
  })

export async function loader({ context }: Route.LoaderArgs) {
  return (await serverCall(context, getSiteContent, { query: { language: currentLanguage() } })).portfolio
}

export async function clientLoader() {
  return (await cachedCall(getSiteContent, { query: { language: currentLanguage() } })).portfolio
}

export default function PortfolioRoute({ loaderData }: Route.ComponentProps) {
  return <PortfolioPage words={loaderData} />
}

export { RouteErrorBoundary as ErrorBoundary }
