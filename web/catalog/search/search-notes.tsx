import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FoundTool, Reading } from '#contract/search.ts'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import { partNumberKindLabel } from '#web/catalog/search/part-number-labels.ts'
import { chooseVehicle, useVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Says what words of a search were taken for; a vehicle can be kept for all pages, or taken as words. */
export function ReadingNotes(props: {
  readings: readonly Reading[]
  /** The vehicles that the search names. */
  vehicles: readonly NamedVehicle[]
  wordsOnly: string
  /** The search as it was typed. */
  typed: string
  /** The generations that it may mean. */
  family: ReactNode
}) {
  const { readings, vehicles, wordsOnly, typed, family } = props
  if (readings.length === 0) return null
  return (
    <ul className="mb-4 grid gap-1 rounded-field border border-info/40 bg-info/8 px-4 py-3 text-[0.9375rem]">
      {readings.map(({ kind, word, means }) => (
        <li key={`${kind} ${word}`} className="wrap-anywhere">
          {t(`search.${kind === 'similar-word' ? 'synonym' : kind}`, {
            word: asTyped(word, typed),
            means: (kind === 'vehicle' ? means : means.map(asWritten)).join(', '),
          })}{' '}
          {kind === 'vehicle' ? (
            <span className="inline-flex flex-wrap gap-x-4">
              <Link to={wordsOnly} rel="nofollow" className="link inline-block max-xl:py-2.5">
                {t('search.words-only')}
              </Link>
              <KeepVehicle vehicles={vehicles} />
            </span>
          ) : null}
          {kind === 'family' ? family : null}
        </li>
      ))}
    </ul>
  )
}

/** Returns a word of a search as it was typed: words are searched in lower case. */
function asTyped(word: string, typed: string): string {
  const start = typed.toLowerCase().indexOf(word)
  return start === -1 ? word : typed.slice(start, start + word.length)
}

/** Returns a word of the catalog as it is written: those of German parts are nouns. */
const asWritten = (word: string) =>
  currentLanguage() === 'de'
    ? word.replaceAll(/(?<![\p{L}\d])\p{Ll}(?=\p{Ll}{2})/gu, (letter) => letter.toUpperCase())
    : word

/** Makes the vehicle of a search the one of all pages; of several, each can be taken. */
function KeepVehicle({ vehicles }: { vehicles: readonly NamedVehicle[] }) {
  const chosen = useVehicle()
  const isKept = ({ modelId, year }: NamedVehicle) => chosen?.modelId === modelId && chosen.year === year
  return (
    <>
      {vehicles.some(isKept)
        ? null
        : vehicles.map((vehicle) => (
            <button
              key={vehicle.modelId}
              type="button"
              className="link cursor-pointer text-left max-xl:py-2.5"
              onClick={() => chooseVehicle(vehicle)}
            >
              {vehicles.length === 1 ? t('search.keep-vehicle') : t('search.keep-one', { vehicle: vehicle.name })}
            </button>
          ))}
      <span role="status">{vehicles.some(isKept) ? t('search.vehicle-kept') : ''}</span>
    </>
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
