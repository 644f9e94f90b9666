import { useCallback, useEffect, useState } from 'react'
import { data, Link, redirect } from 'react-router'
import { getTool, listTools, productCategories, type Tool } from '#contract/catalog.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { land } from '#web/catalog/picture-flight.ts'
import { ProductCards } from '#web/catalog/product-card.tsx'
import { recallProducts } from '#web/catalog/product-memory.ts'
import { categoryWord, unitsText } from '#web/catalog/product-words.ts'
import { StockState } from '#web/catalog/stock-state.tsx'
import { NeedsScript } from '#web/identity/account-page.tsx'
import { signInPath } from '#web/identity/origin-location.ts'
import { currentSession } from '#web/identity/session.ts'
import { SignedInOnly } from '#web/identity/signed-in-only.tsx'
import { PurchaseFormSkeleton } from '#web/orders/purchase-form-skeleton.tsx'
import { PurchaseForm } from '#web/orders/purchase-form.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/purchase.route.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.product.name} – Boltyard` },
        { name: 'description', content: loaderData.product.content.slice(0, 155) },
      ]
    : [{ title: t('purchase.page-title-gone') }]

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const product = await serverCall(context, getTool, { params: { id: params.id } })
    const category = productCategories.find((known) => known === product.category)
    const query = { limit: String(mostBeside + 1), ...(category && { category }) }
    const shelf = category ? await serverCall(context, listTools, { query }).catch(() => []) : []
    return { product, beside: besideOf(product, shelf) }
  } catch (error) {
    throw goneOr(error)
  }
}

/** Shows what the list knew already; the page asks for the stock of this moment by itself. */
export async function clientLoader({ params, url }: Route.ClientLoaderArgs) {
  if (currentSession().status === 'signed-out') throw redirect(signInPath(url.pathname))
  const products = await recallProducts().catch(() => [])
  const known = products.find((product) => product._id === params.id)
  if (known) return { product: known, beside: besideOf(known, products) }
  try {
    return { product: await call(getTool, { params: { id: params.id } }), beside: [] }
  } catch (error) {
    throw goneOr(error)
  }
}

const mostBeside = 4

/** What stands beside a product on its shelf. */
const besideOf = ({ _id, category }: Tool, products: readonly Tool[]) =>
  category ? products.filter((other) => other._id !== _id && other.category === category).slice(0, mostBeside) : []

function goneOr(error: unknown) {
  return error instanceof ApiProblem && error.code === 'product-not-found'
    ? data(error.message, { status: 404 })
    : error
}

export default function PurchaseRoute({ loaderData }: Route.ComponentProps) {
  return <Purchase key={loaderData.product._id} loaded={loaderData.product} beside={loaderData.beside} />
}

function Purchase({ loaded, beside }: { loaded: Tool; beside: readonly Tool[] }) {
  const { product, gone, refresh, setAvailable } = useLiveProduct(loaded)
  return (
    <div className="page-width py-6 lg:py-8">
      <nav aria-label={t('purchase.way-back')} className="muted flex flex-wrap items-center gap-x-2 text-[0.9375rem]">
        <Link to="/products" prefetch="intent" className={crumb}>
          {t('purchase.all-products')}
        </Link>
        {product.category ? (
          <>
            <span aria-hidden="true">/</span>
            <Link to={`/products?category=${product.category}`} prefetch="intent" className={crumb}>
              {categoryWord(product.category)}
            </Link>
          </>
        ) : null}
      </nav>
      <div className="mt-2 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-12">
        <article>
          <h1 className="text-4xl sm:text-5xl">{product.name}</h1>
          <p className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1">
            {product.sku ? (
              <span className="muted figures text-sm">{t('purchase.part-number', { sku: product.sku })}</span>
            ) : null}
            <StockState product={product} />
          </p>
          <dl className="mt-5 grid grid-cols-2 gap-y-4 border-y border-base-300 py-4 sm:grid-cols-4 lg:max-xl:grid-cols-2">
            <Fact term={t('product.price')} value={moneyText(product.price)} note={t('purchase.per-unit')} />
            <Fact term={t('purchase.minimum')} value={unitsText(product.minOrder)} />
            <Fact term={t('purchase.available')} value={unitsText(product.available)} />
            <Fact term={t('purchase.smallest-total')} value={moneyText(product.price * product.minOrder)} />
          </dl>
          <div
            ref={(place) => land(product._id, place)}
            className="picture-ground relative z-10 mt-5 overflow-hidden rounded-box border border-base-300"
          >
            <Picture
              src={product.img}
              placeholder={product.placeholder}
              alt={product.name}
              sizes="(min-width: 64rem) 54vw, 94vw"
              eager
            />
          </div>
          <p className="mt-5 max-w-prose text-lg whitespace-pre-line">{product.content}</p>
        </article>
        <section aria-labelledby="order-title" className="card-surface p-5 shadow-card sm:p-6 lg:sticky lg:top-20">
          <h2 id="order-title" className="mb-4 text-3xl">
            {t('purchase.title')}
          </h2>
          <NeedsScript what={t('purchase.needs-script')} />
          <SignedInOnly waiting={<PurchaseFormSkeleton />}>
            {(person) => (
              <PurchaseForm
                product={product}
                person={person}
                gone={gone}
                onRefresh={refresh}
                onTake={(units) => setAvailable((available) => available - units)}
              />
            )}
          </SignedInOnly>
        </section>
      </div>
      {beside.length > 0 ? (
        <section aria-labelledby="beside-title" className="mt-12 border-t border-base-300 pt-8 pb-4 lg:mt-16 lg:pb-8">
          <h2 id="beside-title" className="mb-5 text-3xl">
            {t('purchase.beside')}
          </h2>
          <ProductCards
            products={beside}
            className="grid gap-4 md:grid-cols-2 lg:grid-cols-4 xl:gap-6 [&>li]:[contain-intrinsic-size:auto_30rem] [&>li]:[content-visibility:auto]"
          />
        </section>
      ) : null}
    </div>
  )
}

const crumb = 'inline-flex min-h-11 items-center hover:text-base-content hover:underline'

function Fact({ term, value, note }: { term: string; value: string; note?: string }) {
  return (
    <div className="border-base-300 sm:max-lg:px-5 sm:max-lg:not-first:border-l sm:max-lg:first:pl-0 xl:px-5 xl:not-first:border-l xl:first:pl-0">
      <dt className="muted text-sm">{term}</dt>
      <dd className="figures font-heading text-[1.75rem] leading-tight font-bold">
        {value}
        {note ? <span className="muted ml-1.5 font-sans text-sm font-normal">{note}</span> : null}
      </dd>
    </div>
  )
}

/** The product with the price and stock of this moment, asked for when the page opens and whenever the server says it changed. */
function useLiveProduct(loaded: Tool) {
  const [product, setProduct] = useState(loaded)
  const [gone, setGone] = useState(false)
  const id = loaded._id
  const refresh = useCallback(
    () =>
      call(getTool, { params: { id } }).then(
        (current) => {
          setProduct(current)
          setGone(false)
        },
        (error: unknown) => {
          // With the network away the page keeps what it knows; placing the order will tell.
          if (error instanceof ApiProblem && error.code === 'product-not-found') setGone(true)
        },
      ),
    [id],
  )
  useEffect(() => {
    void refresh()
  }, [refresh])
  const setAvailable = (change: (available: number) => number) =>
    setProduct((shown) => ({ ...shown, available: change(shown.available) }))
  return { product, gone, refresh, setAvailable }
}

export { RouteFailure as ErrorBoundary }
