import { data } from 'react-router'
import { getLegalVersion } from '#contract/legal.ts'
import type { Params } from '#contract/endpoint.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { serverCall } from '#web/api/server-call.ts'
import { LegalPage } from '#web/legal/legal-page.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { readDocument } from '#web/site-content/read-markdown.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/legal-version.route.ts'

/** Keeps a version out of search engines: they have the page of the current one. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  hiddenPage(t(loaderData ? `legal.${loaderData.legal.kind}` : 'legal.none'))

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    // The server checks them against the contract.
    const { text, ...legal } = await serverCall(context, getLegalVersion, {
      params: params as Params<typeof getLegalVersion>,
    })
    return { legal, prose: readDocument(text) }
  } catch (error) {
    const isGone = error instanceof ApiProblem && ['legal-text-not-found', 'invalid-request'].includes(error.code)
    throw isGone ? data(t('problem.legal-text-not-found'), { status: 404 }) : error
  }
}

export default function LegalVersionRoute({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />
}

export { RouteErrorBoundary as ErrorBoundary }
