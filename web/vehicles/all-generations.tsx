import { useState } from 'react'
import { answerOpenFamilies, type OpenFamilies, type OpenFamily, reopenFamilies } from '#contract/fits-phrases.ts'
import { useAction, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { yearsOfModel } from '#web/vehicles/model-name.ts'

/** Says what parts of families without a generation show to buyers of any of these. */
type ShownAs = 'check' | 'fits'

/** Offers to answer all families that stand without a generation at once, shows what that does, and takes it back. */
export function AllGenerations({ counts, families }: OpenFamilies) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = families.filter(({ key }) => !left.has(key))
  const answerAll = useAction(async (as: ShownAs) => {
    const { families: answered } = await write(answerOpenFamilies, {
      body: { keys: chosen.map(({ key }) => key), ...(as === 'check' && { isCondition: true }) },
    })
    if (answered > 0) toast.success(t(`phrases.families-${as}-done`, { families: answered }))
    else toast.info(t('phrases.families-answered-already'))
  })
  const answering = useConfirm(
    (as: ShownAs) => ({
      title: t(`phrases.families-${as}-title`),
      text: t(`phrases.families-${as}-text`, { families: chosen.length }),
      confirmLabel: t(`phrases.families-${as}`),
      variant: 'primary',
    }),
    (as: ShownAs) => answerAll.mutateAsync(as),
  )
  const reopenAction = useAction(async () => {
    const { families } = await write(reopenFamilies)
    toast.success(t('phrases.families-reopened', { families }))
  })
  const reopening = useConfirm(
    () => ({
      title: t('phrases.families-reopen-title'),
      text: t('phrases.families-reopen-text', { families: counts.answered }),
      confirmLabel: t('phrases.reopen'),
    }),
    () => reopenAction.mutateAsync(undefined),
  )
  if (families.length === 0 && counts.answered === 0) return null
  const toggle = (key: string) =>
    setLeft((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]))
  return (
    <section aria-label={t('phrases.families')} className="mt-4 mb-3 rounded-box bg-base-200 p-4">
      {families.length > 0 ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="figures">
              {t('phrases.families-open', { families: families.length, texts: counts.texts })}
              {counts.ready > 0 && ` ${t('phrases.families-ready', { ready: counts.ready })}`}
            </p>
            <div className="flex flex-wrap gap-3">
              <Button disabled={chosen.length === 0} onClick={() => answering.ask('check')}>
                {t('phrases.families-check-ask')}
              </Button>
              <Button disabled={chosen.length === 0} variant="quiet" onClick={() => answering.ask('fits')}>
                {t('phrases.families-fits-ask')}
              </Button>
            </div>
          </div>
          <details className="mt-2">
            <summary className="min-h-11 cursor-pointer content-center">{t('phrases.families-show')}</summary>
            <ul className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
              {families.map((one) => (
                <Family key={one.key} family={one} isChosen={!left.has(one.key)} onToggle={() => toggle(one.key)} />
              ))}
            </ul>
          </details>
        </>
      ) : null}
      {counts.answered > 0 ? (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-3 figures first:mt-0">
          {t('phrases.families-all', { families: counts.answered, checked: counts.checked })}
          <Button size="sm" variant="quiet" onClick={() => reopening.ask(undefined)}>
            {t('phrases.families-reopen')}
          </Button>
        </p>
      ) : null}
      {answering.dialog}
      {reopening.dialog}
    </section>
  )
}

function Family({
  family: { make, family, parts, generations, examples, ...years },
  isChosen,
  onToggle,
}: {
  family: OpenFamily
  isChosen: boolean
  onToggle: () => void
}) {
  return (
    <li className="min-w-0 py-2">
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="checkbox checkbox-sm" checked={isChosen} onChange={onToggle} />
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">
            {make} {family}
          </span>
          <span className="block text-sm figures">
            {[t('phrases.family', { parts, generations }), yearsOfModel(years)].filter(Boolean).join(', ')}
          </span>
        </span>
      </label>
      <ul className="muted ml-6 text-sm">
        {examples.map((example) => (
          <li key={example} className="truncate" title={example}>
            {example}
          </li>
        ))}
      </ul>
    </li>
  )
}
