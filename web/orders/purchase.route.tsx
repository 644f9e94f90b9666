import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { data, Link, redirect } from 'react-router'
import { getTool, type Tool } from '#contract/catalog.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { recallProducts } from '#web/catalog/product-memory.ts'
import { categoryWord, unitsText } from '#web/catalog/product-words.ts'
import { StockBadge } from '#web/catalog/stock-badge.tsx'
import { NeedsScript } from '#web/identity/account-page.tsx'
import { signInPath } from '#web/identity/origin-location.ts'
import { currentSession } from '#web/identity/session.ts'
import { SignedInOnly } from '#web/identity/signed-in-only.tsx'
import { PurchaseForm } from '#web/orders/purchase-form.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
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
    return { product: await serverCall(context, getTool, { params: { id: params.id } }) }
  } catch (error) {
    throw goneOr(error)
  }
}

/** Shows what the list knew already; the page asks for the stock of this moment by itself. */
export async function clientLoader({ params, url }: Route.ClientLoaderArgs) {
  if (currentSession().status === 'signed-out') throw redirect(signInPath(url.pathname))
  const known = (await recallProducts().catch(() => [])).find((product) => product._id === params.id)
  if (known) return { product: known }
  try {
    return { product: await call(getTool, { params: { id: params.id } }) }
  } catch (error) {
    throw goneOr(error)
  }
}

function goneOr(error: unknown) {
  return error instanceof ApiProblem && error.code === 'product-not-found'
    ? data(error.message, { status: 404 })
    : error
}

export default function PurchaseRoute({ loaderData }: Route.ComponentProps) {
  return <Purchase key={loaderData.product._id} loaded={loaderData.product} />
}

function Purchase({ loaded }: { loaded: Tool }) {
  const { product, gone, refresh, setAvailable } = useLiveProduct(loaded)
  return (
    <div className="page-width py-8 lg:py-12">
      <Link
        to="/products"
        prefetch="intent"
        className="muted inline-flex min-h-11 items-center gap-2 hover:text-base-content hover:underline"
      >
        <ArrowLeft aria-hidden="true" size={18} /> {t('purchase.all-products')}
      </Link>
      <div className="mt-3 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-12">
        <article>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            {product.category ? <span className="eyebrow">{categoryWord(product.category)}</span> : null}
            {product.sku ? (
              <span className="muted figures">{t('purchase.part-number', { sku: product.sku })}</span>
            ) : null}
            <StockBadge product={product} />
          </div>
          <h1 className="mt-2 text-4xl sm:text-5xl">{product.name}</h1>
          <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
            <span className="figures font-heading text-4xl font-bold">{moneyText(product.price)}</span>
            <span className="muted">{t('purchase.per-unit')}</span>
          </p>
          <div className="picture-ground relative mt-5 overflow-hidden rounded-box border border-base-300">
            <Picture
              src={product.img}
              placeholder={product.placeholder}
              alt={product.name}
              sizes="(min-width: 64rem) 54vw, 94vw"
              eager
            />
          </div>
          <p className="mt-5 max-w-prose text-lg">{product.content}</p>
          <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-3 border-t border-base-300 pt-5">
            <Fact term={t('purchase.minimum')} value={unitsText(product.minOrder)} />
            <Fact term={t('purchase.available')} value={unitsText(product.available)} />
            <Fact term={t('purchase.smallest-total')} value={moneyText(product.price * product.minOrder)} />
          </dl>
        </article>
        <section aria-labelledby="order-title" className="card-surface p-5 shadow-card sm:p-7 lg:sticky lg:top-24">
          <h2 id="order-title" className="mb-5 text-3xl">
            {t('purchase.title')}
          </h2>
          <NeedsScript what={t('purchase.needs-script')} />
          <SignedInOnly waiting={<PageSpinner />}>
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
    </div>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="muted text-sm">{term}</dt>
      <dd className="figures font-heading text-2xl font-bold">{value}</dd>
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
