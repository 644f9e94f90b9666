import { type ComponentProps, type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createContext, data, redirect } from 'react-router'
import { toAmount } from '#contract/currency.ts'
import { listCategoryAttributes } from '#contract/attributes.ts'
import { lineFactsOf, lineTotalCents } from '#contract/assess-line.ts'
import { type DetailedTool, getTool, listTools, type Tool } from '#contract/catalog.ts'
import { type CategoryCounts, getCategories } from '#contract/categories.ts'
import { getCharges } from '#contract/charges.ts'
import { productPath, readProductSegment } from '#contract/product-path.ts'
import { getProductFitments } from '#contract/vehicles.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { describePage } from '#web/page/describe-page.ts'
import { type Matches, pageMeta, publicOrigin, rootSettings } from '#web/page/page-meta.ts'
import { StructuredData } from '#web/page/structured-data.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { isNotFoundKnown, serverCall } from '#web/api/server-call.ts'
import { describeValues, hasMeasuredValues, Specification } from '#web/catalog/attributes/specification.tsx'
import { AddToCart } from '#web/catalog/add-to-cart.tsx'
import { animatePicture } from '#web/catalog/picture-transition.ts'
import { ProductMeasureFacts } from '#web/catalog/product-measure-facts.tsx'
import { FitsTable } from '#web/catalog/fits-table.tsx'
import { FittingProducts, SuccessorNote } from '#web/catalog/linked-products.tsx'
import { DocumentLinks } from '#web/catalog/document-links.tsx'
import { PictureChoice, picturesOf } from '#web/catalog/product-gallery.tsx'
import { ProductCards } from '#web/catalog/product-card.tsx'
import { rememberProduct } from '#web/catalog/remembered-product.ts'
import { PartNumberTable, PartNumberText } from '#web/catalog/search/part-number-table.tsx'
import { breadcrumbFacts, CategoryBreadcrumb } from '#web/catalog/categories/breadcrumb.tsx'
import { pathTo, pickCategoryNames } from '#web/catalog/categories/category-names.ts'
import { productFacts } from '#web/catalog/product-facts.ts'
import { pricePerText, unitsText } from '#web/catalog/product-labels.ts'
import { refreshMyPrice, useMyPrice, withMyPrice } from '#web/catalog/prices/my-prices.ts'
import { PriceTerms } from '#web/catalog/prices/price-terms.tsx'
import { BreakTable, PriceNote } from '#web/catalog/prices/unit-price.tsx'
import { StockState } from '#web/catalog/stock-state.tsx'
import { NeedsScript } from '#web/identity/account-page.tsx'
import { signInUrl } from '#web/identity/return-path.ts'
import { currentSession, useSession } from '#web/identity/session.ts'
import { RequireSignIn } from '#web/identity/require-sign-in.tsx'
import { PurchaseFormSkeleton } from '#web/orders/purchase-form-skeleton.tsx'
import { PurchaseForm } from '#web/orders/purchase-form.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/purchase.route.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: t('purchase.page-title-gone') }]
  const { product } = loaderData
  const { name, content } = product
  const page = describePage(matches, 'product', product, { title: name, description: content.slice(0, 155) || name })
  return isPublic(matches)
    ? withPicture(pageMeta(matches, { ...page, path: productPath(product) }), product, publicOrigin(matches))
    : [{ title: page.title }, { name: 'description', content: page.description }]
}

const foundContext = createContext<Promise<DetailedTool> | null>(null)

/** Ends a request for a product that is not there before any loader runs, once the server has the page that says so. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, params }, next) => {
    if (!isNotFoundKnown(context)) return next()
    try {
      const found = serverCall(context, getTool, { params: { id: idOf(params) } })
      context.set(foundContext, found)
      await found
    } catch (error) {
      if (isGone(error)) return new Response(null, { status: 404 })
    }
    return next()
  },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const found = context.get(foundContext) ?? serverCall(context, getTool, { params: { id: idOf(params) } })
    const product = await found
    leaveWrongWords(product, params)
    const { category } = product
    // Without an answer the page is as good as before.
    const asked = Promise.all([
      serverCall(context, getCharges).catch(() => undefined),
      serverCall(context, getProductFitments, { params: { id: product._id } }).catch(() => undefined),
    ])
    if (category === undefined) {
      const [charges, fits] = await asked
      return { ...present(product, []), attributes: [], charges, fits }
    }
    const [[charges, fits], others, categories, attributes] = await Promise.all([
      asked,
      serverCall(context, listTools, { query: { limit: String(maxRelatedProducts + 1), category } }).catch(() => []),
      serverCall(context, getCategories, { query: { language: currentLanguage() } }).catch(() => undefined),
      describeValues(product, (slug) => serverCall(context, listCategoryAttributes, { params: { slug } })),
    ])
    return { ...present(product, others, categories), attributes, charges, fits }
  } catch (error) {
    throw orGone(error)
  }
}

/** Shows what the list knew already; the page asks for the stock of this moment by itself. */
export async function clientLoader({ params, url }: Route.ClientLoaderArgs) {
  const [charges, products, categories] = await Promise.all([
    cachedCall(getCharges).catch(() => undefined),
    cachedCall(listTools).catch(() => []),
    cachedCall(getCategories, { query: { language: currentLanguage() } }).catch(() => undefined),
  ])
  const known = products.find((product) => product._id === idOf(params))
  if (currentSession().status === 'signed-out' && pageSettings().productPages !== 'public') {
    if (known) rememberProduct({ id: known._id, name: known.name })
    throw redirect(signInUrl(url.pathname + url.search))
  }
  try {
    const product = known ?? (await call(getTool, { params: { id: idOf(params) } }))
    const [attributes, fits] = await Promise.all([
      describeValues(product, (slug) => cachedCall(listCategoryAttributes, { params: { slug } })),
      cachedCall(getProductFitments, { params: { id: product._id } }).catch(() => undefined),
    ])
    return { ...present(product, products, categories), attributes, charges, fits }
  } catch (error) {
    throw orGone(error)
  }
}

const idOf = (params: { id: string }) => readProductSegment(params.id).id

/** Redirects an address with other words than the product has now; the one with the id alone stays as it is. */
function leaveWrongWords(product: Tool, params: { id: string }): void {
  const { words } = readProductSegment(params.id)
  if (words !== '' && words !== product.slug) throw redirect(productPath(product), 301)
}

/** Whether the page is for everyone, so that only its form asks to sign in. */
const isPublic = (matches: Matches) => rootSettings(matches)?.productPages === 'public'

const maxRelatedProducts = 4

/** Returns the product with others of its category, and the way there. */
function present(product: DetailedTool, products: readonly Tool[], { categories }: Partial<CategoryCounts> = {}) {
  const { _id, category } = product
  const related = products.filter((other) => category && other._id !== _id && other.category === category)
  return {
    product,
    related: related.slice(0, maxRelatedProducts),
    names: pickCategoryNames(categories ?? [], [product]),
    path: pathTo(categories ?? [], category).map(({ category: slug, name }) => ({ category: slug, name })),
  }
}

/** Whether there is no such product; a text that can be no id names none either. */
const isGone = (error: unknown) =>
  error instanceof ApiProblem && ['product-not-found', 'invalid-request'].includes(error.code)

const orGone = (error: unknown) => (isGone(error) ? data(t('problem.product-not-found'), { status: 404 }) : error)

export default function PurchaseRoute({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      {isPublic(matches) ? <StructuredData facts={pageFacts(loaderData, publicOrigin(matches))} /> : null}
      <Purchase key={loaderData.product._id} {...loaderData} />
    </>
  )
}

/** Lets links to a product show its picture, if it has one of its own, instead of that of the store. */
function withPicture(tags: ReturnType<typeof pageMeta>, { img }: { img: string }, origin: string) {
  if (img.endsWith('/no-picture.svg')) return tags
  const picture = { property: 'og:image', content: URL.canParse(img) ? img : `${origin}${img}` }
  return [...tags.filter((tag) => !('property' in tag && tag.property?.startsWith('og:image'))), picture]
}

/** Returns the offer and the way to it. */
const pageFacts = ({ product, path }: ReturnType<typeof present>, origin: string) => ({
  '@graph': [
    {
      ...productFacts(product, origin, productPath(product)),
      ...(product.content !== '' && { description: product.content }),
      ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    },
    breadcrumbFacts(path, origin),
  ],
})

function Purchase({
  product: loaded,
  related,
  names,
  path,
  attributes,
  charges,
  fits,
}: Route.ComponentProps['loaderData']) {
  const { product: open, gone, refresh, setAvailable } = useLiveProduct(loaded)
  const mine = useMyPrice(loaded._id)
  const product = withMyPrice(open, mine)
  useWantedProduct(loaded)
  const pictures = picturesOf(product)
  const [units = product.minOrder, setUnits] = useState<number>()
  const [chosen, setChosen] = useState(0)
  const shown = pictures[chosen] ?? pictures[0]
  return (
    <div className="page-width py-6 lg:py-8">
      <CategoryBreadcrumb path={path} />
      <div className="mt-2 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-12">
        <article>
          <h1 className="text-4xl sm:text-5xl">{product.name}</h1>
          <p className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1">
            {product.sku ? (
              <span className="inline-flex items-center gap-1 text-sm">
                <span className="muted">{t('product.sku')}</span>
                <PartNumberText number={product.sku} />
              </span>
            ) : null}
            {loaded.discontinued ? null : <StockState product={product} />}
          </p>
          <FitMark productId={product._id} className="mt-2 text-base" />
          <SuccessorNote product={product} />
          {loaded.discontinued ? null : (
            <dl className="mt-5 grid grid-cols-2 gap-y-4 border-y border-base-300 py-4 sm:grid-cols-4 lg:max-xl:grid-cols-2">
              <Fact
                term={t('product.priceCents')}
                value={moneyText(unitPriceAt(product, 1))}
                note={pricePerText(product) ?? t('purchase.per-unit')}
                more={<PriceNote product={open} mine={mine} />}
              />
              <Fact term={t('purchase.minimum')} value={unitsText(product.minOrder)} />
              <Fact term={t('word.available')} value={unitsText(product.available)} />
              <Fact
                term={t('purchase.smallest-total')}
                value={moneyText(toAmount(lineTotalCents(lineFactsOf(product), product.minOrder)))}
              />
            </dl>
          )}
          {loaded.discontinued || !charges ? null : (
            <p className="mt-2 empty:hidden">
              <PriceTerms charges={charges} />
            </p>
          )}
          {loaded.discontinued ? null : <BreakTable product={product} />}
          {mine?.exclusive ? <p className="muted mt-2 text-sm">{t('price.agreed-text')}</p> : null}
          {gone ? null : <AddUnitsToCart product={product} units={units} onUnits={setUnits} />}
          <div
            ref={(place) => animatePicture(product._id, place)}
            className="picture-ground relative z-10 mt-5 overflow-hidden rounded-box border border-base-300"
          >
            <Picture
              src={shown.url}
              placeholder={shown.placeholder}
              alt={shown.alt}
              sizes="(min-width: 64rem) 54vw, 94vw"
              eager
            />
          </div>
          <PictureChoice pictures={pictures} chosen={chosen} onChoose={setChosen} />
          {product.content === '' ? null : (
            <p className="mt-5 max-w-prose text-lg whitespace-pre-line">{product.content}</p>
          )}
          <Specification product={product} attributes={attributes} />
          <ProductMeasureFacts product={product} hasSwitch={!hasMeasuredValues(product, attributes)} />
          {fits ? <FitsTable fits={fits} /> : null}
          <FittingProducts products={product.fitsTogether} />
          <DocumentLinks documents={product.documents} />
          <PartNumberTable product={product} />
        </article>
        {loaded.discontinued ? null : (
          <section aria-labelledby="order-title" className="card-surface p-5 shadow-card sm:p-6 lg:sticky lg:top-20">
            <h2 id="order-title" className="mb-4 text-3xl">
              {t('purchase.title')}
            </h2>
            <NeedsScript what={t('purchase.needs-script')} />
            <SignInToOrder id={product._id} waiting={<PurchaseFormSkeleton />}>
              {(person) => (
                <PurchaseForm
                  product={product}
                  quantity={units}
                  onQuantity={setUnits}
                  person={person}
                  gone={gone}
                  onRefresh={refresh}
                  onTake={(units) => setAvailable((available) => available - units)}
                />
              )}
            </SignInToOrder>
          </section>
        )}
      </div>
      {related.length > 0 ? (
        <section aria-labelledby="related-title" className="mt-12 border-t border-base-300 pt-8 pb-4 lg:mt-16 lg:pb-8">
          <h2 id="related-title" className="mb-5 text-3xl">
            {t('purchase.related')}
          </h2>
          <ProductCards
            products={related}
            categoryNames={names}
            className="grid gap-4 md:grid-cols-3 lg:grid-cols-4 xl:gap-6 [&>li]:[contain-intrinsic-size:auto_30rem] [&>li]:[content-visibility:auto]"
          />
        </section>
      ) : null}
    </div>
  )
}

/**
 * Renders “Add to cart” with the quantity that the order has, too. It begins with the one that a row of a list leads here with, or that was
 * typed before the scripts had come: the field is plain HTML.
 */
function AddUnitsToCart(props: { product: Tool; units: number; onUnits: (units: number) => void }) {
  const { product, units, onUnits } = props
  const place = useRef<HTMLDivElement>(null)
  const fieldOf = () => place.current?.querySelector('input')
  const begin = useEffectEvent(() => {
    const field = fieldOf()
    const asked = new URLSearchParams(location.search).get('quantity')
    const first = field && field.value !== field.defaultValue ? field.valueAsNumber : Number(asked)
    if (Number.isInteger(first) && first > 0) onUnits(first)
  })
  useEffect(() => begin(), [])
  useEffect(() => {
    const field = fieldOf()
    if (field && !Object.is(field.valueAsNumber, units)) field.value = String(units)
  }, [units, product.minOrder])
  return (
    <div
      ref={place}
      className="mt-4 max-w-md"
      onInput={({ target }) => target instanceof HTMLInputElement && onUnits(target.valueAsNumber)}
    >
      <AddToCart product={product} quantity={units} />
    </div>
  )
}

/** Shows the form to signed-in people; others go to sign in, by themselves or, where the page is for everyone, by a link. */
function SignInToOrder({ id, ...props }: ComponentProps<typeof RequireSignIn> & { id: string }) {
  const { status } = useSession()
  if (status !== 'signed-out' || pageSettings().productPages !== 'public') return <RequireSignIn {...props} />
  return (
    <ButtonLink to={signInUrl(`/products/${id}`)} size="lg">
      {t('cart.sign-in')}
    </ButtonLink>
  )
}

function Fact({ term, value, note, more }: { term: string; value: string; note?: string; more?: ReactNode }) {
  return (
    <div className="border-base-300 sm:max-lg:px-5 sm:max-lg:not-first:border-l sm:max-lg:first:pl-0 xl:px-5 xl:not-first:border-l xl:first:pl-0">
      <dt className="muted text-sm">{term}</dt>
      <dd className="figures font-heading text-[1.75rem] leading-tight font-bold">
        {value}
        {note ? <span className="muted ml-1.5 font-sans text-sm font-normal">{note}</span> : null}
        {more}
      </dd>
    </div>
  )
}

/** Remembers the product while a visitor signs up; it is cleared for a signed-in user. */
function useWantedProduct({ _id, name }: Tool) {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-out') rememberProduct({ id: _id, name })
    if (status === 'signed-in') rememberProduct(undefined)
  }, [status, _id, name])
}

/** Returns the product with current price and stock, refetched when the page opens and when the server reports a change. */
function useLiveProduct(loaded: DetailedTool) {
  const [product, setProduct] = useState(loaded)
  const [gone, setGone] = useState(loaded.discontinued === true)
  const id = loaded._id
  const refresh = useCallback(() => {
    refreshMyPrice(id)
    return call(getTool, { params: { id } }).then(
      (current) => {
        setProduct(current)
        setGone(current.discontinued === true)
      },
      (error: unknown) => {
        // While offline the page keeps its data; placing the order will fail.
        if (error instanceof ApiProblem && error.code === 'product-not-found') setGone(true)
      },
    )
  }, [id])
  useEffect(() => {
    void refresh()
  }, [refresh])
  const setAvailable = (change: (available: number) => number) =>
    setProduct((shown) => ({ ...shown, available: change(shown.available) }))
  return { product, gone, refresh, setAvailable }
}

export { RouteErrorBoundary as ErrorBoundary }
