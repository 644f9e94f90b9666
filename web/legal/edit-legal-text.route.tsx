import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  type LegalDraft,
  legalVersionPath,
  listLegalDrafts,
  publishLegalText,
  saveLegalDraft,
} from '#contract/legal.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/edit-legal-text.route.ts'

export const handle = staffWith('content')

export const meta: Route.MetaFunction = () => hiddenPage(t('legal-texts.title'))

const LegalPreview = lazy(() => loadChunk(() => import('#web/legal/legal-preview.tsx')))

export default function EditLegalTextRoute({ params }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(listLegalDrafts))
  return (
    <>
      <BackLink to="/dashboard/legal">{t('legal-texts.title')}</BackLink>
      <QueryView
        query={query}
        placeholder={<SkeletonRows label={t('legal-texts.loading')} />}
        failed={t('legal-texts.failed')}
      >
        {(drafts) => {
          const draft = drafts.find(({ kind, language }) => kind === params.kind && language === params.language)
          return draft ? (
            <Editor key={`${draft.kind} ${draft.language}`} draft={draft} />
          ) : (
            <EmptyState heading="h1" title={t('legal.none')} text={t('legal-texts.none-text')} />
          )
        }}
      </QueryView>
    </>
  )
}

function Editor({ draft }: { draft: LegalDraft }) {
  const { kind, language, versions, gaps, isPublished } = draft
  const params = { kind, language }
  /** Holds the typed text, and the revision that it began with. */
  const [typed, setTyped] = useState<{ text: string; revision: number }>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const isBehind = typed !== undefined && typed.revision !== draft.revision
  const text = typed?.text ?? draft.text
  const isChanged = text !== draft.text
  useDraft(
    `legal-${kind}-${language}`,
    () => (isChanged ? { text, revision: typed?.revision } : {}),
    (kept) => setTyped({ text: String(kept['text']), revision: Number(kept['revision']) }),
  )

  /** Saves what is shown; returns the saved draft, or undefined if it was refused. */
  async function save(revision = typed?.revision ?? draft.revision): Promise<LegalDraft | undefined> {
    setBusy(true)
    setRefusal(undefined)
    try {
      const saved = await write(saveLegalDraft, { params, body: { text, revision } })
      setTyped(undefined)
      return saved
    } catch (error) {
      setRefusal(errorMessageOf(error))
      return undefined
    } finally {
      setBusy(false)
    }
  }

  const publishing = useConfirm<LegalDraft>(
    () => ({
      title: t('legal-texts.publish-title', { version: (versions[0]?.version ?? 0) + 1 }),
      text: t(kind === 'terms' ? 'legal-texts.publish-terms-text' : 'legal-texts.publish-text'),
      confirmLabel: t('word.publish'),
      variant: 'primary',
    }),
    async ({ revision }) => {
      await write(publishLegalText, { params, body: { revision } })
      toast.success(t('word.published'))
    },
  )

  async function publish() {
    const saved = isChanged || draft.revision === 0 ? await save() : draft
    if (!saved) return
    // The list of the gaps stands above.
    if (saved.gaps.length > 0) setRefusal(t('legal-texts.has-gaps'))
    else publishing.ask(saved)
  }

  return (
    <>
      <PageHeading
        eyebrow={t(`language.${language}`)}
        title={t(`legal.${kind}`)}
        text={t(`legal-texts.about.${kind}`)}
      />
      <Form
        className="mt-6 grid gap-5"
        aria-label={t(`legal.${kind}`)}
        onSend={async () => {
          if (await save()) toast.success(t('legal-texts.saved'))
        }}
      >
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <TextArea
            label={t('legal-texts.markdown')}
            hint={t('legal-texts.markdown-hint')}
            lang={language}
            rows={24}
            maxLength={maxLengths.legalText}
            value={text}
            onChange={({ target }) => setTyped({ text: target.value, revision: typed?.revision ?? draft.revision })}
          />
          <Section title={t('word.preview')} className="min-w-0">
            <div lang={language} className="card-surface p-5">
              <Suspense fallback={<Skeleton className="h-64 w-full" />}>
                <LegalPreview text={text} />
              </Suspense>
            </div>
          </Section>
        </div>
        {gaps.length > 0 && !isChanged ? (
          <div role="note" className="rounded-field border border-warning bg-warning/15 px-4 py-3">
            <p className="font-semibold">{t('legal-texts.gaps', { count: gaps.length })}</p>
            <ul className="mt-1 list-disc pl-5 text-sm">
              {gaps.map((gap) => (
                <li key={gap}>{gap}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <FormError text={refusal} />
        {isBehind ? (
          <p className="flex flex-wrap gap-3">
            <Button variant="outline" disabled={busy} onClick={() => setTyped(undefined)}>
              {t('legal-texts.take-theirs')}
            </Button>
            <Button variant="outline" disabled={busy} onClick={() => void save(draft.revision)}>
              {t('legal-texts.take-mine')}
            </Button>
          </p>
        ) : null}
        <p className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} disabled={!isChanged}>
            {t('legal-texts.save')}
          </Button>
          <Button variant="outline" disabled={busy || (isPublished && !isChanged)} onClick={() => void publish()}>
            {t('word.publish')}
          </Button>
          <Button
            variant="quiet"
            disabled={busy || text === draft.starter}
            onClick={() => setTyped({ text: draft.starter, revision: typed?.revision ?? draft.revision })}
          >
            {t('legal-texts.starter')}
          </Button>
          {isChanged ? (
            <Button variant="quiet" disabled={busy} onClick={() => setTyped(undefined)}>
              {t('content.undo')}
            </Button>
          ) : null}
        </p>
      </Form>
      {versions.length > 0 ? (
        <Section title={t('legal-texts.all-versions')}>
          <ul className="card-surface divide-y divide-base-300">
            {versions.map(({ version, publishedAt, publishedBy }) => (
              <li key={version} className="flex flex-wrap items-center gap-x-4 px-5">
                <Link
                  to={legalVersionPath(kind, language, version)}
                  className="link inline-flex min-h-11 items-center font-semibold"
                >
                  {t('legal-texts.version-number', { version })}
                </Link>
                <span className="muted text-sm wrap-anywhere">
                  <DayTime iso={publishedAt} year />
                  {publishedBy ? ` · ${publishedBy}` : ''}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {publishing.dialog}
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
