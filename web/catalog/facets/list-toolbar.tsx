import { ArrowDownUp, LayoutGrid, List, SlidersHorizontal, X } from 'lucide-react'
import { Link } from 'react-router'
import type { Charges } from '#contract/charges.ts'
import { type Facets, type ListSort, listSorts, type NamedFilter } from '#contract/facets.ts'
import {
  chosenCount,
  firstPage,
  listAddress,
  type ListState,
  toggled,
  valuesOf,
  withFilter,
} from '#web/catalog/facets/list-address.ts'
import { facetName, facetValueText, rangeText } from '#web/catalog/facets/facet-text.ts'
import { useMyPrices } from '#web/catalog/prices/my-prices.ts'
import { PriceTerms } from '#web/catalog/prices/price-terms.tsx'
import { useUnits } from '#web/catalog/units.tsx'
import { type MessageId, t } from '#web/i18n/messages.ts'

const sortLabels: Record<ListSort, MessageId> = {
  price: 'facets.sort.price',
  '-price': 'facets.sort.-price',
  name: 'word.name',
  newest: 'facets.sort.newest',
}

/** Shows above a list: the number of products, what it is filtered by, and its order and view. All are links. */
export function ListToolbar({
  facets,
  charges,
  state,
  view,
}: {
  facets: Facets
  charges: Charges
  state: ListState
  view: 'cards' | 'rows'
}) {
  const hasMyPrices = useMyPrices().size > 0
  const isByPrice = state.sort?.endsWith('price') || state.filters.some((filter) => filter.startsWith('price:'))
  const other = view === 'cards' ? 'rows' : 'cards'
  const Icon = other === 'rows' ? List : LayoutGrid
  return (
    <div className="mb-4 grid gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="font-semibold" aria-live="polite">
          {t(facets.isMore ? 'facets.more-products' : 'word.product-count', { count: facets.total })}
        </p>
        <PriceTerms charges={charges} />
        <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full">
          <FilterSwitch chosen={chosenCount(state.filters)} />
          <SortMenu state={state} />
          <Link to={listAddress({ ...state, view: other })} rel="nofollow" preventScrollReset className={toolStyle}>
            <Icon aria-hidden="true" size={18} />
            <span className="max-sm:sr-only">{other === 'rows' ? t('facets.rows') : t('facets.cards')}</span>
          </Link>
        </div>
      </div>
      {isByPrice && hasMyPrices ? <p className="muted text-[0.9375rem]">{t('price.sorted')}</p> : null}
      {facets.isUncounted ? (
        <p className="muted text-[0.9375rem]">{t(state.q ? 'facets.uncounted-search' : 'facets.uncounted')}</p>
      ) : null}
      <Chips facets={facets} state={state} />
    </div>
  )
}

const toolStyle = 'btn btn-outline min-h-11 border-base-content/35 px-3'

/** Shows categories and filters, which stand beside the list on wide screens; works without scripts. */
const FilterSwitch = ({ chosen }: { chosen: number }) => (
  <label
    className={`${toolStyle} max-sm:grow has-checked:bg-base-content has-checked:text-base-100 has-focus-visible:outline-3 xl:hidden`}
  >
    <input type="checkbox" id="show-filters" className="sr-only" />
    <SlidersHorizontal aria-hidden="true" size={18} className="max-xs:hidden" />
    {chosen > 0 ? t('facets.show-chosen', { count: chosen }) : t('facets.show')}
  </label>
)

/** A list of links that opens without scripts. */
function SortMenu({ state }: { state: ListState }) {
  const label = (sort: ListSort | undefined) => t(sort ? sortLabels[sort] : state.q ? 'facets.sort.best' : 'sort.shop')
  return (
    <details key={state.sort ?? ''} className="relative max-sm:grow">
      <summary className={`${toolStyle} w-full`}>
        <ArrowDownUp aria-hidden="true" size={18} className="max-xs:hidden" />
        <span className="sr-only">{t('list.sort')}: </span>
        {label(state.sort)}
      </summary>
      <ul className="absolute right-0 z-10 mt-1 w-56 rounded-box border border-base-300 bg-base-100 p-1 shadow-lift">
        {[undefined, ...listSorts].map((sort) => (
          <li key={sort ?? ''}>
            <Link
              to={listAddress({ ...state, ...firstPage, sort })}
              rel="nofollow"
              preventScrollReset
              aria-current={sort === state.sort ? 'true' : undefined}
              className="flex min-h-11 items-center rounded-field px-3 hover:bg-base-200 aria-[current]:font-bold"
            >
              {label(sort)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

const chipStyle =
  'inline-flex min-h-11 items-center gap-1.5 rounded-field border border-base-300 bg-base-200 px-3 text-[0.9375rem] wrap-anywhere hover:border-base-content/40 xl:min-h-9'

/** Shows the vehicle of the list with a link that takes it away, and one that adds or takes away universal parts. */
function VehicleChips({ name, state }: { name: string; state: ListState }) {
  const text = t('facets.fits', { vehicle: name })
  const { withUniversal } = state
  return (
    <>
      <li>
        <Link
          to={listAddress({ ...state, ...firstPage, vehicle: undefined })}
          rel="nofollow"
          preventScrollReset
          aria-label={t('word.remove-one', { name: text })}
          className={chipStyle}
        >
          {text}
          <X aria-hidden="true" size={16} className="shrink-0" />
        </Link>
      </li>
      <li>
        <Link
          to={listAddress({ ...state, ...firstPage, withUniversal: !withUniversal })}
          rel="nofollow"
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-[0.9375rem] font-semibold underline xl:min-h-9"
        >
          {t(withUniversal ? 'facets.without-universal' : 'facets.with-universal')}
        </Link>
      </li>
    </>
  )
}

/** Shows each chosen value with a link that takes it away. */
function Chips({ facets, state }: { facets: Facets; state: ListState }) {
  const units = useUnits()
  const chips = state.filters.flatMap((filter) => {
    const [group = ''] = filter.split(':', 1)
    const facet: NamedFilter = facets.chosen.find(({ code }) => code === group) ?? {
      code: group,
      kind: 'option',
      values: [],
    }
    const name = facetName(facet) || group
    const values = valuesOf(state.filters, group)
    if (values.length === 0) {
      const text = facet.range ? rangeText(facet, units) : filter.slice(group.length + 1)
      return [{ key: filter, text: `${name}: ${text}`, filters: withFilter(state.filters, group, []) }]
    }
    return values.map((value) => ({
      key: `${group}:${value}`,
      text: `${name}: ${facetValueText(facet, value, units)}`,
      filters: toggled(state.filters, group, value),
    }))
  })
  const vehicle = state.vehicle ? facets.vehicle : undefined
  if (chips.length === 0 && !vehicle) return null
  return (
    <ul aria-label={t('facets.chosen')} className="flex flex-wrap gap-2">
      {vehicle ? <VehicleChips name={vehicle.name} state={state} /> : null}
      {chips.map(({ key, text, filters }) => (
        <li key={key}>
          <Link
            to={listAddress({ ...state, ...firstPage, filters })}
            rel="nofollow"
            preventScrollReset
            aria-label={t('word.remove-one', { name: text })}
            className={chipStyle}
          >
            {text}
            <X aria-hidden="true" size={16} className="shrink-0" />
          </Link>
        </li>
      ))}
      {chosenCount(state.filters) > 1 ? (
        <li>
          <Link
            to={listAddress({ ...state, ...firstPage, filters: [] })}
            preventScrollReset
            className="inline-flex min-h-11 items-center px-2 text-[0.9375rem] font-semibold underline xl:min-h-9"
          >
            {t('word.remove-all')}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}
