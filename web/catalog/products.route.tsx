import { ArrowLeft, ArrowRight, Search } from 'lucide-react'
import { Activity, memo, useLayoutEffect, useRef } from 'react'
import { Form, Link, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { listTools, productCategories, type Tool } from '#contract/catalog.ts'
import { call } from '#web/api/call.ts'
import { cutPage } from '#web/api/keep-pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { ProductCards } from '#web/catalog/product-card.tsx'
import { recallProducts } from '#web/catalog/product-memory.ts'
import { categoryWord } from '#web/catalog/product-words.ts'
import { pageMeta, publicOrigin } from '#web/site-content/page-meta.ts'
import { StructuredData } from '#web/site-content/structured-data.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/products.route.ts'

/** Full rows of three and of four. */
const productsPerPage = 60

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => [
  ...pageMeta(matches, {
    title: titleOf(loaderData),
    description: t('products.page-description'),
    path: `/products${location.search}`,
  }),
  // What somebody searched for is no page to find.
  ...(loaderData?.q ? [{ name: 'robots', content: 'noindex, follow' }] : []),
]

function titleOf(list: { q: string; category?: string | undefined } | undefined): string {
  if (list?.q) return t('products.search-title', { words: list.q })
  return list?.category ? t('products.shelf-title', { shelf: categoryWord(list.category) }) : t('products.page-title')
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (isProduct(params)) return undefined
  const { list, query } = readAddress(request)
  return present(list, await serverCall(context, listTools, { query }))
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  if (isProduct(params)) return undefined
  const { list, query } = readAddress(request)
  const isWhole = list.trail.length === 0 && list.q === '' && list.category === undefined
  return present(list, isWhole ? await recallProducts() : await call(listTools, { query }))
}

/** Under the page of a product the list stays as it was, and is asked for anew on the way back. */
export function shouldRevalidate({ currentParams, nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !isProduct(nextParams) && (isProduct(currentParams) || defaultShouldRevalidate)
}

const isProduct = (params: { id?: string | undefined }): boolean => params.id !== undefined

interface List {
  q: string
  category: (typeof productCategories)[number] | undefined
  /** The pages that were turned, the last one the page itself. */
  trail: readonly string[]
}

/**
 * The shelf, the words that are searched for, and the page of the list: one product more than it shows. Each `after` in the address is
 * a page that was turned, so that the way back needs no memory.
 */
function readAddress(request: Request) {
  const search = new URL(request.url).searchParams
  const q = (search.get('q') ?? '').trim().slice(0, 200)
  const shelf = search.get('category')
  const category = productCategories.find((known) => known === shelf)
  const trail = search.getAll('after').filter((id) => /^[0-9a-f-]{36}$/i.test(id))
  const after = trail.at(-1)
  const list: List = { q, category, trail }
  const limit = String(productsPerPage + 1)
  return { list, query: { limit, ...(after && { after }), ...(q && { q }), ...(category && { category }) } }
}

function present(list: List, tools: readonly Tool[]) {
  return { ...list, ...cutPage(tools, productsPerPage) }
}

/** As many pictures as the first screen shows. */
const eagerCards = 4

/** The list, and over it the product that was opened: the list is hidden meanwhile, and need not be drawn again on the way back. */
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
  const { q, category, trail, rows: products, next } = list
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
      <div className="mt-6 gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)] print:block">
        <Shelves chosen={category} />
        {products.length > 0 ? (
          <div>
            <h2 className={q || category ? 'mb-4 text-2xl' : 'sr-only'}>{headingOf(list)}</h2>
            <ProductCards
              products={products}
              eager={eagerCards}
              className="grid gap-4 md:grid-cols-3 lg:grid-cols-4 xl:gap-5 print:block [&>li:nth-child(n+9)]:[contain-intrinsic-size:auto_20rem] md:[&>li:nth-child(n+9)]:[contain-intrinsic-size:auto_30rem] [&>li:nth-child(n+9)]:[content-visibility:auto]"
            />
            <PageLinks list={list} next={next} />
          </div>
        ) : (
          <NoProducts list={list} />
        )}
      </div>
    </section>
  )
})

function headingOf({ q, category }: List): string {
  if (q) return t('products.with', { words: q })
  return category ? categoryWord(category) : t('products.list')
}

/** The shelves of the shop: a column beside the list, a row that can be pushed sideways above it on smaller screens. */
function Shelves({ chosen }: { chosen: string | undefined }) {
  const shelves = [undefined, ...productCategories]
  return (
    <nav
      aria-label={t('products.shelves')}
      className="mb-5 flex gap-1.5 py-1 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap xl:sticky xl:top-20 xl:mb-0 xl:flex-col xl:flex-nowrap xl:gap-0 xl:self-start print:hidden"
    >
      {shelves.map((shelf) => (
        <Link
          key={shelf ?? ''}
          to={shelf ? `/products?category=${shelf}` : '/products'}
          prefetch="intent"
          aria-current={shelf === chosen ? 'page' : undefined}
          className="flex min-h-11 shrink-0 items-center rounded-field border border-base-300 px-3.5 text-[0.9375rem] font-medium whitespace-nowrap hover:border-base-content/40 aria-[current]:border-neutral aria-[current]:bg-neutral aria-[current]:text-neutral-content dark:aria-[current]:border-base-content dark:aria-[current]:bg-base-content dark:aria-[current]:text-base-100 xl:min-h-10 xl:rounded-none xl:border-0 xl:border-l-2 xl:hover:bg-base-200 xl:aria-[current]:border-primary! xl:aria-[current]:bg-base-200! xl:aria-[current]:font-bold xl:aria-[current]:text-base-content!"
        >
          {shelf ? categoryWord(shelf) : t('products.list')}
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
        <Button type="submit" look="dark">
          {t('products.search-button')}
        </Button>
      </Form>
    </search>
  )
}

function PageLinks({ list, next }: { list: List; next: string | undefined }) {
  const { q, category, trail } = list
  if (trail.length === 0 && next === undefined) return null
  const address = (pages: readonly string[]) => {
    const search = new URLSearchParams([
      ...(q ? [['q', q]] : []),
      ...(category ? [['category', category]] : []),
      ...pages.map((after) => ['after', after]),
    ]).toString()
    return search ? `/products?${search}` : '/products'
  }
  return (
    <nav aria-label={t('products.pages')} className="mt-10 flex flex-wrap justify-center gap-3 print:hidden">
      {trail.length > 1 ? (
        <ButtonLink to={address([])} look="outline">
          {t('products.first-page')}
        </ButtonLink>
      ) : null}
      {trail.length > 0 ? (
        <ButtonLink to={address(trail.slice(0, -1))} look="outline" rel="prev">
          <ArrowLeft aria-hidden="true" size={20} /> {t('products.previous-page')}
        </ButtonLink>
      ) : null}
      {next === undefined ? null : (
        <ButtonLink to={address([...trail, next])} look="dark" rel="next">
          {t('products.next-page')} <ArrowRight aria-hidden="true" size={20} />
        </ButtonLink>
      )}
    </nav>
  )
}

function NoProducts({ list: { q, category, trail } }: { list: List }) {
  const all = (
    <ButtonLink to="/products" look="outline">
      {t('products.all')}
    </ButtonLink>
  )
  if (q) return <EmptyState title={t('products.none')} text={t('products.none-text', { words: q })} action={all} />
  if (trail.length > 0) return <EmptyState title={t('products.none')} text={t('products.past-end')} action={all} />
  return category ? (
    <EmptyState title={t('products.shelf-empty')} text={t('products.shelf-empty-text')} action={all} />
  ) : (
    <EmptyState title={t('products.empty')} text={t('products.empty-text')} />
  )
}

/** What search engines learn of the products: what each one is, and its price per unit at which quantity. */
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

export { RouteFailure as ErrorBoundary }
