import { useState } from 'react'
import { dropFitsTexts, type FitsPhrases, takeFitsTexts } from '#contract/fits-phrases.ts'
import { useAction, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

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
