import { ArrowLeft, ArrowRight } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { data, Link, redirect, useNavigationType } from 'react-router'
import { listCategoryAttributes } from '#contract/attributes.ts'
import { type CategoryCount, getCategories } from '#contract/categories.ts'
import { getCharges } from '#contract/charges.ts'
import { listTools, type Tool } from '#contract/catalog.ts'
import type { Endpoint, Params, Query, ResponseBody } from '#contract/endpoint.ts'
import { type Facets, getFacets } from '#contract/facets.ts'
import { maxOffset, ownPageHeader } from '#contract/pagination.ts'
import { type SearchResult, searchProducts } from '#contract/search.ts'
import { findVin } from '#contract/vin.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { call, type Input } from '#web/api/call-endpoint.ts'
import { cutPage } from '#web/api/cut-page.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { pickCategoryNames } from '#web/catalog/categories/category-names.ts'
import { CompareBar } from '#web/catalog/compare/compare-bar.tsx'
import { FacetPanel } from '#web/catalog/facets/facet-panel.tsx'
import {
  chosenCount,
  firstPage,
  listAddress,
  listParameters,
  type ListState,
  rangeAddress,
  readListState,
} from '#web/catalog/facets/list-address.ts'
import { ListToolbar } from '#web/catalog/facets/list-toolbar.tsx'
import { ProductRows } from '#web/catalog/facets/product-rows.tsx'
import { ProductCards } from '#web/catalog/product-card.tsx'
import { productFacts } from '#web/catalog/product-facts.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { ReadingNotes } from '#web/catalog/search/search-notes.tsx'
import { ShownVehicles } from '#web/page/fit/shown-vehicles.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Fills rows of three and of four. */
const productsPerPage = 60

/** Names the query parameters of every list. */
export const listQuery = ['q', ...listParameters]

/** Calls the API: in process on the server, over the network in the browser. */
export type Ask = <E extends Endpoint>(
  endpoint: E,
  input: { params?: Params<E>; query?: Query<E> },
) => Promise<ResponseBody<E>>

/** Asks from the browser. What changes seldom, and the whole list, which product pages know from, is kept for a while. */
export const askFromBrowser: Ask = (endpoint, input) => {
  const isWhole = endpoint.name === 'listTools' && Object.keys(input.query ?? {}).join() === 'limit'
  if (isWhole) return cachedCall(endpoint, ...([{}] as Input<typeof endpoint>))
  const isKept = ['getCategories', 'listCategoryAttributes', 'getCharges'].includes(endpoint.name)
  return (isKept ? cachedCall : call)(endpoint, ...([input] as Input<typeof endpoint>))
}

/**
 * Loads the list that an address names, with one product beyond the page. Each `after` is a previous page, so that the back link
 * needs no state. Redirects to the address of a range that was typed, and from those of values that were merged.
 */
export async function loadProductList(
  ask: Ask,
  request: Request,
  path: string,
  category?: string,
  /** The vehicle of the page, which its address names otherwise. */
  ofPage?: string,
) {
  const url = new URL(request.url)
  const list: ListState = { path, ...readListState(url), ...(ofPage && { vehicle: undefined }) }
  const ranged = rangeAddress(url, list)
  if (ranged !== undefined) throw redirect(ranged)
  const { q, sort, trail, filters, page: number } = list
  const after = trail.at(-1)
  const vehicle = ofPage ?? list.vehicle
  const narrowed = {
    ...(category && { category }),
    ...(vehicle && { vehicle }),
    ...(list.isWordsOnly && { words: 'only' as const }),
    ...(list.withUniversal && { universal: 'yes' as const }),
    ...(filters.length > 0 && { f: [...filters] }),
  }
  const limit = String(productsPerPage + 1)
  const offset = !after && number > 1 ? { offset: String(Math.min((number - 1) * productsPerPage, maxOffset)) } : {}
  const query = { limit, ...(after && { after }), ...offset, ...(sort && { sort }), ...narrowed }
  const [{ products, readings, family, lookAlikes }, { categories }, facets, attributes, charges] = await Promise.all([
    q === '' ? ask(listTools, { query }).then(asResult) : ask(searchProducts, { query: { ...query, q } }),
    // With the vehicle of the address, categories are those that have parts for it.
    ask(getCategories, {
      query: {
        language: currentLanguage(),
        ...(list.vehicle && { vehicle: list.vehicle }),
        ...(list.withUniversal && { universal: 'yes' as const }),
      },
    }),
    ask(getFacets, { query: { ...narrowed, ...(q && { q }) } }),
    category ? ask(listCategoryAttributes, { params: { slug: category } }) : [],
    ask(getCharges, {}),
  ])
  if (facets.filters.toSorted().join(' ') !== filters.toSorted().join(' ')) {
    throw redirect(listAddress({ ...list, ...firstPage, filters: facets.filters.toSorted() }), 301)
  }
  const page = cutPage(products, productsPerPage)
  const names = pickCategoryNames(categories, page.rows)
  return {
    ...list,
    ...page,
    missing: whatIsMissing(list, facets, products.length),
    readings,
    family,
    lookAlikes,
    facets,
    attributes,
    charges,
    names,
    categories: categories.map(({ img: _, ...one }) => one),
  }
}

/** Says what an address names that is not there: a filter, or a page. */
function whatIsMissing({ malformed, page }: ListState, { unknown }: Facets, products: number) {
  if (malformed.length > 0 || unknown) return 'filter'
  return page === 0 || (page > 1 && (products === 0 || (page - 1) * productsPerPage > maxOffset)) ? 'page' : undefined
}

/**
 * Builds the answer of the server for a list: 404 for one that is not there. The page names what is missing, so it is none that all
 * such addresses share; `headers` of its route hands on what says so.
 */
export const listResponse = <Page,>(page: Page, { missing }: LoadedList) =>
  data(page, missing ? { status: 404, headers: { [ownPageHeader]: 'true' } } : {})

/** Returns a list without a search as one that was found. */
const asResult = (products: Tool[]): SearchResult => ({ products, readings: [] })

export type LoadedList = Awaited<ReturnType<typeof loadProductList>>

/** Returns the address of a list for search engines, and whether they should leave it out. */
export const describeList = (list: LoadedList) => ({
  path: listAddress({ ...list, sort: undefined, view: undefined }),
  // Search results are not indexed, nor are combinations of filters.
  robots:
    list.q || list.vehicle || chosenCount(list.filters) > 1 ? [{ name: 'robots', content: 'noindex, follow' }] : [],
})

/** The number of images on the first screen. */
const eagerCards = 4

/** Shows a page of products beside the categories and filters, with the links to the other pages. */
export function ProductList(props: {
  list: LoadedList
  heading: string
  chosen?: string
  /** The categories above the chosen one. */
  above?: readonly string[]
  /** Says that a list without search has no products. */
  empty: { title: string; text: string }
}) {
  const { list, heading, chosen, above = [], empty } = props
  const { rows: products, facets, attributes, names, categories } = list
  const view = list.view ?? (attributes.some(({ isColumn }) => isColumn) ? 'rows' : 'cards')
  useProductsInSight(list.filters.join(' '))
  // Verdicts are for the vehicle that the list says it is for.
  const vehicles = list.facets.read?.vehicles ?? (list.facets.vehicle ? [list.facets.vehicle] : undefined)
  const isThere = (products.length > 0 || list.filters.length > 0 || list.vehicle !== undefined) && !list.missing
  const vin = list.missing || list.facets.read ? undefined : findVin(list.q ?? '')
  const nothing = (
    <Suspense>
      <EmptyList list={list} pages={Math.ceil(facets.total / productsPerPage)} empty={empty} family={familyOf(list)} />
    </Suspense>
  )
  return (
    <div className="group/list mt-4 gap-x-8 xl:mt-6 xl:grid xl:grid-cols-[14rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] print:block">
      {isThere ? (
        <div className="xl:col-start-2">
          <h2 className="sr-only">{heading}</h2>
          <ReadingNotes
            readings={list.readings}
            vehicles={list.facets.read?.vehicles ?? []}
            wordsOnly={listAddress({ ...list, ...firstPage, isWordsOnly: true })}
            typed={list.q}
            family={familyOf(list)}
          />
          <ListToolbar facets={facets} charges={list.charges} state={list} view={view} />
        </div>
      ) : null}
      {/* On wide screens it scrolls by itself, so that the products stay in sight while they are filtered; on others a button shows it. */}
      <div
        className={`xl:sticky xl:top-16 xl:col-start-1 xl:row-span-2 xl:row-start-1 xl:block xl:max-h-[calc(100dvh-4rem)] xl:self-start xl:overflow-y-auto ${isThere ? 'hidden group-has-[#show-filters:checked]/list:block' : ''}`}
      >
        <CategoryNavigation
          categories={categories}
          chosen={chosen}
          above={above}
          vehicle={list.vehicle}
          isSearch={Boolean(list.q)}
        />
        <FacetPanel facets={facets} attributes={attributes} state={list} />
      </div>
      <ShownVehicles value={vehicles}>
        {isThere ? (
          <div id="results" tabIndex={-1} className="outline-none xl:col-start-2">
            {products.length === 0 ? nothing : null}
            {view === 'rows' && products.length > 0 ? (
              <ProductRows products={products} attributes={attributes} />
            ) : (
              <ProductCards
                products={products}
                categoryNames={names}
                isComparable
                eager={eagerCards}
                className="grid gap-4 md:grid-cols-3 lg:grid-cols-4 xl:gap-5 print:block"
              />
            )}
            <PageLinks list={list} />
            <CompareBar />
          </div>
        ) : vin ? (
          <NumberOfVehicle vin={vin} />
        ) : (
          nothing
        )}
      </ShownVehicles>
    </div>
  )
}

/** Shows the products again if they are above the screen when another filter is chosen; the way back keeps its place. */
function useProductsInSight(filters: string): void {
  const shown = useRef(filters)
  const way = useNavigationType()
  useEffect(() => {
    if (shown.current === filters) return
    shown.current = filters
    const results = document.querySelector('#results')
    if (way !== 'POP' && results && results.getBoundingClientRect().top < 0) results.scrollIntoView()
  }, [filters, way])
}

/**
 * Shows the tree, open where the visitor is: a column next to the list, above the filters on small screens. Where nothing is below, and in
 * what a search found, the other categories are folded: filters matter there.
 */
function CategoryNavigation({
  categories,
  chosen,
  above,
  vehicle,
  isSearch,
}: {
  categories: readonly Omit<CategoryCount, 'img'>[]
  chosen: string | undefined
  above: readonly string[]
  /** The vehicle that stays chosen in the next category. */
  vehicle: string | undefined
  isSearch: boolean
}) {
  const query = vehicle ? `?vehicle=${vehicle}` : ''
  const counted = (text: string, products: number) => (vehicle ? `${text} (${unitsText(products)})` : text)
  const depths = new Map<string, number>()
  const open = new Set([...above, chosen])
  const isFolded = isSearch || (chosen !== undefined && categories.every(({ parent }) => parent !== chosen))
  const shown = categories.flatMap((category) => {
    const depth = category.parent === undefined ? 0 : (depths.get(category.parent) ?? 0) + 1
    depths.set(category.category, depth)
    return category.parent === undefined || open.has(category.parent) ? [{ ...category, depth }] : []
  })
  const link = ({ category, name, products, depth }: (typeof shown)[number]) => (
    <NavigationLink
      key={category}
      to={`/categories/${category}${query}`}
      text={counted(name, products)}
      depth={depth}
      isCurrent={category === chosen}
    />
  )
  return (
    <nav
      aria-label={t('word.categories')}
      className="mb-5 grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-1.5 py-1 xl:flex xl:flex-col xl:gap-0 print:hidden"
    >
      <NavigationLink to={`/products${query}`} text={t('word.all-products')} isCurrent={chosen === undefined} />
      {shown.filter(({ category }) => !isFolded || open.has(category)).map(link)}
      {isFolded ? (
        <details key={chosen} className="col-span-full">
          <summary className="flex min-h-11 shrink-0 cursor-pointer items-center px-3.5 text-[0.9375rem] font-semibold text-accent">
            {t('products.other-categories')}
          </summary>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-1.5 xl:flex xl:flex-col xl:gap-0">
            {shown.filter(({ category }) => !open.has(category)).map(link)}
          </div>
        </details>
      ) : null}
    </nav>
  )
}

function NavigationLink(props: { to: string; text: string; depth?: number; isCurrent: boolean }) {
  const { to, text, depth = 0, isCurrent } = props
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex min-h-11 items-center rounded-field border border-base-300 px-3.5 text-[0.9375rem] font-medium hover:border-base-content/40 aria-[current]:border-neutral aria-[current]:bg-neutral aria-[current]:text-neutral-content dark:aria-[current]:border-base-content dark:aria-[current]:bg-base-content dark:aria-[current]:text-base-100 xl:min-h-10 xl:rounded-none xl:border-0 xl:border-l-2 xl:hover:bg-base-200 xl:aria-[current]:border-primary! xl:aria-[current]:bg-base-200! xl:aria-[current]:font-bold xl:aria-[current]:text-base-content! ${indents[Math.min(depth, indents.length - 1)]}`}
    >
      {text}
    </Link>
  )
}

const indents = ['', 'xl:pl-7', 'xl:pl-10', 'xl:pl-13'] as const

/** Shows links to the other pages: numbered where the number of products is known, else to the one before and the next one. */
function PageLinks({ list }: { list: LoadedList }) {
  const { trail, next, page, facets } = list
  const pages = Math.ceil(facets.total / productsPerPage)
  const isNumbered = trail.length === 0 && !facets.isMore && facets.total <= maxOffset
  const address = (number: number) => listAddress({ ...list, page: number })
  const trailed = (cursors: readonly string[]) => listAddress({ ...list, page: 1, trail: cursors })
  const previous = isNumbered ? page > 1 && address(page - 1) : trail.length > 0 && trailed(trail.slice(0, -1))
  const following = isNumbered ? page < pages && address(page + 1) : next !== undefined && trailed([...trail, next])
  if (!previous && !following) return null
  return (
    <nav
      aria-label={t('products.pages')}
      className="mt-10 flex flex-wrap items-center justify-center gap-2 sm:gap-3 print:hidden"
    >
      {trail.length > 1 ? (
        <ButtonLink to={trailed([])} variant="outline">
          {t('products.first-page')}
        </ButtonLink>
      ) : null}
      {previous ? (
        <ButtonLink to={previous} variant="outline" rel="prev">
          <ArrowLeft aria-hidden="true" size={20} />{' '}
          <span className={isNumbered ? 'max-sm:sr-only' : ''}>{t('products.previous-page')}</span>
        </ButtonLink>
      ) : null}
      {isNumbered ? <PageNumbers page={page} pages={pages} address={address} /> : null}
      {following ? (
        <ButtonLink to={following} variant="dark" rel="next">
          <span className={isNumbered ? 'max-sm:sr-only' : ''}>{t('products.next-page')}</span>{' '}
          <ArrowRight aria-hidden="true" size={20} />
        </ButtonLink>
      ) : null}
    </nav>
  )
}

/** Shows the first page, the last one and those around this one. */
function PageNumbers({ page, pages, address }: { page: number; pages: number; address: (number: number) => string }) {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages)
  return (
    <ol className="flex flex-wrap items-center gap-1">
      {shown.map((number, index) => (
        <li key={number} className="flex items-center gap-1">
          {number - (shown[index - 1] ?? number) > 1 ? <span aria-hidden="true">…</span> : null}
          <Link
            to={address(number)}
            aria-label={t('products.page', { number })}
            aria-current={number === page ? 'page' : undefined}
            className="figures grid min-h-11 min-w-11 place-items-center rounded-field px-2 font-semibold hover:bg-base-200 aria-[current]:bg-neutral aria-[current]:text-neutral-content dark:aria-[current]:bg-base-content dark:aria-[current]:text-base-100"
          >
            {unitsText(number)}
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** Offers the generations of the family that a search names; in the list of one, the rest of the search is kept. */
const familyOf = (list: LoadedList) =>
  list.family && (
    <Suspense>
      <FamilyChoice list={list} family={list.family} />
    </Suspense>
  )

// Few searches name a family alone.
const FamilyChoice = lazy(() => loadChunk(() => import('#web/catalog/search/family-choice.tsx')))

/** Leads from the number of a vehicle to the dialog of the vehicle bar, which reads it out of the address. */
function NumberOfVehicle({ vin }: { vin: string }) {
  const openDialog = () =>
    [...document.querySelectorAll('section')]
      .find(({ ariaLabel }) => ariaLabel === t('vehicle.bar'))
      ?.querySelector('button')
      ?.click()
  return <EmptyState title={vin} action={<Button onClick={openDialog}>{t('vehicle.choose')}</Button>} />
}

// Few lists are empty; what they offer then are links, which work before their code has come.
const EmptyList = lazy(() => loadChunk(() => import('#web/catalog/empty-list.tsx')))

/** Builds the structured data of products: name, price per unit and minimum quantity. */
export function listFacts(products: readonly Tool[], origin: string, pathOf: (product: Tool) => string): object {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: productFacts(product, origin, pathOf(product)),
    })),
  }
}
