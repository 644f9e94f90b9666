import { getSiteContent } from '#contract/site-content.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { pageMeta } from '#web/site-content/page-meta.ts'
import { PortfolioPage } from '#web/site-content/portfolio-page.tsx'
import { siteContentMemory } from '#web/site-content/site-content-memory.ts'
import { t } from '#web/words/words.ts'
import { currentLanguage } from '#web/words/language.ts'
import type { Route } from './+types/portfolio.route.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? `${loaderData.name}, ${loaderData.role} – Boltyard` : t('portfolio.page-title'),
    description: loaderData?.about.slice(0, 155) ?? '',
    path: '/portfolio',
  })

export async function loader({ context }: Route.LoaderArgs) {
  return (await serverCall(context, getSiteContent, { query: { language: currentLanguage() } })).portfolio
}

export async function clientLoader() {
  return (await siteContentMemory.recall()).portfolio
}

export default function PortfolioRoute({ loaderData }: Route.ComponentProps) {
  return <PortfolioPage words={loaderData} />
}

export { RouteFailure as ErrorBoundary }
