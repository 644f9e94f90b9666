import { useState } from 'react'
import { Form, Link } from 'react-router'
import { currencySymbol } from '#web/ui/money.tsx'
import type { Facet, Facets } from '#contract/facets.ts'
import type { CategoryAttribute } from '#contract/attributes.ts'
import { foldText } from '#contract/fold-text.ts'
import { baseNumber, hasSystems, unitIn } from '#contract/units.ts'
import { textIn } from '#web/catalog/attributes/attribute-text.ts'
import { firstPage, listAddress, type ListState, toggled } from '#web/catalog/facets/list-address.ts'
import { facetName, facetValueText } from '#web/catalog/facets/facet-text.ts'
import { localDecimals } from '#contract/locale.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { UnitSwitch, useUnits } from '#web/catalog/units.tsx'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** The number of values of a group that are shown at first. */
const shownValues = 7

/** Shows what a list can be filtered by, and the units that it is in. Every value is a plain link. */
export function FacetPanel({
  facets,
  attributes,
  state,
}: {
  facets: Facets
  attributes: readonly CategoryAttribute[]
  state: ListState
}) {
  if (facets.groups.length === 0) return null
  return (
    <div className="print:hidden">
      {attributes.some(({ dimension }) => dimension && hasSystems(dimension)) ? <UnitSwitch /> : null}
      <section aria-label={t('facets.title')} className="my-5 grid sm:grid-cols-2 sm:gap-x-8 xl:grid-cols-1">
        {facets.groups.map((facet) => (
          <FacetGroup key={facet.code} facet={facet} state={state} />
        ))}
        {/* Above the products the panel would hide what was found. */}
        <div className="sticky bottom-0 z-10 bg-base-100 py-3 sm:col-span-full xl:hidden">
          <Button type="button" className="w-full" onClick={showResults}>
            {t(facets.isMore ? 'facets.more-products' : 'facets.show-results', { count: facets.total })}
          </Button>
        </div>
      </section>
    </div>
  )
}

/** Closes the panel and shows what was found. */
function showResults(): void {
  const opener = document.querySelector<HTMLInputElement>('#show-filters')
  if (opener) opener.checked = false
  const results = document.querySelector<HTMLElement>('#results')
  results?.focus()
  results?.scrollIntoView()
}

function FacetGroup({ facet, state }: { facet: Facet; state: ListState }) {
  const help = textIn(facet.help)
  return (
    <details open className="group border-t border-base-300 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between font-heading text-[1.0625rem] font-bold tracking-wide">
        {facetName(facet)}
      </summary>
      {help ? <p className="muted mb-2 text-sm">{help}</p> : null}
      {facet.range ? (
        <RangeForm facet={facet} range={facet.range} state={state} />
      ) : (
        <Values facet={facet} state={state} />
      )}
    </details>
  )
}

function Values({ facet, state }: { facet: Facet; state: ListState }) {
  const [words, setWords] = useState('')
  const units = useUnits()
  const { values } = facet
  // Chosen values are never hidden.
  const first = values.filter(({ isChosen }, index) => index < shownValues || isChosen)
  const rest = values.filter((value) => !first.includes(value))
  const wanted = foldText(words.trim())
  const found = rest.filter(({ code }) => foldText(facetValueText(facet, code, units)).includes(wanted))
  return (
    <>
      <ValueList facet={facet} state={state} values={first} />
      {rest.length > 0 ? (
        <details className="mb-2">
          <summary className="flex min-h-11 cursor-pointer items-center text-[0.9375rem] font-semibold text-accent">
            {t('facets.all', { count: values.length })}
          </summary>
          <label className="input mb-1 min-h-11 w-full border-base-content/35 text-base">
            <span className="sr-only">{t('facets.find', { name: facetName(facet) })}</span>
            <input
              type="search"
              value={words}
              onChange={({ target }) => setWords(target.value)}
              placeholder={t('facets.find', { name: facetName(facet) })}
              autoComplete="off"
            />
          </label>
          <div className="max-h-80 overflow-y-auto">
            <ValueList facet={facet} state={state} values={found} />
          </div>
        </details>
      ) : null}
    </>
  )
}

function ValueList({ facet, state, values }: { facet: Facet; state: ListState; values: Facet['values'] }) {
  const units = useUnits()
  return (
    <ul className="mb-2">
      {values.map(({ code, products, isChosen }) => (
        <li key={code}>
          <Link
            to={listAddress({ ...state, ...firstPage, filters: toggled(state.filters, facet.code, code) })}
            rel="nofollow"
            preventScrollReset
            aria-current={isChosen ? 'true' : undefined}
            className="group/value flex min-h-11 items-center gap-2.5 rounded-field text-[0.9375rem] hover:underline xl:min-h-8"
          >
            <span
              aria-hidden="true"
              className="grid size-4.5 shrink-0 place-items-center rounded-sm border border-base-content/50 text-xs leading-none font-bold group-aria-[current]/value:border-primary group-aria-[current]/value:bg-primary group-aria-[current]/value:text-primary-content"
            >
              {isChosen ? '✓' : null}
            </span>
            <span className="min-w-0 grow wrap-anywhere group-aria-[current]/value:font-bold">
              {facetValueText(facet, code, units)}
            </span>
            <span className="muted figures shrink-0 text-sm">
              <span className="sr-only">, </span>
              {unitsText(products)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Hints prices without decimals, which the narrow fields have room for. Works without scripts, too: the page reads the two ends from the address and goes on to the address of the range. */
function RangeForm({ facet, range, state }: { facet: Facet; range: NonNullable<Facet['range']>; state: ListState }) {
  const units = useUnits()
  const { dimension, kind } = facet
  const unit = dimension ? unitIn(dimension, facet.unit, units) : ''
  const shown = (base: string | undefined) => {
    if (base === undefined) return ''
    const number = dimension ? baseNumber(base, dimension, unit) : base
    return localDecimals(number, currentLanguage())
  }
  const label = kind === 'price' ? currencySymbol() : unit
  const end = (name: 'from' | 'to', base: string | undefined, limit: string) => (
    <label className="min-w-0 grow text-sm">
      <span className="muted">
        {name === 'from' ? t('word.from') : t('word.to')} {label}
      </span>
      <input
        name={name}
        inputMode="decimal"
        defaultValue={shown(base)}
        placeholder={shown(limit)}
        autoComplete="off"
        maxLength={40}
        className="input min-h-11 w-full border-base-content/35 px-2 text-base"
      />
    </label>
  )
  return (
    <Form
      key={`${range.from} ${range.to} ${unit}`}
      action={state.path}
      preventScrollReset
      className="mb-3 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2"
    >
      {state.q ? <input type="hidden" name="q" value={state.q} /> : null}
      {state.q && state.isWordsOnly ? <input type="hidden" name="words" value="only" /> : null}
      {state.vehicle ? <input type="hidden" name="vehicle" value={state.vehicle} /> : null}
      {state.withUniversal ? <input type="hidden" name="universal" value="yes" /> : null}
      {state.filters.map((filter) => (
        <input key={filter} type="hidden" name="f" value={filter} />
      ))}
      {state.sort ? <input type="hidden" name="sort" value={state.sort} /> : null}
      {state.view ? <input type="hidden" name="view" value={state.view} /> : null}
      <input type="hidden" name="range" value={facet.code} />
      <input type="hidden" name="unit" value={dimension ? `${dimension}|${unit}` : ''} />
      {end('from', range.from, kind === 'price' ? String(Math.floor(Number(range.least))) : range.least)}
      {end('to', range.to, kind === 'price' ? String(Math.ceil(Number(range.greatest))) : range.greatest)}
      <Button type="submit" variant="outline" className="px-3">
        {t('facets.ok')}
        <span className="sr-only">: {t('facets.apply', { name: facetName(facet) })}</span>
      </Button>
    </Form>
  )
}
