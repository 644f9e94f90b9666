import { useState } from 'react'
import { answerOpenWords, type OpenWords } from '#contract/fits-phrases.ts'
import { useAction, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Offers to say of all words that look like no vehicle that they are none, but for those that the seller takes out. */
export function PlainWords({ counts, words }: OpenWords) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = words.flatMap(({ key }) => (left.has(key) ? [] : key))
  const reopenAction = useAction((keys: string[]) => write(answerOpenWords, { body: { keys, reopens: true } }))
  const answerAction = useAction(async (keys: string[]) => {
    const { words: changed } = await write(answerOpenWords, { body: { keys } })
    if (changed === 0) return toast.info(t('phrases.families-answered-already'))
    toast.success(t('phrases.words-answered', { words: changed }), {
      label: t('phrases.reopen'),
      run: () => reopenAction.mutate(keys),
    })
  })
  const answering = useConfirm(
    () => ({
      title: t('phrases.words-title', { words: chosen.length }),
      text: t('phrases.words-text'),
      confirmLabel: t('phrases.words-answer'),
      variant: 'primary',
    }),
    () => answerAction.mutateAsync(chosen),
  )
  if (words.length === 0) return null
  const toggle = (key: string) =>
    setLeft((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]))
  return (
    <section aria-label={t('phrases.words')} className="mt-4 mb-3 rounded-box bg-base-200 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures max-w-3xl">
          {t('phrases.words-open', { words: words.length, texts: counts.texts })}{' '}
          {counts.ready > 0 && `${t('phrases.words-ready', { ready: counts.ready })} `}
          {t('phrases.words-hint')}
        </p>
        <Button disabled={chosen.length === 0} onClick={() => answering.ask(undefined)}>
          {t('phrases.words-ask')}
        </Button>
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-4">
        {words.map(({ key, text, examples }) => (
          <li key={key}>
            <label className="flex min-h-11 items-center gap-2" title={examples.join('\n')}>
              <input
                type="checkbox"
                className="checkbox checkbox-sm"
                checked={!left.has(key)}
                onChange={() => toggle(key)}
              />
              <span className="wrap-anywhere">{text}</span>
            </label>
          </li>
        ))}
      </ul>
      {answering.dialog}
    </section>
  )
}
