import { Link as LinkIcon, Plus } from 'lucide-react'
import { newMarkdownBudget } from '#contract/markdown-limit.ts'
import { getSiteContent } from '#contract/site-content.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { pageMeta } from '#web/page/page-meta.ts'
import { ProseText } from '#web/site-content/prose-text.tsx'
import { readMarkdown } from '#web/site-content/read-markdown.ts'
import { StructuredData } from '#web/page/structured-data.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { t } from '#web/i18n/messages.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import type { Route } from './+types/blog.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('blog.page-title'),
    description: t('blog.page-description'),
    path: '/blog',
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { blog } = await serverCall(context, getSiteContent, { query: { language: currentLanguage() } })
  const budget = newMarkdownBudget()
  return { ...blog, questions: blog.questions.map((one) => ({ ...one, answer: readMarkdown(one.answer, budget) })) }
}

/** Shows one open answer at a time, natively, so that it works without JavaScript, page search and deep links. */
export default function BlogRoute({ loaderData: { title, text, questions } }: Route.ComponentProps) {
  return (
    <div className="page-width py-10 lg:py-16">
      <StructuredData
        facts={{
          '@type': 'FAQPage',
          mainEntity: questions.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
          })),
        }}
      />
      <div className="mx-auto max-w-3xl">
        <PageHeading eyebrow={t('nav.blog')} title={title} text={text} />
        <div className="mt-8 grid gap-3">
          {questions.map(({ slug, question, answer }, index) => (
            <details key={slug} name="blog" open={index === 0} className="group card-surface open:shadow-card">
              <summary className="flex cursor-pointer list-none items-center gap-4 rounded-box p-4 hover:bg-base-200 sm:p-5 [&::-webkit-details-marker]:hidden">
                <span aria-hidden="true" className="figures w-6 shrink-0 font-heading text-xl font-bold text-accent">
                  {index + 1}
                </span>
                <h2 className="grow text-xl sm:text-2xl">{question}</h2>
                <Plus aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-45" />
              </summary>
              <div id={slug} className="scroll-mt-40 px-4 pb-5 sm:pr-8 sm:pb-6 sm:pl-15">
                <ProseText prose={answer} />
                <p className="mt-4 text-sm">
                  <a
                    href={`#${slug}`}
                    className="inline-flex min-h-11 items-center gap-2 text-accent underline-offset-4 hover:underline"
                  >
                    <LinkIcon aria-hidden="true" size={16} /> {t('blog.link')}
                  </a>
                </p>
              </div>
            </details>
          ))}
        </div>
      </div>
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

function plainText(prose: ReturnType<typeof readMarkdown>): string {
  return prose
    .map((part) => (typeof part === 'string' ? part : plainText(part.children)))
    .join(' ')
    .slice(0, 300)
}
