import { useNavigate } from 'react-router'
import { type FitmentSource, getFitmentCopies, stageFitments } from '#contract/fitment-imports.ts'
import type { FitsPhrases } from '#contract/fits-phrases.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'

/** Stages the vehicles of many parts and opens their dry run. */
function StageButton({ source, variant, label }: { source: FitmentSource; variant: ButtonVariant; label: string }) {
  const navigate = useNavigate()
  const staging = useAction(async () => {
    const { import: staged } = await write(stageFitments, { body: { source, language: currentLanguage() } })
    await navigate(`/dashboard/imports/${staged._id}`)
  })
  return (
    <Button variant={variant} busy={staging.isPending} onClick={() => staging.mutate(undefined)}>
      {label}
    </Button>
  )
}

/** Offers to apply what is read to the end to the parts that have no vehicles yet. */
export function ApplyTexts({ counts: { ready, applied } }: { counts: FitsPhrases['counts'] }) {
  if (ready === 0 && applied === 0) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-box bg-base-200 p-4">
      <p className="figures">
        {ready > 0 ? t('phrases.ready', { parts: ready }) : t('phrases.applied', { parts: applied })}
      </p>
      {ready > 0 ? (
        <StageButton source="texts" variant="primary" label={t('phrases.apply')} />
      ) : (
        <StageButton source="texts" variant="outline" label={t('phrases.compare')} />
      )}
    </div>
  )
}

/** Offers the vehicles of parts with the same OE number to parts without vehicles. */
export function CopyByNumber() {
  const { data } = useQuery(endpointQuery(getFitmentCopies))
  if (!data || data.parts + data.disagreeing === 0) return null
  return (
    <section aria-labelledby="copies-title" className="mt-10">
      <h2 id="copies-title" className="text-2xl">
        {t('phrases.copies-title')}
      </h2>
      {data.parts > 0 ? (
        <>
          <p className="mt-1 mb-3 figures">{t('phrases.copies', { parts: data.parts })}</p>
          <StageButton source="oe-numbers" variant="outline" label={t('phrases.copy')} />
        </>
      ) : null}
      {data.disagreeing > 0 ? (
        <>
          <p className="mt-3 figures">{t('phrases.disagreeing', { parts: data.disagreeing })}</p>
          <ul className="muted mt-1 text-sm">
            {data.examples.map(({ _id, name }) => (
              <li key={_id} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}
