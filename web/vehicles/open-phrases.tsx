import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import {
  decideFitsPhrase,
  type FitsPhrase,
  type FoundModel,
  listTextsOfPhrase,
  maxModelsOfPhrase,
} from '#contract/fits-phrases.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction, useQuery, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ModelSearch } from '#web/vehicles/model-search.tsx'
import { nameOfModel, yearsOfModel } from '#web/vehicles/model-name.ts'

interface PhraseAnswer {
  modelIds: readonly number[]
  isCondition: boolean
}

/** Asks phrases and the rest of texts, one below the other; each answer takes one or two keys. */
export function OpenPhrases({ phrases }: { phrases: readonly FitsPhrase[] }) {
  const list = useRef<HTMLOListElement>(null)
  // The place of the list keeps the focus when its phrase is answered and the next one moves up.
  const place = useRef<number | undefined>(undefined)
  const hint = useId()
  useEffect(() => {
    if (place.current === undefined) return
    const rows = list.current?.querySelectorAll<HTMLElement>(':scope > [data-phrase]')
    rows?.[Math.min(place.current, rows.length - 1)]?.focus()
    place.current = undefined
  }, [phrases])
  const move = (at: number, by: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>(':scope > [data-phrase]')
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
  const { key, text, parts, examples, isText = false, isFamily = false, read = [], rest = [] } = phrase
  const title = useId()
  const row = useRef<HTMLLIElement>(null)
  const [added, setAdded] = useState<readonly FoundModel[]>([])
  const [addsName, setAddsName] = useState(false)
  const models: readonly FoundModel[] = [...phrase.models, ...added]
  // A code such as `TA` may be a maker of parts: only what the words name is chosen beforehand, of a text only its family.
  const isNamed = ({ make, family }: FoundModel) =>
    isFamily ||
    (!isText &&
      [make, family].some((name) => /\p{L}{3}/u.test(name) && text.toLowerCase().includes(name.toLowerCase())))
  const [chosen, setChosen] = useState<readonly number[]>(
    phrase.models.length === 1 ? phrase.models.filter(isNamed).map(({ id }) => id) : [],
  )
  const hasVehicle = chosen.length > 0 || read.length > 0
  const mayRestrict = isText ? hasVehicle && rest.length > 0 : !isFamily || models.length > 0
  const answering = useAction(async ({ modelIds, isCondition }: PhraseAnswer) => {
    onAnswer()
    // A text means what is read of it, too.
    const all = isText ? [...new Set([...modelIds, ...read.map(({ model }) => model.id)])] : [...modelIds]
    await write(decideFitsPhrase, {
      params: { key },
      body: {
        modelIds: all.slice(0, maxModelsOfPhrase),
        onlyIfOpen: true,
        ...(isCondition && { isCondition }),
        ...(isText && { text }),
        ...(addsName && modelIds.length > 0 && { addsName }),
      },
    })
    const meaning = [...models, ...read.map(({ model }) => model)].filter(({ id }) => all.includes(id)).map(nameOfModel)
    if (isCondition && isFamily) return toast.success(t('phrases.families-check-done', { families: 1 }))
    if (isCondition && !isText) return toast.success(t('phrases.restricts', { phrase: text }))
    toast.success(
      meaning.length > 0
        ? t('phrases.answered', { phrase: text, means: [...new Set(meaning)].join(', ') })
        : t('phrases.forgotten', { phrase: text }),
    )
  })
  const answer = (given: PhraseAnswer) => {
    if (!answering.isPending) answering.mutate(given)
  }
  const toggle = (id: number) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const add = (model: FoundModel) => {
    if (!models.some(({ id }) => id === model.id)) setAdded((before) => [...before, model])
    setChosen((before) => (before.includes(model.id) ? before : [...before, model.id]))
    row.current?.focus()
  }
  const toggleAll = () => setChosen(chosen.length === models.length ? [] : models.map(({ id }) => id))
  // The rest of a text restricts what is taken, unless the seller says that it does not.
  const take = () => chosen.length > 0 && answer({ modelIds: chosen, isCondition: isText && rest.length > 0 })
  const forget = () => answer({ modelIds: isText && rest.length > 0 ? chosen : [], isCondition: false })
  const restrict = () => {
    const meant = isFamily && chosen.length === 0 ? models.map(({ id }) => id) : chosen
    answer({ modelIds: isText || isFamily ? meant : [], isCondition: true })
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLLIElement>) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    const numbered = models[Number(event.key) - 1]
    if (event.key === 'ArrowDown') onMove(1)
    else if (event.key === 'ArrowUp') onMove(-1)
    else if (event.key === 'Enter') take()
    else if (event.key === '0') forget()
    else if (event.key === '-' && mayRestrict) restrict()
    // Where `+` is typed with Shift, its key says `=` without.
    else if (/^[+=]$/.test(event.key) && models.length > 0) toggleAll()
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
      className="grid gap-3 py-4 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-primary grid-cols-1 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)] lg:items-start"
      onKeyDown={onKeyDown}
    >
      <div>
        <p id={title} className="font-semibold wrap-anywhere">
          {text}
        </p>
        <p className="text-sm figures">{t('phrases.parts', { parts })}</p>
        {isText ? (
          <TextSoFar phrase={phrase} />
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
                {at < 9 ? (
                  <kbd aria-hidden="true" className="text-xs opacity-70">
                    {at + 1}
                  </kbd>
                ) : null}
                {nameOfModel(model)}
                {model.isHidden ? ` (${t('phrases.hidden')})` : ''}{' '}
                <span className="font-normal figures">{yearsOfModel(model)}</span>
              </Button>
            ))}
            {models.length > 1 ? (
              <Button size="sm" variant="quiet" aria-pressed={chosen.length === models.length} onClick={toggleAll}>
                <kbd aria-hidden="true" className="text-xs opacity-70">
                  +
                </kbd>
                {t('phrases.all')}
              </Button>
            ) : null}
          </div>
        ) : read.length === 0 ? (
          <p className="text-sm text-base-content/70">{t('phrases.no-proposal')}</p>
        ) : null}
        <ModelSearch
          label={t('phrases.another-for', { phrase: text })}
          onChoose={add}
          onLeave={() => row.current?.focus()}
        />
        {chosen.length > 0 && !isText ? (
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
      <div className="flex flex-wrap gap-2 lg:justify-end">
        {isText && rest.length > 0 ? null : (
          <Button size="sm" disabled={chosen.length === 0 || answering.isPending} onClick={take}>
            {t('phrases.take')}
          </Button>
        )}
        <Button size="sm" variant="outline" disabled={answering.isPending} onClick={forget}>
          {t(
            isText && (read.length > 0 || (hasVehicle && rest.length > 0))
              ? 'phrases.rest-nothing'
              : 'phrases.no-vehicle',
          )}
        </Button>
        {mayRestrict ? (
          <Button size="sm" variant="outline" disabled={answering.isPending} onClick={restrict}>
            {t(isFamily ? 'phrases.families-check' : isText ? 'phrases.rest-condition' : 'phrases.condition')}
          </Button>
        ) : null}
      </div>
      {phrase.mayDiffer ? <TextsOfPhrase phrase={phrase} /> : null}
    </li>
  )
}

/** Shows what is read of a text, and what is left over of it. */
function TextSoFar({ phrase: { read = [], rest = [] } }: { phrase: FitsPhrase }) {
  return (
    <>
      {read.length > 0 ? (
        <p className="mt-1 text-sm wrap-anywhere">
          {t('phrases.text-read')}{' '}
          {read
            .map(({ model, limits, ...years }) =>
              [nameOfModel(model), yearsOfModel(years), limits].filter(Boolean).join(' '),
            )
            .join(' · ')}
        </p>
      ) : null}
      {rest.length > 0 ? (
        <p className="mt-1 text-sm wrap-anywhere">
          {t('phrases.text-rest')} <span className="font-semibold">{rest.join(' · ')}</span>
        </p>
      ) : null}
      <p className="mt-1 text-sm text-base-content/70">{t('phrases.whole-text')}</p>
    </>
  )
}

/** Asks for each text of a family without a generation what it means. */
function TextsOfPhrase({ phrase: { key, parts } }: { phrase: FitsPhrase }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    // Asked again once an answer has taken a text out.
    queryKey: [listTextsOfPhrase.name, key, parts],
    queryFn: () => call(listTextsOfPhrase, { params: { key } }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  return (
    <details className="lg:col-span-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center">{t('phrases.texts')}</summary>
      {data && isOpen ? (
        <div className="rounded-box bg-base-200 px-4">
          <OpenPhrases phrases={data} />
        </div>
      ) : null}
    </details>
  )
}
