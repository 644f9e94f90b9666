import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createContext, data, redirect } from 'react-router'
import { listCategoryAttributes } from '#contract/attributes.ts'
import { largestQuantity, lineFactsOf } from '#contract/assess-line.ts'
import { type DetailedTool, getTool, listTools, type Tool } from '#contract/catalog.ts'
import { type CategoryCounts, getCategories } from '#contract/categories.ts'
import { type Charges, getCharges } from '#contract/charges.ts'
import type { Query } from '#contract/endpoint.ts'
import { productPath, readProductSegment } from '#contract/product-path.ts'
import { getProductFitments, type ProductFitments } from '#contract/vehicles.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { describePage } from '#web/page/describe-page.ts'
import { useFocusOnArrival } from '#web/page/use-focus-on-arrival.ts'
import { useRootData } from '#web/page/root-data.ts'
import { type Matches, pageMeta, publicOrigin, rootSettings } from '#web/page/page-meta.ts'
import { StructuredData } from '#web/page/structured-data.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { isNotFoundKnown, serverCall } from '#web/api/server-call.ts'
import { describeValues, Specification } from '#web/catalog/attributes/specification.tsx'
import { CartForm } from '#web/catalog/add-to-cart.tsx'
import { CompareProduct } from '#web/catalog/compare/compare-product.tsx'
import { animatePicture } from '#web/catalog/picture-transition.ts'
import { FitsTable } from '#web/catalog/fits-table.tsx'
import { LinkedProducts, SuccessorNote } from '#web/catalog/linked-products.tsx'
import { DocumentLinks } from '#web/catalog/document-links.tsx'
import { PictureChoice, picturesOf } from '#web/catalog/product-gallery.tsx'
import { ProductCards } from '#web/catalog/product-card.tsx'
import { rememberProduct } from '#web/catalog/remembered-product.ts'
import { PartNumberTable, PartNumberText } from '#web/catalog/search/part-number-table.tsx'
import { breadcrumbFacts, CategoryBreadcrumb } from '#web/catalog/categories/breadcrumb.tsx'
import { pathTo, pickCategoryNames } from '#web/catalog/categories/category-names.ts'
import { productFacts } from '#web/catalog/product-facts.ts'
import { findSubstitutes } from '#web/catalog/find-substitutes.ts'
import { pricePerText, unitsText } from '#web/catalog/product-labels.ts'
import { refreshMyPrice, useMyPrice, withMyPrice } from '#web/catalog/prices/my-prices.ts'
import { PriceTerms } from '#web/catalog/prices/price-terms.tsx'
import { BreakChoice, PriceNote, usePriceClass } from '#web/catalog/prices/unit-price.tsx'
import { StockNotice } from '#web/catalog/stock-notice.tsx'
import { Substitutes } from '#web/catalog/substitutes.tsx'
import { StockState } from '#web/catalog/stock-state.tsx'
import { NeedsScript } from '#web/identity/account-page.tsx'
import { signInUrl } from '#web/identity/return-path.ts'
import { currentSession, useSession } from '#web/identity/session.ts'
import { RequireSignIn } from '#web/identity/require-sign-in.tsx'
import { PurchaseFormSkeleton } from '#web/orders/purchase-form-skeleton.tsx'
import { ChargedPurchase } from '#web/orders/product-charges.tsx'
import { PurchaseForm } from '#web/orders/purchase-form.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
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
      return { ...present(product, noneRelated), attributes: [], charges, fits }
    }
    const [[charges, fits], related, categories, attributes] = await Promise.all([
      asked,
      asked.then(([, listed]) =>
        askRelated(product, category, listed, (query) => serverCall(context, listTools, { query })),
      ),
      serverCall(context, getCategories, { query: { language: currentLanguage() } }).catch(() => undefined),
      describeValues(product, (slug) => serverCall(context, listCategoryAttributes, { params: { slug } })),
    ])
    return { ...present(product, related, categories), attributes, charges, fits }
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
    if (known) rememberProduct({ id: known._id, name: known.name, quantity: askedUnits(url.search) })
    throw redirect(signInUrl(url.pathname + url.search))
  }
  try {
    const product = known ?? (await call(getTool, { params: { id: idOf(params) } }))
    const [attributes, fits] = await Promise.all([
      describeValues(product, (slug) => cachedCall(listCategoryAttributes, { params: { slug } })),
      cachedCall(getProductFitments, { params: { id: product._id } }).catch(() => undefined),
    ])
    const related = await askRelated(product, product.category, fits, (query) =>
      query.vehicle ? call(listTools, { query }) : Promise.resolve(products),
    )
    return { ...present(product, related, categories), attributes, charges, fits }
  } catch (error) {
    throw orGone(error)
  }
}

/** Keeps the dimensions of a name, such as `276 × 24 mm`, on one line. */
const wholeDimensions = (name: string) =>
  name.split(/(\d[\d.,]*(?: [×x] \d[\d.,]*)+(?: mm| cm| in)?)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )

const idOf = (params: { id: string }) => readProductSegment(params.id).id

/** Redirects an address with other words than the product has now; the one with the id alone stays as it is. */
function leaveWrongWords(product: Tool, params: { id: string }): void {
  const { words } = readProductSegment(params.id)
  if (words !== '' && words !== product.slug) throw redirect(productPath(product), 301)
}

/** Whether the page is for everyone, so that only its form asks to sign in. */
const isPublic = (matches: Matches) => rootSettings(matches)?.productPages === 'public'

const maxRelatedProducts = 4

interface Related {
  related: Tool[]
  /** Whether they are listed for a vehicle of the product, if that is for certain ones. */
  areOfSameFit: boolean
}
const noneRelated: Related = { related: [], areOfSameFit: true }

/**
 * Asks for products of the category; for one that is sold out for those that can be had instead, the most alike first, those for its vehicle
 * if there are some. Without an answer the page is as good as before.
 */
async function askRelated(
  product: Tool,
  category: string | undefined,
  fits: ProductFitments | undefined,
  ask: (query: Query<typeof listTools>) => Promise<Tool[]>,
): Promise<Related> {
  if (category === undefined) return noneRelated
  const others = async (query: Query<typeof listTools>) =>
    (await ask({ ...query, category }).catch(() => [])).filter(
      (other) => other.category === category && other._id !== product._id,
    )
  const top = (products: readonly Tool[]) => products.slice(0, maxRelatedProducts)
  if (product.available >= product.minOrder) {
    return { related: top(await others({ limit: String(maxRelatedProducts + 1) })), areOfSameFit: true }
  }
  const { products, areOfSameFit } = await findSubstitutes(product, fits, others)
  return { related: top(products), areOfSameFit }
}

/** Returns the product with others of its category and the way there. */
function present(product: DetailedTool, related: Related, { categories }: Partial<CategoryCounts> = {}) {
  return {
    product,
    ...related,
    names: pickCategoryNames(categories ?? [], [product]),
    path: pathTo(categories ?? [], product.category).map(({ category, name }) => ({ category, name })),
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
  areOfSameFit,
  names,
  path,
  attributes,
  charges,
  fits,
}: Route.ComponentProps['loaderData']) {
  const { product: open, gone, refresh, setAvailable } = useLiveProduct(loaded)
  const mine = useMyPrice(loaded._id)
  const priceClass = usePriceClass(loaded._id)
  const product = withMyPrice(open, mine)
  const pictures = picturesOf(product)
  const { place, units, setUnits, error, refuse } = useUnits(product)
  const heading = useFocusOnArrival()
  useWantedProduct(loaded, units)
  const [chosen, setChosen] = useState(0)
  const shown = pictures[chosen] ?? pictures[0]
  const isOrderable = !gone && product.available >= product.minOrder
  // A choice made when the page came: what changes later moves nothing.
  const isSoldOut = loaded.available < loaded.minOrder
  return (
    <div className="page-width py-2 lg:py-8">
      <CategoryBreadcrumb path={path} />
      <article className="grid max-w-[78rem] items-start gap-x-8 gap-y-4 md:mt-2 md:grid-cols-[minmax(0,1fr)_23rem] lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-x-12 lg:gap-y-6">
        <div className="max-sm:max-w-56">
          <div
            ref={(element) => animatePicture(product._id, element)}
            className="picture-ground relative z-10 overflow-hidden rounded-box border border-base-300"
          >
            <Picture
              src={shown.url}
              placeholder={shown.placeholder}
              alt={shown.alt}
              sizes="(min-width: 84rem) 48rem, (min-width: 48rem) 52vw, (min-width: 40rem) 94vw, 14rem"
              eager
            />
          </div>
          <PictureChoice pictures={pictures} chosen={chosen} onChoose={setChosen} />
        </div>
        <div className="grid gap-4 md:col-start-2 md:row-span-2 md:row-start-1">
          <div>
            <h1 ref={heading} tabIndex={-1} className="text-3xl wrap-anywhere outline-none sm:text-4xl">
              {wholeDimensions(product.name)}
            </h1>
            {product.sku ? (
              <p className="mt-2 inline-flex items-center gap-1 text-sm">
                <span className="muted">{t('product.sku')}</span>
                <PartNumberText number={product.sku} />
              </p>
            ) : null}
            <FitMark productId={product._id} className="mt-2 text-base" />
            <SuccessorNote product={product} />
          </div>
          {loaded.discontinued ? null : (
            <>
              <div>
                <p className={`figures font-heading text-4xl font-bold ${priceClass}`}>
                  <span className="sr-only">{t('product.priceCents')} </span>
                  {moneyText(unitPriceAt(product, 1))}
                  <span className="muted ml-1.5 font-sans text-sm font-normal">
                    {pricePerText(product) ?? t('purchase.per-unit')}
                  </span>
                  <PriceNote product={open} mine={mine} />
                </p>
                {charges ? <PriceTerms charges={charges} /> : null}
                {mine?.exclusive ? <p className="muted text-sm">{t('price.agreed-text')}</p> : null}
                {isOrderable ? <BreakChoice product={product} onUnits={setUnits} className={priceClass} /> : null}
              </div>
              {isOrderable ? (
                <CartForm product={product} className="">
                  <div ref={place}>
                    <Stepper
                      label={t('word.quantity')}
                      name="quantity"
                      value={units}
                      min={product.minOrder}
                      max={largestQuantity(lineFactsOf(product, product.minOrder)) ?? product.available}
                      step={product.orderMultiple ?? 1}
                      error={error}
                      hint={<Limits product={product} />}
                      onChange={setUnits}
                      action={
                        <Button
                          type="submit"
                          size="lg"
                          className="min-w-34 grow"
                          aria-label={t('cart.add-this', { name: product.name })}
                        >
                          {t('cart.add')}
                        </Button>
                      }
                    />
                  </div>
                </CartForm>
              ) : (
                <div className="card-surface grid gap-3 p-4 sm:p-5">
                  {gone ? <p className="font-medium">{t('purchase.gone')}</p> : <SoldOut product={product} />}
                  {gone ? null : <StockNotice productId={product._id} />}
                </div>
              )}
              <CompareProduct product={product} />
              {isSoldOut ? (
                <Substitutes of={loaded} products={related} attributes={attributes} areOfSameFit={areOfSameFit} />
              ) : isOrderable ? (
                <section aria-labelledby="order-title" className="card-surface p-4 sm:p-5">
                  <Ordering charges={charges} product={product} quantity={units}>
                    {(person) => (
                      <PurchaseForm
                        product={product}
                        quantity={units}
                        onQuantity={setUnits}
                        onQuantityError={refuse}
                        person={person}
                        onRefresh={refresh}
                        onTake={(units) => setAvailable((available) => available - units)}
                      />
                    )}
                  </Ordering>
                </section>
              ) : null}
            </>
          )}
        </div>
        <div>
          {product.content === '' ? null : <p className="max-w-prose text-lg whitespace-pre-line">{product.content}</p>}
          <Specification product={product} attributes={attributes} />
          {fits ? <FitsTable fits={fits} /> : null}
          <LinkedProducts title={t('purchase.fits-together')} products={product.fitsTogether} />
          <DocumentLinks documents={product.documents} />
          <PartNumberTable product={product} />
        </div>
      </article>
      {related.length > 0 && !isSoldOut ? (
        <section aria-labelledby="related-title" className="mt-12 border-t border-base-300 pt-8 pb-4 lg:mt-16 lg:pb-8">
          <h2 id="related-title" className="mb-5 text-3xl">
            {t('purchase.related')}
          </h2>
          <ProductCards
            products={related}
            categoryNames={names}
            className="grid gap-4 md:grid-cols-3 lg:grid-cols-4 xl:gap-6"
          />
        </section>
      ) : null}
    </div>
  )
}

/**
 * Holds the quantity of the page, which cart and order take. It begins with the one that a list leads here with, or that was typed before the
 * scripts had come.
 */
function useUnits({ minOrder }: Tool) {
  const place = useRef<HTMLDivElement>(null)
  const [units = minOrder, change] = useState<number>()
  const [error, setError] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const setUnits = (next: number | undefined) => {
    change(next)
    setError(undefined)
  }
  const begin = useEffectEvent(() => {
    const field = place.current?.querySelector('input')
    if (field && field.value !== field.defaultValue) return change(field.valueAsNumber)
    change(askedUnits(location.search))
  })
  useEffect(() => begin(), [])
  useEffect(() => {
    if (refusals > 0) place.current?.querySelector('input')?.focus()
  }, [refusals])
  const refuse = (text: string) => {
    setError(text)
    setRefusals((count) => count + 1)
  }
  return { place, units, setUnits, error, refuse }
}

/** Returns the units that a list leads here with. */
function askedUnits(search: string): number | undefined {
  const asked = Number(new URLSearchParams(search).get('quantity'))
  return Number.isInteger(asked) && asked > 0 ? asked : undefined
}

/** Says how many there are, and how many an order takes. */
function Limits({ product }: { product: Tool }) {
  const { available, minOrder, orderMultiple, maxOrder } = product
  return (
    <span className="figures">
      <StockState product={product} />
      {' · '}
      {t('purchase.limits', { available: unitsText(available), minimum: unitsText(minOrder) })}
      {orderMultiple ? <> · {t('purchase.multiple', { multiple: unitsText(orderMultiple) })}</> : null}
      {maxOrder ? <> · {t('purchase.maximum', { maximum: unitsText(maxOrder) })}</> : null}
    </span>
  )
}

/** Says that nothing is left, or fewer than an order takes. */
function SoldOut({ product }: { product: Tool }) {
  return (
    <p>
      <StockState product={product} />{' '}
      {product.available > 0 ? (
        <span className="font-medium">{t('purchase.too-few-left', { available: unitsText(product.available) })}</span>
      ) : null}
    </p>
  )
}

/**
 * Shows what an order costs and leads to the checkout, where the shop charges tax or delivery or the checkout has more to ask; else the form
 * that orders at once, to signed-in people.
 */
function Ordering(props: {
  charges: Charges | undefined
  product: Tool
  quantity: number
  children: ComponentProps<typeof RequireSignIn>['children']
}) {
  const { charges, product, quantity, children } = props
  const { status } = useSession()
  const isCharged = charges && (charges.shipping || charges.tax !== 'none')
  const title = (
    <h2 id="order-title" className="text-2xl">
      {t('purchase.title')}
    </h2>
  )
  const settings = useRootData()?.settings
  const isPublicPage = settings?.productPages === 'public'
  const isForm = !isCharged && !settings?.hasTerms && currentStore().transferDays === undefined
  if (!isForm || (status === 'signed-out' && isPublicPage)) {
    return (
      <div className="grid gap-4">
        {title}
        <NeedsScript what={t('purchase.needs-script')} />
        {isForm ? (
          <ButtonLink to={signInUrl(`/products/${product._id}`)} variant="outline">
            {t('cart.sign-in')}
          </ButtonLink>
        ) : isPublicPage ? (
          <ChargedPurchase product={product} quantity={quantity} />
        ) : (
          <RequireSignIn waiting={<PurchaseFormSkeleton />}>
            {() => <ChargedPurchase product={product} quantity={quantity} />}
          </RequireSignIn>
        )}
      </div>
    )
  }
  return (
    <details open className="group">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3">
        {title}
        <ChevronDown
          aria-hidden="true"
          size={18}
          className="muted shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <NeedsScript what={t('purchase.needs-script')} />
      <RequireSignIn waiting={<PurchaseFormSkeleton />}>{children}</RequireSignIn>
    </details>
  )
}

/** Remembers the product and its units while a visitor signs up; it is cleared for a signed-in user. */
function useWantedProduct({ _id, name }: Tool, quantity: number) {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-out') rememberProduct({ id: _id, name, quantity })
    if (status === 'signed-in') rememberProduct(undefined)
  }, [status, _id, name, quantity])
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
