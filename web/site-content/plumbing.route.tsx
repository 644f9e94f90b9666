import { getSiteContent } from '#contract/site-content.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { pageMeta } from '#web/site-content/page-meta.ts'
import { PlumbingPage } from '#web/site-content/plumbing-page.tsx'
import { siteContentMemory } from '#web/site-content/site-content-memory.ts'
import { t } from '#web/words/words.ts'
import { currentLanguage } from '#web/words/language.ts'
import type { Route } from './+types/plumbing.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('plumbing.page-title'),
    description: t('plumbing.page-description'),
    path: '/plumbing',
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { plumbing, settings } = await serverCall(context, getSiteContent, { query: { language: currentLanguage() } })
  return { words: plumbing, receives: settings.contactRecipient !== '' }
}

export async function clientLoader() {
  const { plumbing, settings } = await siteContentMemory.recall()
  return { words: plumbing, receives: settings.contactRecipient !== '' }
}

export default function PlumbingRoute({ loaderData }: Route.ComponentProps) {
  return <PlumbingPage {...loaderData} />
}

export { RouteFailure as ErrorBoundary }
