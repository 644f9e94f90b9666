import { useEffect, useId, useRef, useState } from 'react'
import {
  decideFitsPhrase,
  type FitsPhrase,
  type FoundModel,
  listFitsPhrases,
  reopenFitsPhrase,
} from '#contract/fits-phrases.ts'
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
import { AllGenerations, AllGenerationsButton } from '#web/vehicles/all-generations.tsx'
import { ApplyTexts, CopyByNumber } from '#web/vehicles/apply-fitments.tsx'
import { nameOfModel, yearsOfModel } from '#web/vehicles/model-name.ts'
import { ModelSearch } from '#web/vehicles/model-search.tsx'
import { NamesAsTexts, TextsOfPhrase } from '#web/vehicles/phrase-texts.tsx'
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
        {({ counts, phrases }) => (
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
            <AllGenerations counts={counts} />
            <PlainWords counts={counts} />
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
          </>
        )}
      </QueryView>
      <Answered />
    </>
  )
}

export const ErrorBoundary = RouteErrorBoundary

function OpenPhrases({ phrases }: { phrases: readonly FitsPhrase[] }) {
  const list = useRef<HTMLOListElement>(null)
  // The place of the list keeps the focus when its phrase is answered and the next one moves up.
  const place = useRef<number | undefined>(undefined)
  const hint = useId()
  useEffect(() => {
    if (place.current === undefined) return
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-phrase]')
    rows?.[Math.min(place.current, rows.length - 1)]?.focus()
    place.current = undefined
  }, [phrases])
  const move = (at: number, by: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-phrase]')
    rows?.[Math.max(0, Math.min(at + by, rows.length - 1))]?.focus()
  }
  return (
    <>
      <p id={hint} className="mt-1 text-sm text-base-content/70">
        {t('phrases.keys')}
      </p>
      <ol ref={list} className="mt-4 divide-y divide-base-300 border-y border-base-300" aria-describedby={hint}>
        {phrases.map((phrase, at) => (
          <OpenPhrase
            key={phrase.key}
            phrase={phrase}
            onMove={(by) => move(at, by)}
            onAnswer={() => (place.current = at)}
          />
        ))}
      </ol>
    </>
  )
}

function OpenPhrase({
  phrase,
  onMove,
  onAnswer,
}: {
  phrase: FitsPhrase
  onMove: (by: number) => void
  onAnswer: () => void
}) {
  const { key, text, parts, examples } = phrase
  const title = useId()
  const row = useRef<HTMLLIElement>(null)
  const [added, setAdded] = useState<readonly FoundModel[]>([])
  const [addsName, setAddsName] = useState(false)
  const mayRestrict = !phrase.isFamily && !phrase.isText
  const models: readonly FoundModel[] = [...phrase.models, ...added]
  // A code such as `TA` may be a maker of parts: only what the words name is chosen beforehand.
  const isNamed = ({ make, family }: FoundModel) =>
    phrase.isFamily === true || [make, family].some((name) => text.toLowerCase().includes(name.toLowerCase()))
  const [chosen, setChosen] = useState<readonly number[]>(
    phrase.models.length === 1 ? phrase.models.filter(isNamed).map(({ id }) => id) : [],
  )
  const answering = useAction(async (answer: readonly number[] | 'condition') => {
    onAnswer()
    const isCondition = answer === 'condition'
    const modelIds = isCondition ? [] : [...answer]
    await write(decideFitsPhrase, {
      params: { key },
      body: { modelIds, ...(isCondition && { isCondition }), ...(addsName && modelIds.length > 0 && { addsName }) },
    })
    if (isCondition) return toast.success(t('phrases.restricts', { phrase: text }))
    const meaning = models.filter(({ id }) => modelIds.includes(id)).map(nameOfModel)
    toast.success(
      meaning.length > 0
        ? t('phrases.answered', { phrase: text, means: meaning.join(', ') })
        : t('phrases.forgotten', { phrase: text }),
    )
  })
  const toggle = (id: number) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const add = (model: FoundModel) => {
    if (!models.some(({ id }) => id === model.id)) setAdded((before) => [...before, model])
    setChosen((before) => (before.includes(model.id) ? before : [...before, model.id]))
    row.current?.focus()
  }
  const take = () => {
    if (!answering.isPending && chosen.length > 0) answering.mutate(chosen)
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLLIElement>) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    const numbered = models[Number(event.key) - 1]
    if (event.key === 'ArrowDown') onMove(1)
    else if (event.key === 'ArrowUp') onMove(-1)
    else if (event.key === 'Enter') take()
    else if (event.key === '0' && !answering.isPending) answering.mutate([])
    else if (event.key === '-' && mayRestrict && !answering.isPending) answering.mutate('condition')
    else if (numbered) toggle(numbered.id)
    else if (/^[\p{L}/]$/u.test(event.key)) {
      row.current?.querySelector<HTMLElement>('[data-model-search]')?.focus()
      // A letter is the first one of the search.
      if (event.key !== '/') return
    } else return
    event.preventDefault()
  }
  return (
    <li
      ref={row}
      data-phrase
      // Rows take keys themselves, so that an answer is one or two.
      tabIndex={0}
      aria-labelledby={title}
      className="grid gap-3 py-4 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-primary grid-cols-1 lg:grid-cols-[minmax(14rem,1fr)_minmax(0,2fr)_auto] lg:items-start"
      onKeyDown={onKeyDown}
    >
      <div>
        <p id={title} className="font-semibold wrap-anywhere">
          {text}
        </p>
        <p className="text-sm figures">{t('phrases.parts', { parts })}</p>
        {phrase.isText ? (
          <p className="mt-1 text-sm text-base-content/70">{t('phrases.whole-text')}</p>
        ) : (
          <ul className="mt-1 text-sm text-base-content/70">
            {examples.map((example) => (
              <li key={example} className="truncate" title={example}>
                {example}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="grid grid-cols-1 gap-2">
        {models.length > 0 ? (
          <div role="group" aria-label={t('phrases.means', { phrase: text })} className="flex flex-wrap gap-2">
            {models.map((model, at) => (
              <Button
                key={model.id}
                size="sm"
                variant={chosen.includes(model.id) ? 'dark' : 'outline'}
                className="h-auto min-w-0 max-w-full shrink flex-wrap py-1 wrap-anywhere"
                aria-pressed={chosen.includes(model.id)}
                onClick={() => toggle(model.id)}
              >
                <kbd aria-hidden="true" className="text-xs opacity-70">
                  {at + 1}
                </kbd>
                {nameOfModel(model)}
                {model.isHidden ? ` (${t('phrases.hidden')})` : ''}{' '}
                <span className="font-normal figures">{yearsOfModel(model)}</span>
              </Button>
            ))}
          </div>
        ) : (
          <p className="text-sm text-base-content/70">{t('phrases.no-proposal')}</p>
        )}
        <ModelSearch
          label={t('phrases.another-for', { phrase: text })}
          onChoose={add}
          onLeave={() => row.current?.focus()}
        />
        {chosen.length > 0 && !phrase.isText ? (
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="checkbox checkbox-sm"
              checked={addsName}
              onChange={({ target }) => setAddsName(target.checked)}
            />
            {t('phrases.adds-name', { phrase: text })}
          </label>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={answering.isPending && answering.variables !== 'condition' && answering.variables.length > 0}
          disabled={chosen.length === 0 || answering.isPending}
          onClick={take}
        >
          {t('phrases.take')}
        </Button>
        {phrase.isFamily && phrase.models.length > 1 ? <AllGenerationsButton phrase={key} onAnswer={onAnswer} /> : null}
        <Button
          size="sm"
          variant="outline"
          busy={answering.isPending && answering.variables.length === 0}
          disabled={answering.isPending}
          onClick={() => answering.mutate([])}
        >
          {t('phrases.no-vehicle')}
        </Button>
        {mayRestrict ? (
          <Button
            size="sm"
            variant="outline"
            busy={answering.isPending && answering.variables === 'condition'}
            disabled={answering.isPending}
            onClick={() => answering.mutate('condition')}
          >
            {t('phrases.condition')}
          </Button>
        ) : null}
      </div>
      {phrase.mayDiffer ? <TextsOfPhrase phrase={phrase} /> : null}
    </li>
  )
}

function Answered() {
  const query = useQuery(endpointQuery(listFitsPhrases, { query: { decided: 'true' } }))
  const reopening = useAction(async ({ key, text }: FitsPhrase) => {
    await write(reopenFitsPhrase, { params: { key } })
    toast.success(t('phrases.reopened', { phrase: text }))
  })
  const answered = query.data?.phrases ?? []
  if (answered.length === 0) return null
  return (
    <section aria-labelledby="answered-title" className="mt-10">
      <h2 id="answered-title" className="mb-3 text-2xl">
        {t('phrases.answered-title')}
      </h2>
      <ul className="divide-y divide-base-300 border-y border-base-300">
        {answered.map((phrase) => (
          <li key={phrase.key} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="wrap-anywhere">
              <span className="font-semibold">{phrase.text}</span>
              {' → '}
              {phrase.models.map(nameOfModel).join(', ') ||
                t(phrase.isCondition ? 'phrases.condition' : 'phrases.no-vehicle')}
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
