import { data, redirect } from 'react-router'
import { getLegalText, listLegalTexts } from '#contract/legal.ts'
import { serverCall } from '#web/api/server-call.ts'
import { LegalPage } from '#web/legal/legal-page.tsx'
import { hiddenPage, pageMeta } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { readDocument } from '#web/site-content/read-markdown.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/legal-text.route.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return hiddenPage(t('legal.none'))
  const { kind } = loaderData.legal
  const title = t(`legal.${kind}`)
  return pageMeta(matches, { title: `${title} – ${currentStore().name}`, description: title, path: `/legal/${kind}` })
}

/** Returns the current version; terms at an address outside are a redirect. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const query = { language: currentLanguage() }
  const links = await serverCall(context, listLegalTexts, { query })
  const link = links.find(({ kind }) => kind === params.kind)
  if (!link) throw data(t('problem.legal-text-not-found'), { status: 404 })
  if (link.version === undefined) throw redirect(link.url)
  const { text, ...legal } = await serverCall(context, getLegalText, { params: { kind: link.kind }, query })
  return { legal, prose: readDocument(text) }
}

export default function LegalTextRoute({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />
}

export { RouteErrorBoundary as ErrorBoundary }
