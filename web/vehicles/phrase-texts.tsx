import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import {
  answerTextOfPhrase,
  dropFitsTexts,
  type FitsPhrase,
  type FitsPhrases,
  listTextsOfPhrase,
  takeFitsTexts,
  type TextsOfPhrase as Texts,
} from '#contract/fits-phrases.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction, useQuery, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { yearsOfModel } from '#web/vehicles/model-name.ts'

/** Asks for each text of a family without a generation which generations it means. */
export function TextsOfPhrase({ phrase: { key, parts } }: { phrase: FitsPhrase }) {
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
      <ul className="divide-y divide-base-300 rounded-box bg-base-200 px-4">
        {data?.texts.map(({ text, modelIds }) => (
          <TextOfPhrase
            key={text}
            phrase={key}
            text={text}
            models={modelIds.flatMap((id) => data.models.find((model) => model.id === id) ?? [])}
          />
        ))}
      </ul>
    </details>
  )
}

function TextOfPhrase({ phrase, text, models }: { phrase: string; text: string; models: Texts['models'] }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const answering = useAction(async () => {
    await write(answerTextOfPhrase, { params: { key: phrase }, body: { text, modelIds: [...chosen] } })
    const means = models.flatMap(({ id, generation, family }) => (chosen.includes(id) ? (generation ?? family) : []))
    toast.success(t('phrases.answered', { phrase: text, means: means.join(', ') }))
  })
  return (
    <li className="grid gap-2 py-3">
      <p className="wrap-anywhere">{text}</p>
      <div role="group" aria-label={t('phrases.means', { phrase: text })} className="flex flex-wrap gap-2">
        {models.map(({ id, family, generation, ...years }) => (
          <Button
            key={id}
            size="sm"
            variant={chosen.includes(id) ? 'dark' : 'outline'}
            aria-pressed={chosen.includes(id)}
            onClick={() =>
              setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
            }
          >
            {generation ?? family} <span className="font-normal figures">{yearsOfModel(years)}</span>
          </Button>
        ))}
        <Button
          size="sm"
          disabled={chosen.length === 0}
          busy={answering.isPending}
          onClick={() => answering.mutate(undefined)}
        >
          {t('phrases.text-take')}
        </Button>
      </div>
    </li>
  )
}

/** Takes the names of parts as texts of their vehicles, and out again. */
export function NamesAsTexts({ counts }: { counts: FitsPhrases['counts'] }) {
  const [descriptions, setDescriptions] = useState(false)
  const taking = useAction(async () => {
    const { parts } = await write(takeFitsTexts, { body: { descriptions } })
    toast.success(t('phrases.names-taken', { parts }))
  })
  const dropping = useConfirm(
    () => ({
      title: t('phrases.drop-names-title'),
      text: t('phrases.drop-names-text', { parts: counts.fromNames }),
      confirmLabel: t('phrases.drop-names'),
    }),
    async () => {
      const { parts } = await write(dropFitsTexts)
      toast.success(t('phrases.names-dropped', { parts }))
    },
  )
  return (
    <section aria-labelledby="names-title" className="mt-10">
      <h2 id="names-title" className="text-2xl">
        {t('phrases.names-title')}
      </h2>
      <p className="mt-1 max-w-prose">{t('phrases.names-text')}</p>
      {counts.fromNames > 0 ? (
        <p className="mt-1 figures">{t('phrases.names-count', { parts: counts.fromNames })}</p>
      ) : null}
      <label className="mt-2 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={descriptions}
          onChange={({ target }) => setDescriptions(target.checked)}
        />
        {t('phrases.names-descriptions')}
      </label>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" busy={taking.isPending} onClick={() => taking.mutate(undefined)}>
          {t('phrases.take-names')}
        </Button>
        {counts.fromNames > 0 ? (
          <Button variant="quiet" onClick={() => dropping.ask(undefined)}>
            {t('phrases.drop-names')}
          </Button>
        ) : null}
      </div>
      {dropping.dialog}
    </section>
  )
}
