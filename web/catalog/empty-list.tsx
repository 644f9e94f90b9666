import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SearchResult } from '#contract/search.ts'
import { firstPage, listAddress } from '#web/catalog/facets/list-address.ts'
import type { LoadedList } from '#web/catalog/product-list.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says why a list shows no products, and leads on. */
export default function EmptyList(props: {
  list: LoadedList
  /** The number of its pages. */
  pages: number
  /** Says that a list without search has no products. */
  empty: { title: string; text: string }
  /** The generations of the family that the search names. */
  family: ReactNode
}) {
  const { list, pages, empty, family } = props
  const { path, q, trail, filters, facets, lookAlikes = [] } = list
  const all = (
    <ButtonLink to="/products" variant="outline">
      {t('products.all')}
    </ButtonLink>
  )
  if (list.missing) return <NothingThere list={list} pages={pages} />
  const { vehicle = facets.read } = facets
  if (vehicle && (list.vehicle || facets.read)) return <NoneForVehicle list={list} vehicle={vehicle.name} />
  if (filters.length > 0) return <EmptyState title={t('products.none')} text={t('facets.none-text')} />
  if (q && lookAlikes.length > 0) return <LookAlikes q={q} lookAlikes={lookAlikes} />
  if (family) {
    const wordsOf = (asked: string) => list.readings.filter(({ kind }) => kind === asked).map(({ word }) => word)
    const [word = q] = wordsOf('family')
    const text = wordsOf('left-out').map((left) => t('search.left-out', { word: left }))
    return <EmptyState title={t('search.family', { word })} text={text.join(' ')} action={family} />
  }
  if (q) return <EmptyState title={t('products.none')} text={t('products.none-text', { words: q })} action={all} />
  if (trail.length > 0) return <EmptyState title={t('products.none')} text={t('products.past-end')} action={all} />
  return <EmptyState {...empty} action={path === '/products' ? undefined : all} />
}

/** Says how many products the list has without its vehicle. */
function NoneForVehicle({ list, vehicle }: { list: LoadedList; vehicle: string }) {
  const { withoutVehicle: count = 0, read } = list.facets
  const without = { ...list, ...firstPage, vehicle: undefined }
  return (
    <EmptyState
      title={t('products.none-listed', { vehicle })}
      text={t('products.without-vehicle', { count })}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={listAddress(read ? { ...without, q: read.words } : without)} variant="outline">
            {t('products.show-without-vehicle')}
          </ButtonLink>
          {read ? (
            <ButtonLink to={listAddress({ ...without, isWordsOnly: true })} variant="outline">
              {t('search.words-only')}
            </ButtonLink>
          ) : null}
        </div>
      }
    />
  )
}

/** Asks whether one of the numbers that look like the wanted one is meant. */
function LookAlikes({ q, lookAlikes }: { q: string; lookAlikes: NonNullable<SearchResult['lookAlikes']> }) {
  return (
    <EmptyState
      title={t('products.none')}
      text={t('search.look-alikes', { words: q })}
      action={
        <ul className="grid gap-2">
          {lookAlikes.map(({ product, name, number }) => (
            <li key={product}>
              <Link to={`/products?q=${encodeURIComponent(number)}`} className="link inline-block py-2.5">
                <span className="figures font-semibold">{number}</span>, {name}
              </Link>
            </li>
          ))}
        </ul>
      }
    />
  )
}

/** Says which page or which filter is not there, and leads back to the list. */
function NothingThere({ list, pages }: { list: LoadedList; pages: number }) {
  const { missing, facets, malformed, filters, page } = list
  const unknown = facets.unknown ?? []
  const known = filters.filter((filter) => !unknown.includes(filter))
  const isFilter = missing === 'filter'
  return (
    <EmptyState
      title={isFilter ? t('products.no-filter') : t('products.no-page')}
      text={
        isFilter
          ? t('products.no-filter-text', { filters: [...unknown, ...malformed].join(', ') })
          : t(page > 0 ? 'products.no-page-text' : 'products.no-such-page-text', { page, pages })
      }
      action={
        <ButtonLink
          to={listAddress({ ...list, ...firstPage, filters: known, ...(!facets.vehicle && { vehicle: undefined }) })}
          variant="outline"
        >
          {isFilter ? t('products.without-filter') : t('products.first-page')}
        </ButtonLink>
      }
    />
  )
}
