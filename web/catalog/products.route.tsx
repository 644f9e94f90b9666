import { ArrowLeft, ArrowRight, Search } from 'lucide-react'
import { Form } from 'react-router'
import { listTools, type Tool } from '#contract/catalog.ts'
import { call } from '#web/api/call.ts'
import { cutPage } from '#web/api/keep-pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { ProductCard } from '#web/catalog/product-card.tsx'
import { recallProducts } from '#web/catalog/product-memory.ts'
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
    title: loaderData?.q ? t('products.search-title', { words: loaderData.q }) : t('products.page-title'),
    description: t('products.page-description'),
    path: `/products${location.search}`,
  }),
  // What somebody searched for is no page to find.
  ...(loaderData?.q ? [{ name: 'robots', content: 'noindex, follow' }] : []),
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { q, trail, query } = readAddress(request)
  return present(q, trail, await serverCall(context, listTools, { query }))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { q, trail, query } = readAddress(request)
  const isWhole = trail.length === 0 && q === ''
  return present(q, trail, isWhole ? await recallProducts() : await call(listTools, { query }))
}

/**
 * The words that are searched for, and the page of the list: one product more than it shows. Each `after` in the address is a page
 * that was turned, the last one the page itself, so that the way back needs no memory.
 */
function readAddress(request: Request) {
  const search = new URL(request.url).searchParams
  const q = (search.get('q') ?? '').trim().slice(0, 200)
  const trail = search.getAll('after').filter((id) => /^[0-9a-f-]{36}$/i.test(id))
  const after = trail.at(-1)
  return { q, trail, query: { limit: String(productsPerPage + 1), ...(after && { after }), ...(q && { q }) } }
}

function present(q: string, trail: readonly string[], tools: readonly Tool[]) {
  return { q, trail, ...cutPage(tools, productsPerPage) }
}

/** As many pictures as the first screen shows. */
const eagerCards = 4

export default function ProductsRoute({ loaderData, matches }: Route.ComponentProps) {
  const { q, trail, rows: products, next } = loaderData
  const isFirst = trail.length === 0
  return (
    <section className="page-width py-10 lg:py-14">
      {isFirst && q === '' ? <StructuredData facts={factsOf(products, publicOrigin(matches))} /> : null}
      <PageHeading
        eyebrow={t('products.eyebrow')}
        title={t('products.title')}
        text={t('products.text')}
        action={<SearchForm q={q} />}
      />
      {products.length > 0 ? (
        <>
          <h2 className={q ? 'mt-8 text-2xl' : 'sr-only'}>
            {q ? t('products.with', { words: q }) : t('products.list')}
          </h2>
          <ul className="mt-8 grid gap-6 md:grid-cols-3 lg:grid-cols-4 [&>li:nth-child(n+9)]:[contain-intrinsic-size:auto_36rem] [&>li:nth-child(n+9)]:[content-visibility:auto]">
            {products.map((product, index) => (
              <ProductCard key={product._id} product={product} eager={index < eagerCards} />
            ))}
          </ul>
          <PageLinks q={q} trail={trail} next={next} />
        </>
      ) : (
        <NoProducts isNarrowed={q !== '' || !isFirst} q={q} />
      )}
    </section>
  )
}

/** Works without scripts: the words go into the address. */
function SearchForm({ q }: { q: string }) {
  return (
    <search className="w-full sm:w-auto">
      <Form action="/products" className="flex gap-2" key={q}>
        <label className="input min-h-11 w-full border-base-content/35 text-base sm:w-72">
          <Search aria-hidden="true" size={18} className="shrink-0 opacity-70" />
          <span className="sr-only">{t('products.search')}</span>
          <input type="search" name="q" defaultValue={q} maxLength={200} placeholder={t('products.search')} />
        </label>
        <Button type="submit" look="outline">
          {t('products.search-button')}
        </Button>
      </Form>
    </search>
  )
}

function PageLinks({ q, trail, next }: { q: string; trail: readonly string[]; next: string | undefined }) {
  if (trail.length === 0 && next === undefined) return null
  const address = (pages: readonly string[]) => {
    const search = new URLSearchParams([...(q ? [['q', q]] : []), ...pages.map((after) => ['after', after])]).toString()
    return search ? `/products?${search}` : '/products'
  }
  return (
    <nav aria-label={t('products.pages')} className="mt-10 flex flex-wrap justify-center gap-3">
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

function NoProducts({ isNarrowed, q }: { isNarrowed: boolean; q: string }) {
  if (!isNarrowed) {
    return <EmptyState title={t('products.empty')} text={t('products.empty-text')} />
  }
  return (
    <EmptyState
      title={t('products.none')}
      text={q ? t('products.none-text', { words: q }) : t('products.past-end')}
      action={
        <ButtonLink to="/products" look="outline">
          {t('products.all')}
        </ButtonLink>
      }
    />
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
