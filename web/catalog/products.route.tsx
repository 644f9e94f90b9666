import { ArrowLeft, ArrowRight, Search } from 'lucide-react'
import { Activity, memo, useLayoutEffect, useRef } from 'react'
import { Form, Link, Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { type CategoryAttribute, listCategoryAttributes } from '#contract/attributes.ts'
import { listTools, productCategories, type Tool } from '#contract/catalog.ts'
import { type Facets, getFacets } from '#contract/facets.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { cutPage } from '#web/api/cut-page.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { type PageHandle, serverCall } from '#web/api/server-call.ts'
import { FacetPanel } from '#web/catalog/facets/facet-panel.tsx'
import {
  chosenCount,
  listAddress,
  listParameters,
  type ListState,
  rangeAddress,
  readListState,
} from '#web/catalog/facets/list-address.ts'
import { ListToolbar } from '#web/catalog/facets/list-toolbar.tsx'
import { ProductRows } from '#web/catalog/facets/product-rows.tsx'
import { ProductCards } from '#web/catalog/product-card.tsx'
import { categoryLabel } from '#web/catalog/product-labels.ts'
import { pageMeta, publicOrigin } from '#web/page/page-meta.ts'
import { StructuredData } from '#web/page/structured-data.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/products.route.ts'

/** Fills rows of three and of four. */
const productsPerPage = 60

export const handle = { query: ['q', 'category', ...listParameters] } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta(matches, {
    title: titleOf(loaderData),
    description: t('products.page-description'),
    path: loaderData ? listAddress({ ...loaderData, sort: undefined, view: undefined }) : '/products',
  }),
  // Search results are not indexed, nor are combinations of filters.
  ...(loaderData && (loaderData.q || chosenCount(loaderData.filters) > 1)
    ? [{ name: 'robots', content: 'noindex, follow' }]
    : []),
]

function titleOf(list: { q: string; category?: string | undefined } | undefined): string {
  if (list?.q) return t('products.search-title', { words: list.q })
  return list?.category
    ? t('products.category-title', { category: categoryLabel(list.category) })
    : t('products.page-title')
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (isProduct(params)) return undefined
  const { list, query } = readAddress(request)
  const facets = await countedFacets(list, () => serverCall(context, getFacets, { query: facetsQuery(list) }))
  // Values that were merged have another address now.
  if (facets && facets.filters.toSorted().join(' ') !== list.filters.toSorted().join(' '))
    throw redirect(listAddress({ ...list, filters: facets.filters.toSorted(), trail: [] }), 301)
  const [tools, attributes] = await Promise.all([
    serverCall(context, listTools, { query }),
    list.category ? serverCall(context, listCategoryAttributes, { params: { slug: list.category } }) : [],
  ])
  return present(list, tools, { facets, attributes })
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  if (isProduct(params)) return undefined
  const { list, query } = readAddress(request)
  const isWhole = listAddress({ ...list, view: undefined }) === list.path
  const [tools, facets, attributes] = await Promise.all([
    isWhole ? cachedCall(listTools) : call(listTools, { query }),
    countedFacets(list, () => call(getFacets, { query: facetsQuery(list) })),
    list.category ? call(listCategoryAttributes, { params: { slug: list.category } }) : [],
  ])
  return present(list, tools, { facets, attributes })
}

/** The results of a search are not counted. */
const countedFacets = async (list: ListState, count: () => Promise<Facets>) => (list.q === '' ? count() : undefined)

const facetsQuery = ({ category, filters }: ListState) => ({
  ...(category && { category }),
  ...(filters.length > 0 && { f: [...filters] }),
})

/** Keeps the list while a product page is open, and reloads it on the way back. */
export function shouldRevalidate({ currentParams, nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !isProduct(nextParams) && (isProduct(currentParams) || defaultShouldRevalidate)
}

const isProduct = (params: { id?: string | undefined }): boolean => params.id !== undefined

/**
 * Reads the state of the list from the URL, with one product beyond the page. Each `after` is a previous page, so that the back
 * link needs no state. Goes on to the address of a range that was typed.
 */
function readAddress(request: Request) {
  const url = new URL(request.url)
  const option = url.searchParams.get('category')
  const category = productCategories.find((known) => known === option)
  const list: ListState = { path: '/products', category, ...readListState(url) }
  const ranged = rangeAddress(url, list)
  if (ranged !== undefined) throw redirect(ranged)
  const { q, sort, trail } = list
  const after = trail.at(-1)
  const limit = String(productsPerPage + 1)
  return {
    list,
    query: { limit, ...(after && { after }), ...(q && { q }), ...(sort && { sort }), ...facetsQuery(list) },
  }
}

interface Counted {
  /** Undefined for the results of a search. */
  facets: Facets | undefined
  attributes: readonly CategoryAttribute[]
}

const present = (list: ListState, tools: readonly Tool[], counted: Counted) => ({
  ...list,
  ...counted,
  ...cutPage(tools, productsPerPage),
})

/** The number of images on the first screen. */
const eagerCards = 4

/** Shows the list, hidden while a product page is open above it, so that it need not be rendered again on the way back. */
export default function ProductsRoute({ loaderData, matches, params }: Route.ComponentProps) {
  return (
    <>
      {loaderData ? (
        <Activity mode={isProduct(params) ? 'hidden' : 'visible'}>
          <ProductList list={loaderData} origin={publicOrigin(matches)} />
        </Activity>
      ) : null}
      <Outlet />
    </>
  )
}

type LoadedList = ReturnType<typeof present>

const ProductList = memo(function ProductList({ list, origin }: { list: LoadedList; origin: string }) {
  const { q, category, trail, rows: products, next, facets, attributes } = list
  const view = list.view ?? (attributes.some(({ isColumn }) => isColumn) ? 'rows' : 'cards')
  const isFiltered = list.filters.length > 0
  const isFirst = trail.length === 0
  return (
    <section className="page-width py-8 lg:py-10 print:py-0">
      {isFirst && q === '' ? <StructuredData facts={factsOf(products, origin)} /> : null}
      <PageHeading
        eyebrow={t('products.eyebrow')}
        title={t('products.title')}
        text={t('products.text')}
        action={<SearchForm key={`${q} ${category}`} q={q} />}
      />
      <div className="mt-6 gap-8 xl:grid xl:grid-cols-[14rem_minmax(0,1fr)] print:block">
        <div>
          <CategoryNavigation chosen={category} />
          {facets ? <FacetPanel facets={facets} state={list} /> : null}
        </div>
        {products.length > 0 || isFiltered ? (
          <div>
            <h2 className={q || category ? 'mb-4 text-2xl' : 'sr-only'}>{headingOf(list)}</h2>
            <ListToolbar facets={facets} state={list} view={view} />
            {products.length === 0 ? <NoProducts list={list} /> : null}
            {view === 'rows' && products.length > 0 ? (
              <ProductRows products={products} attributes={attributes} />
            ) : (
              <ProductCards
                products={products}
                eager={eagerCards}
                className="grid gap-4 md:grid-cols-3 lg:grid-cols-4 xl:gap-5 print:block [&>li:nth-child(n+9)]:[contain-intrinsic-size:auto_20rem] md:[&>li:nth-child(n+9)]:[contain-intrinsic-size:auto_30rem] [&>li:nth-child(n+9)]:[content-visibility:auto]"
              />
            )}
            <PageLinks list={list} next={next} />
          </div>
        ) : (
          <NoProducts list={list} />
        )}
      </div>
    </section>
  )
})

function headingOf({ q, category }: ListState): string {
  if (q) return t('products.with', { words: q })
  return category ? categoryLabel(category) : t('products.list')
}

/** Shows the categories: a column next to the list, a scrollable row above it on small screens. */
function CategoryNavigation({ chosen }: { chosen: string | undefined }) {
  const categories = [undefined, ...productCategories]
  return (
    <nav
      aria-label={t('products.categories')}
      className="mb-5 flex gap-1.5 py-1 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap xl:mb-5 xl:flex-col xl:flex-nowrap xl:gap-0 print:hidden"
    >
      {categories.map((option) => (
        <Link
          key={option ?? ''}
          to={option ? `/products?category=${option}` : '/products'}
          prefetch="intent"
          aria-current={option === chosen ? 'page' : undefined}
          className="flex min-h-11 shrink-0 items-center rounded-field border border-base-300 px-3.5 text-[0.9375rem] font-medium whitespace-nowrap hover:border-base-content/40 aria-[current]:border-neutral aria-[current]:bg-neutral aria-[current]:text-neutral-content dark:aria-[current]:border-base-content dark:aria-[current]:bg-base-content dark:aria-[current]:text-base-100 xl:min-h-10 xl:rounded-none xl:border-0 xl:border-l-2 xl:hover:bg-base-200 xl:aria-[current]:border-primary! xl:aria-[current]:bg-base-200! xl:aria-[current]:font-bold xl:aria-[current]:text-base-content!"
        >
          {option ? categoryLabel(option) : t('products.list')}
        </Link>
      ))}
    </nav>
  )
}

/** Works without scripts: the words go into the address. */
function SearchForm({ q }: { q: string }) {
  const form = useRef<HTMLFormElement>(null)
  // Runs also when the list is hidden: the way back must not bring words that the address does not have.
  useLayoutEffect(() => {
    const { current } = form
    return () => current?.reset()
  }, [])
  return (
    <search className="w-full sm:w-auto print:hidden">
      <Form ref={form} action="/products" className="flex gap-2">
        <label className="input min-h-11 w-full border-base-content/35 text-base sm:w-80">
          <Search aria-hidden="true" size={18} className="shrink-0 opacity-70" />
          <span className="sr-only">{t('products.search')}</span>
          <input
            type="search"
            name="q"
            defaultValue={q}
            maxLength={200}
            placeholder={t('products.search')}
            // Nor must the browser.
            autoComplete="off"
          />
        </label>
        <Button type="submit" variant="dark">
          {t('products.search-button')}
        </Button>
      </Form>
    </search>
  )
}

function PageLinks({ list, next }: { list: ListState; next: string | undefined }) {
  const { trail } = list
  if (trail.length === 0 && next === undefined) return null
  const address = (pages: readonly string[]) => listAddress({ ...list, trail: pages })
  return (
    <nav aria-label={t('products.pages')} className="mt-10 flex flex-wrap justify-center gap-3 print:hidden">
      {trail.length > 1 ? (
        <ButtonLink to={address([])} variant="outline">
          {t('products.first-page')}
        </ButtonLink>
      ) : null}
      {trail.length > 0 ? (
        <ButtonLink to={address(trail.slice(0, -1))} variant="outline" rel="prev">
          <ArrowLeft aria-hidden="true" size={20} /> {t('products.previous-page')}
        </ButtonLink>
      ) : null}
      {next === undefined ? null : (
        <ButtonLink to={address([...trail, next])} variant="dark" rel="next">
          {t('products.next-page')} <ArrowRight aria-hidden="true" size={20} />
        </ButtonLink>
      )}
    </nav>
  )
}

function NoProducts({ list: { q, category, trail, filters } }: { list: ListState }) {
  const all = (
    <ButtonLink to="/products" variant="outline">
      {t('products.all')}
    </ButtonLink>
  )
  if (q) return <EmptyState title={t('products.none')} text={t('products.none-text', { words: q })} action={all} />
  if (filters.length > 0) return <EmptyState title={t('products.none')} text={t('facets.none-text')} />
  if (trail.length > 0) return <EmptyState title={t('products.none')} text={t('products.past-end')} action={all} />
  return category ? (
    <EmptyState title={t('products.category-empty')} text={t('products.category-empty-text')} action={all} />
  ) : (
    <EmptyState title={t('products.empty')} text={t('products.empty-text')} />
  )
}

/** Builds the structured data of products: name, price per unit and minimum quantity. */
function factsOf(products: readonly Tool[], origin: string): object {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        name: product.name,
        image: URL.canParse(product.img) ? product.img : `${origin}${product.img}`,
        ...(product.sku && { sku: product.sku }),
        offers: {
          '@type': 'Offer',
          url: `${origin}/products/${product._id}`,
          price: product.price.toFixed(2),
          priceCurrency: 'USD',
          eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minOrder },
          availability: `https://schema.org/${product.available < product.minOrder ? 'OutOfStock' : 'InStock'}`,
        },
      },
    })),
  }
}

export { RouteErrorBoundary as ErrorBoundary }
