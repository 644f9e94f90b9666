import type { Endpoint, Access } from '#contract/endpoint.ts'
import { endpointsByDomain } from '#contract/endpoints.ts'
import { type ProblemCode, problems } from '#contract/problem.ts'
import { describeSchema, type SchemaLine } from '#web/developer/describe-schema.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'
import type { Route } from './+types/api-reference.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: t('api.page-title') },
  { name: 'description', content: t('api.page-description') },
]

/** Reads the contract on the server only; the page gets plain text, in English in every language. */
export function loader() {
  return {
    domains: Object.entries(endpointsByDomain).map(([name, endpoints]) => ({
      name,
      calls: endpoints.toSorted(inReadingOrder).map(present),
    })),
    codes: Object.entries(problems).map(([code, { status, message }]) => ({ code, status, message })),
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const inReadingOrder = (one: Endpoint, other: Endpoint) =>
  one.path.localeCompare(other.path) || methods.indexOf(one.method) - methods.indexOf(other.method)

function present(endpoint: Endpoint) {
  return {
    name: endpoint.name,
    method: endpoint.method,
    path: endpoint.path.replaceAll(/:(\w+)/g, '{$1}'),
    access: endpoint.access,
    summary: endpoint.summary,
    parts: [
      { title: 'api.path' as const, lines: linesOf(endpoint.params) },
      { title: 'api.query' as const, lines: linesOf(endpoint.query) },
      {
        title: endpoint.multipart ? ('api.form' as const) : ('api.body' as const),
        lines: endpoint.multipart ? fileLine(endpoint.multipart) : linesOf(endpoint.body),
      },
      { title: 'api.answer' as const, lines: linesOf(endpoint.answer) },
    ].filter(({ lines }) => lines.length > 0),
    refusals: endpoint.problems.map((code: ProblemCode) => ({ code, status: problems[code].status })),
  }
}

const fileLine = (name: string): SchemaLine[] => [{ name, type: 'file', required: true }]
const linesOf = (schema: unknown) => (schema === undefined ? [] : describeSchema(schema))

const accessLabels: Record<Access, MessageId> = {
  anyone: 'api.anyone',
  'signed-in': 'api.signed-in',
  'owner-or-admin': 'api.owner-or-admin',
  admin: 'api.admin',
}

export default function ApiReferenceRoute({ loaderData: { domains, codes } }: Route.ComponentProps) {
  return (
    <div className="page-width py-10 lg:py-14">
      <PageHeading
        eyebrow={t('api.eyebrow')}
        title={t('api.title')}
        text={t('api.text')}
        action={
          <a href="/openapi.json" className="btn btn-outline min-h-11 border-base-content/35">
            openapi.json
          </a>
        }
      />
      <div className="mt-10 grid gap-10 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label={t('api.calls')} className="hidden lg:block">
          <ul className="sticky top-20 max-h-[calc(100dvh-6rem)] space-y-4 overflow-y-auto pb-6 text-sm">
            {domains.map(({ name, calls }) => (
              <li key={name}>
                <a href={`#${name}`} className="font-heading text-base font-bold hover:underline">
                  {capital(name)}
                </a>
                <ul className="mt-1 border-l border-base-300">
                  {calls.map((one) => (
                    <li key={one.name}>
                      <a
                        href={`#${one.name}`}
                        className="muted block py-1 pl-3 hover:text-base-content hover:underline"
                      >
                        {one.name}
                      </a>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
            <li>
              <a href="#refusals" className="font-heading text-base font-bold hover:underline">
                {t('api.refusals')}
              </a>
            </li>
          </ul>
        </nav>
        <div className="min-w-0 space-y-14">
          {domains.map(({ name, calls }) => (
            <section key={name} aria-labelledby={name}>
              <h2 id={name} className="border-b-2 border-primary pb-2 text-3xl">
                {capital(name)}
              </h2>
              <div className="divide-y divide-base-300">
                {calls.map((one) => (
                  <Call key={one.name} one={one} />
                ))}
              </div>
            </section>
          ))}
          <section aria-labelledby="refusals">
            <h2 id="refusals" className="border-b-2 border-primary pb-2 text-3xl">
              {t('api.refusals')}
            </h2>
            <p className="muted my-4 max-w-prose">
              <RichMessage
                id="api.refusals-text"
                parts={{
                  type: <code>application/problem+json</code>,
                  code: <code>code</code>,
                  message: <code>message</code>,
                }}
              />
            </p>
            <dl lang="en" className="divide-y divide-base-300 text-[0.9375rem]">
              {codes.map(({ code, status, message }) => (
                <div key={code} id={code} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[17rem_1fr]">
                  <dt>
                    <code className="font-semibold">{code}</code> <span className="muted figures">{status}</span>
                  </dt>
                  <dd>{message}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </div>
  )
}

function Call({ one }: { one: ReturnType<typeof present> }) {
  return (
    <article className="py-7">
      <h3 id={one.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-lg font-semibold">
        <span className="rounded-selector bg-neutral px-2 py-0.5 font-heading text-base text-neutral-content">
          {one.method}
        </span>
        <a href={`#${one.name}`} className="break-all hover:underline pointer-coarse:py-2.5">
          <code>{one.path}</code>
        </a>
        <Badge tone={one.access === 'anyone' ? 'neutral' : 'info'}>{t(accessLabels[one.access])}</Badge>
      </h3>
      <p lang="en" className="mt-2 max-w-prose">
        {inCode(one.summary)}
      </p>
      {one.parts.map(({ title, lines }) => (
        <div key={title} className="mt-4">
          <h4 className="muted mb-1 text-sm tracking-wide uppercase">{t(title)}</h4>
          <dl className="divide-y divide-base-300 rounded-field border border-base-300 text-[0.9375rem]">
            {lines.map((line) => (
              <div key={line.name} className="grid gap-x-6 px-3 py-1.5 sm:grid-cols-[16rem_1fr]">
                <dt className="break-all">
                  <code className="font-semibold">{line.name}</code>
                  {line.required ? '' : <span className="muted text-sm"> {t('api.optional')}</span>}
                </dt>
                <dd className="muted">{line.type}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {one.refusals.length > 0 ? (
        <p className="mt-4 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
          <span className="muted font-heading tracking-wide uppercase">{t('api.refuses-with')}</span>
          {one.refusals.map(({ code, status }) => (
            <a
              key={code}
              href={`#${code}`}
              className="underline underline-offset-4 hover:no-underline pointer-coarse:py-3"
            >
              <code>{code}</code> <span className="figures">{status}</span>
            </a>
          ))}
        </p>
      ) : null}
    </article>
  )
}

/** Renders text between backticks as code. */
const inCode = (messageText: string) =>
  messageText.split('`').map((words, index) => (index % 2 === 1 ? <code key={index}>{words}</code> : words))

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
