import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Language, defaultLanguage } from '#contract/language.ts'
import {
  getDefaultSiteContent,
  getSiteContent,
  sharedContent,
  type SiteContent,
  translateSiteContent,
} from '#contract/site-content.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { fieldMessages } from '#web/api/field-messages.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { ContentVersions, ReplacePlaceholders } from '#web/site-content/content-tools.tsx'
import { ContentPreview } from '#web/site-content/content-preview.tsx'
import { readContentSchemas } from '#web/site-content/content-schemas.ts'
import { type ContentSchema, SchemaFields } from '#web/site-content/schema-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLocale, languageNames } from '#web/i18n/language.ts'
import type { Route } from './+types/edit-site-content.route.ts'

export const handle = staffWith('content')

export const meta: Route.MetaFunction = () => hiddenPage(t('content.title'))

/** Loads the schemas of the fields from the server, to keep them out of the browser bundle. */
export function loader() {
  return readContentSchemas()
}

const parts = ['settings', 'search', 'analytics', 'home', 'blog', 'plumbing', 'portfolio', 'footer'] as const

export default function EditSiteContentRoute({ loaderData: schemas }: Route.ComponentProps) {
  const offered = currentStore().languages
  const [main = defaultLanguage] = offered
  const [language, setLanguage] = useState(main)
  const query = useQuery(endpointQuery(getSiteContent, { query: { language } }))
  const shown = language === main ? [...parts] : parts.filter((name) => !isShared(name))
  return (
    <>
      <PageHeading title={t('content.title')} text={t('content.text')} />
      <p className="mt-5">
        <ReplacePlaceholders />
      </p>
      {offered.length > 1 ? (
        <Select
          label={t('content.language')}
          hint={t(language === main ? 'content.language-main' : 'content.language-other', {
            language: new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(language),
          })}
          className="mt-6 max-w-lg"
          choices={offered.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChoose={setLanguage}
        />
      ) : null}
      <QueryView
        query={query}
        placeholder={
          <div role="status" aria-label={t('content.loading')} className="mt-6 grid gap-4">
            {shown.map((name) => (
              <Skeleton key={name} className="h-16 w-full" />
            ))}
          </div>
        }
        failed={t('content.failed')}
      >
        {(content) => (
          <div className="mt-6 grid gap-4">
            {shown.map((name) => (
              <PartForm
                key={`${name}-${language}`}
                name={name}
                schema={language === main ? schemas[name] : withoutShared(name, schemas[name])}
                saved={content[name]}
                language={language}
              />
            ))}
            <ContentVersions partName={(part) => schemas[part as keyof SiteContent]?.title ?? part} />
          </div>
        )}
      </QueryView>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

const shared: readonly (readonly [keyof SiteContent, string?])[] = sharedContent

/** Whether a part is the same in all languages. */
const isShared = (name: keyof SiteContent) => shared.some(([part, field]) => part === name && field === undefined)

/** Leaves out the fields that are the same in all languages. */
const withoutShared = (name: keyof SiteContent, schema: ContentSchema): ContentSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(
      ([field]) => !shared.some(([part, one]) => part === name && one === field),
    ),
  ),
})

interface Edited {
  value: unknown
  /** Holds the values that the fields showed before; absent once it is known that somebody has changed it. */
  was?: unknown
}

/** Whether a part has nothing to preview. */
const isUnseen = (name: keyof SiteContent) => ['settings', 'search', 'analytics'].includes(name)

function PartForm({
  name,
  schema,
  saved,
  language,
}: {
  name: keyof SiteContent
  schema: ContentSchema
  saved: unknown
  language: Language
}) {
  const [edited, setEdited] = useState<Edited>()
  const [busy, setBusy] = useState(false)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const value = edited ? edited.value : saved
  const isChanged = edited !== undefined
  const edit = (text: unknown) => setEdited({ value: text, was: edited?.was ?? saved })
  useDraft(
    `content-${language}-${name}`,
    () => (isChanged ? { edited } : {}),
    (draft) => setEdited(draft['edited'] as Edited | undefined),
  )

  function clearErrors() {
    setProblem(undefined)
    setErrors(new Map())
  }

  async function save() {
    setBusy(true)
    clearErrors()
    try {
      // The server checks it against the same schema that made these fields.
      await write(translateSiteContent, {
        params: { language },
        body: { [name]: value, was: { [name]: edited?.was ?? saved } },
      })
      setEdited(undefined)
      toast.success(t('content.saved', { part: schema.title }))
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'content-changed') {
        // The typed text stays; saving once more is meant.
        setEdited({ value })
        return setProblem(t('content.changed'))
      }
      const wrong = fieldMessages(error instanceof ApiProblem ? error.errors : [])
      setErrors(wrong)
      setProblem(wrong.size > 0 ? t('content.fields-wrong', { count: wrong.size }) : errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  /** Fills the fields with the first words; they hold once they are saved. */
  async function backToDefault() {
    setBusy(true)
    try {
      const first = await call(getDefaultSiteContent, { query: { language } })
      edit(first[name])
      clearErrors()
      toast.info(t('content.default-filled'))
    } catch (error) {
      setProblem(errorMessageOf(error))
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
        <SchemaFields schema={schema} value={value} path={name} errors={errors} onChange={edit} />
        <FormError text={problem} />
        <p className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} disabled={!isChanged}>
            {t('word.save')}
          </Button>
          {isUnseen(name) ? null : (
            <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsPreviewed(true)}>
              {t('word.preview')}
            </Button>
          )}
          <Button variant="quiet" disabled={busy} onClick={() => void backToDefault()}>
            {t('content.default')}
          </Button>
          {isChanged ? (
            <Button
              variant="quiet"
              onClick={() => {
                setEdited(undefined)
                clearErrors()
              }}
            >
              {t('content.undo')}
            </Button>
          ) : null}
        </p>
      </Form>
      {isUnseen(name) ? null : (
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
