import { type FitsPhrase, listFitsPhrases, reopenFitsPhrase } from '#contract/fits-phrases.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AllGenerations } from '#web/vehicles/all-generations.tsx'
import { ApplyTexts, CopyByNumber } from '#web/vehicles/apply-fitments.tsx'
import { nameOfModel } from '#web/vehicles/model-name.ts'
import { NamesAsTexts } from '#web/vehicles/names-as-texts.tsx'
import { OpenPhrases } from '#web/vehicles/open-phrases.tsx'
import { PlainWords } from '#web/vehicles/plain-words.tsx'
import type { Route } from './+types/phrases.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('phrases.title'))

const pollMs = 1500

/** Asks for words of vehicles that were not read, the commonest first; each answer takes one or two keys. */
export default function PhrasesRoute() {
  const query = useQuery({
    ...endpointQuery(listFitsPhrases),
    refetchInterval: ({ state: { data } }) => (data && data.counts.waiting > 0 ? pollMs : false),
  })
  return (
    <>
      <PageHeading title={t('phrases.title')} text={t('phrases.text')} />
      <QueryView query={query} placeholder={<p>{t('phrases.loading')}</p>} failed={t('phrases.failed')}>
        {({ counts, phrases, answered, families, words }) => (
          <>
            <p className="mt-4 figures" role="status">
              {t('phrases.counts', { complete: counts.complete, texts: counts.texts })}
            </p>
            {counts.waiting > 0 ? (
              <div className="mt-3 max-w-md" role="status">
                <Progress
                  label={t('phrases.waiting', { waiting: counts.waiting })}
                  value={1 - counts.waiting / counts.texts}
                />
              </div>
            ) : null}
            <ApplyTexts counts={counts} />
            <AllGenerations {...families} />
            <PlainWords {...words} />
            {phrases.length > 0 ? (
              <OpenPhrases phrases={phrases} />
            ) : counts.waiting > 0 ? null : (
              <EmptyState
                title={t(counts.texts > 0 ? 'phrases.none' : 'phrases.no-texts')}
                text={t(counts.texts > 0 ? 'phrases.none-text' : 'phrases.no-texts-text')}
              />
            )}
            <NamesAsTexts counts={counts} />
            <CopyByNumber />
            <Answered phrases={answered} />
          </>
        )}
      </QueryView>
    </>
  )
}

export const ErrorBoundary = RouteErrorBoundary

function Answered({ phrases }: { phrases: readonly FitsPhrase[] }) {
  const reopening = useAction(async ({ key, text }: FitsPhrase) => {
    await write(reopenFitsPhrase, { params: { key } })
    toast.success(t('phrases.reopened', { phrase: text }))
  })
  if (phrases.length === 0) return null
  return (
    <section aria-labelledby="answered-title" className="mt-10">
      <h2 id="answered-title" className="mb-3 text-2xl">
        {t('phrases.answered-title')}
      </h2>
      <ul className="divide-y divide-base-300 border-y border-base-300">
        {phrases.map((phrase) => (
          <li key={phrase.key} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="wrap-anywhere">
              <span className="font-semibold">{phrase.text}</span>
              {' → '}
              {phrase.models.map(nameOfModel).join(', ') ||
                t(phrase.isCondition ? 'phrases.condition' : 'phrases.no-vehicle')}
              {phrase.isCondition && phrase.models.length > 0
                ? ` (${t(phrase.isText ? 'phrases.rest-condition' : 'phrases.families-check')})`
                : null}
            </span>
            <Button
              size="sm"
              variant="quiet"
              aria-label={t('phrases.reopen-named', { phrase: phrase.text })}
              busy={reopening.isPending && reopening.variables.key === phrase.key}
              onClick={() => reopening.mutate(phrase)}
            >
              {t('phrases.reopen')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
