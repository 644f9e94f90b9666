import { Link as LinkIcon, Plus } from 'lucide-react'
import { blogQuestions } from '#web/site-content/blog-questions.tsx'
import { pageMeta } from '#web/site-content/page-meta.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Route } from './+types/blog.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Blog: six questions for developers – Boltyard',
    description:
      'Short answers on React performance, state management, prototypal inheritance, state updates, searching arrays and unit tests.',
    path: '/blog',
  })

const prose =
  '[&>*+*]:mt-3 [&_ul]:list-disc [&_ul]:pl-5 [&_li+li]:mt-1.5 [&_code]:rounded-selector [&_code]:bg-base-200 [&_code]:px-1 [&_code]:py-0.5 [&_code]:text-[0.875em] [&_pre]:overflow-x-auto [&_pre]:rounded-field [&_pre]:bg-neutral [&_pre]:p-4 [&_pre]:text-sm [&_pre]:text-neutral-content [&_pre_code]:bg-transparent [&_pre_code]:p-0'

/** One answer is open at a time; the browser does it, so it works without JavaScript, and the page's search opens answers. */
export default function BlogRoute() {
  return (
    <div className="page-width py-10 lg:py-16">
      <div className="mx-auto max-w-3xl">
        <PageHeading
          eyebrow="Blog"
          title="Questions and answers"
          text="Six questions that come up whenever shops like this one are built, answered briefly."
        />
        <div className="mt-8 grid gap-3">
          {blogQuestions.map(({ slug, question, answer }, index) => (
            <details key={question} name="blog" open={index === 0} className="group card-surface open:shadow-card">
              <summary className="flex cursor-pointer list-none items-center gap-4 rounded-box p-4 hover:bg-base-200 sm:p-5 [&::-webkit-details-marker]:hidden">
                <span aria-hidden="true" className="figures w-6 shrink-0 font-heading text-xl font-bold text-accent">
                  {index + 1}
                </span>
                <h2 className="grow text-xl sm:text-2xl">{question}</h2>
                <Plus aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-45" />
              </summary>
              <div id={slug} className="scroll-mt-40 px-4 pb-5 sm:pr-8 sm:pb-6 sm:pl-15">
                <div className={prose}>{answer}</div>
                <p className="mt-4 text-sm">
                  <a
                    href={`#${slug}`}
                    className="inline-flex min-h-9 items-center gap-2 text-accent underline-offset-4 hover:underline"
                  >
                    <LinkIcon aria-hidden="true" size={16} /> Link to this answer
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
