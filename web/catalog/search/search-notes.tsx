import { Link } from 'react-router'
import type { FoundTool, Reading } from '#contract/search.ts'
import { partNumberKindLabel } from '#web/catalog/search/part-number-labels.ts'
import { t } from '#web/i18n/messages.ts'

/** Says what words of a search were taken for; a vehicle with a link to the search that takes them as words. */
export function ReadingNotes({ readings, wordsOnly }: { readings: readonly Reading[]; wordsOnly: string }) {
  if (readings.length === 0) return null
  return (
    <ul className="mb-4 grid gap-1 rounded-field border border-info/40 bg-info/8 px-4 py-3 text-[0.9375rem]">
      {readings.map(({ kind, word, means }) => (
        <li key={`${kind} ${word}`} className="wrap-anywhere">
          {t(`search.${kind}`, { word, means: means.join(', ') })}{' '}
          {kind === 'vehicle' ? (
            <Link to={wordsOnly} rel="nofollow" className="link inline-block max-xl:py-2.5">
              {t('search.words-only')}
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Says by which other number a product was found, such as `Replaces 15710-PNA-003`, or that its own one is only similar. */
export function MatchNote({ product: { match } }: { product: FoundTool }) {
  if (!match || (match.kind === 'own' && !match.isNear)) return null
  const { kind, maker, number, isNear } = match
  const text = [kind === 'own' ? '' : partNumberKindLabel(kind), maker, number].filter(Boolean).join(' ')
  return (
    <p className="mt-1 text-sm font-semibold wrap-anywhere">{isNear ? t('search.similar', { number: text }) : text}</p>
  )
}
