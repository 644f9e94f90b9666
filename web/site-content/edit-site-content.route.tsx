import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { changeSiteContent, getFirstSiteContent, getSiteContent, SiteContent } from '#contract/site-content.ts'
import { adminOnly } from '#web/accounts/dashboard-person.ts'
import { keepAnswers, useAnswer } from '#web/api/answers.ts'
import { ApiProblem, problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { ContentPreview } from '#web/site-content/content-preview.tsx'
import { inGerman } from '#web/site-content/german-labels.ts'
import { type ContentSchema, SchemaFields } from '#web/site-content/schema-fields.tsx'
import { siteContentMemory } from '#web/site-content/site-content-memory.ts'
import { Button } from '#web/ui/button.tsx'
import { FailedState } from '#web/ui/empty-state.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { Form } from '#web/ui/form.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'
import { currentLanguage } from '#web/words/language.ts'
import type { Route } from './+types/edit-site-content.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: t('content.page-title') },
  { name: 'robots', content: 'noindex' },
]

/** The schema that the fields are made of comes from the server: the browser's bundle carries no schemas. */
export function loader() {
  const { properties }: { properties: Record<keyof SiteContent, ContentSchema> } =
    currentLanguage() === 'de' ? inGerman(SiteContent) : structuredClone(SiteContent)
  return properties
}

const contents = keepAnswers(() => call(getSiteContent, { query: { language: currentLanguage() } }))
const parts = ['settings', 'home', 'blog', 'plumbing', 'portfolio', 'footer'] as const

export default function EditSiteContentRoute({ loaderData: schemas }: Route.ComponentProps) {
  const answer = useAnswer(contents, '')
  return (
    <>
      <PageHeading title={t('content.title')} text={t('content.text')} />
      {answer.state === 'loading' ? (
        <div role="status" aria-label={t('content.loading')} className="mt-6 grid gap-4">
          {parts.map((name) => (
            <Skeleton key={name} className="h-16 w-full" />
          ))}
        </div>
      ) : null}
      {answer.state === 'failed' ? (
        <FailedState title={t('content.failed')} message={answer.message} onRetry={answer.retry} />
      ) : null}
      {answer.state === 'ready' ? (
        <div className="mt-6 grid gap-4">
          {parts.map((name) => (
            <PartForm key={name} name={name} schema={schemas[name]} saved={answer.value[name]} />
          ))}
        </div>
      ) : null}
    </>
  )
}

export { RouteFailure as ErrorBoundary }

function PartForm({ name, schema, saved }: { name: keyof SiteContent; schema: ContentSchema; saved: unknown }) {
  const [value, setValue] = useState(saved)
  const [busy, setBusy] = useState(false)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const isChanged = value !== saved

  async function save() {
    setBusy(true)
    setProblem(undefined)
    setErrors(new Map())
    try {
      // The server checks it against the same schema that made these fields.
      const content = await call(changeSiteContent, { body: { [name]: value } })
      contents.change('', () => content)
      siteContentMemory.forget()
      setValue(content[name])
      toast.success(t('content.saved', { part: schema.title }))
    } catch (error) {
      setProblem(problemSentence(error))
      if (error instanceof ApiProblem) setErrors(new Map(error.errors.map(({ field, message }) => [field, message])))
    } finally {
      setBusy(false)
    }
  }

  /** Fills the fields with the first words; they hold once they are saved. */
  async function backToDefault() {
    setBusy(true)
    try {
      const first = await call(getFirstSiteContent, { query: { language: currentLanguage() } })
      setValue(first[name])
      setErrors(new Map())
    } catch (error) {
      setProblem(problemSentence(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <details className="group card-surface" open={name === 'settings'}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-box px-5 hover:bg-base-200 [&::-webkit-details-marker]:hidden">
        <h2 className="grow text-xl">{schema.title}</h2>
        {isChanged ? <span className="text-sm font-semibold text-accent">{t('form.not-saved')}</span> : null}
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="muted shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <Form aria-label={schema.title} className="space-y-5 border-t border-base-300 p-5" onSend={() => save()}>
        <SchemaFields schema={schema} value={value} path={name} errors={errors} onChange={setValue} />
        <FormProblem text={problem} />
        <p className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} disabled={!isChanged}>
            {t('form.save')}
          </Button>
          {name === 'settings' ? null : (
            <Button look="outline" aria-haspopup="dialog" onClick={() => setIsPreviewed(true)}>
              {t('content.preview')}
            </Button>
          )}
          <Button look="quiet" disabled={busy} onClick={() => void backToDefault()}>
            {t('content.default')}
          </Button>
          {isChanged ? (
            <Button look="quiet" onClick={() => setValue(saved)}>
              {t('content.undo')}
            </Button>
          ) : null}
        </p>
      </Form>
      {name === 'settings' ? null : (
        <ContentPreview
          open={isPreviewed}
          title={schema.title ?? ''}
          // The fields were made from the schema of this very part.
          content={{ [name]: value } as Partial<SiteContent>}
          onClose={() => setIsPreviewed(false)}
        />
      )}
    </details>
  )
}
