import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { type CategoryAttribute, listCategoryAttributes } from '#contract/attributes.ts'
import { type DetailedTool, getTool } from '#contract/catalog.ts'
import { getCharges } from '#contract/charges.ts'
import { measureNames, productMeasures } from '#contract/product-measures.ts'
import { ownValue } from '#contract/own-value.ts'
import { measureText, type System } from '#contract/units.ts'
import { useProductPath } from '#web/page/use-product-path.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { type PageHandle, serverCall } from '#web/api/server-call.ts'
import { textIn, valueText } from '#web/catalog/attributes/attribute-text.ts'
import { hasMeasuredValues } from '#web/catalog/attributes/specification.tsx'
import {
  compareAddress,
  keepCompared,
  maxCompared,
  toggleCompared,
  useComparedProducts,
} from '#web/catalog/compare/compare-choice.ts'
import { AddToCart } from '#web/catalog/add-to-cart.tsx'
import { type Ask, askFromBrowser } from '#web/catalog/product-list.tsx'
import { useMyPrices, withMyPrice } from '#web/catalog/prices/my-prices.ts'
import { firstPriceText, OwnPrice } from '#web/catalog/prices/own-price.tsx'
import { PriceTerms } from '#web/catalog/prices/price-terms.tsx'
import { BreakLine, usePriceClass } from '#web/catalog/prices/unit-price.tsx'
import { unitsText } from '#web/catalog/product-labels.ts'
import { StockState } from '#web/catalog/stock-state.tsx'
import { UnitSwitch, useUnits } from '#web/catalog/units.tsx'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { pageMeta } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/compare.route.ts'

export const handle = { query: ['p', 'only'] } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: t('compare.page-title'), description: t('compare.text'), path: '/compare' }),
  { name: 'robots', content: 'noindex, follow' },
]

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadCompared((endpoint, input) => serverCall(context, endpoint, input), request)

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadCompared(askFromBrowser, request)

/** Loads the first four products that an address names, and the attributes of their categories; what is not sold any more is counted. */
async function loadCompared(ask: Ask, request: Request) {
  const search = new URL(request.url).searchParams
  const ids = [...new Set(search.getAll('p'))].slice(0, maxCompared)
  const [found, charges] = await Promise.all([
    Promise.all(
      ids.map((id) =>
        ask(getTool, { params: { id } }).catch((error: unknown) => {
          if (error instanceof ApiProblem && ['product-not-found', 'invalid-request'].includes(error.code)) return null
          throw error
        }),
      ),
    ),
    // Without an answer the page is as good as before.
    ask(getCharges, {}).catch(() => undefined),
  ])
  const products = found.filter((product) => product !== null)
  const categories = [...new Set(products.flatMap(({ category }) => category ?? []))]
  const lists = await Promise.all(categories.map((slug) => ask(listCategoryAttributes, { params: { slug } })))
  const attributes = [...new Map(lists.flat().map((attribute) => [attribute.code, attribute])).values()]
  return {
    products,
    gone: ids.length - products.length,
    attributes,
    charges,
    isOnlyDifferences: search.get('only') !== null,
  }
}

export default function CompareRoute({ loaderData }: Route.ComponentProps) {
  const { products, gone } = loaderData
  return (
    <section className="page-width py-8 lg:py-10">
      <PageHeading title={t('compare.title')} text={products.length > 1 ? t('compare.text') : undefined} />
      {gone > 0 ? <p className="mt-4 font-semibold">{t('compare.gone', { count: gone })}</p> : null}
      {products.length > 0 ? (
        <Comparison {...loaderData} />
      ) : (
        <EmptyState title={t('compare.none')} text={t('compare.none-text')} action={<ToProducts />} />
      )}
    </section>
  )
}

const ToProducts = () => (
  <ButtonLink to="/products" variant="outline">
    {t('products.all')}
  </ButtonLink>
)

interface Row {
  key: string
  name: string
  texts: string[]
  isDifferent: boolean
}

function Comparison({ products: loaded, attributes, charges, isOnlyDifferences }: Route.ComponentProps['loaderData']) {
  const mine = useMyPrices()
  const products = loaded.map((product) => withMyPrice(product, mine.get(product._id)))
  const units = useUnits()
  const chosen = useComparedProducts()
  const rows = rowsOf(products, attributes, units)
  const shown = isOnlyDifferences ? rows.filter(({ isDifferent }) => isDifferent) : rows
  const ids = products.map(({ _id }) => _id)
  const all = ids.join(' ')
  useEffect(() => keepCompared(all.split(' ')), [all])
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-3 print:hidden">
        {products.length > 1 ? (
          <Link
            to={compareAddress(ids, !isOnlyDifferences)}
            replace
            preventScrollReset
            className="btn btn-outline min-h-11 border-base-content/35 px-3"
          >
            {isOnlyDifferences ? t('compare.show-all') : t('compare.only-differences')}
          </Link>
        ) : (
          <p className="muted">{t('compare.one-more')}</p>
        )}
        {products.some((product) => hasMeasuredValues(product, attributes)) ? <UnitSwitch /> : null}
        {products.length < maxCompared ? <ToProducts /> : null}
        {charges ? <PriceTerms charges={charges} /> : null}
      </div>
      <div
        role="region"
        aria-label={t('compare.title')}
        tabIndex={0}
        className="mt-5 overflow-x-auto max-md:-mx-4 print:overflow-visible"
      >
        <table className="w-full table-fixed border-collapse text-[0.9375rem] max-md:text-sm">
          <caption className="sr-only">{t('compare.title')}</caption>
          <colgroup>
            <col className="w-34 lg:w-40" />
            {ids.map((id) => (
              <col key={id} className="w-28 md:w-auto lg:w-48 xl:w-64" />
            ))}
            {/* Few products do not spread over a wide screen. */}
            <col className="max-lg:hidden" />
          </colgroup>
          <thead>
            <tr className="align-top">
              <th scope="col" className={rowHead}>
                <span className="sr-only">{t('compare.property')}</span>
              </th>
              {products.map((product) => (
                <th key={product._id} scope="col" className="px-1 pb-2 text-left font-normal md:px-3">
                  <Head
                    product={product}
                    others={ids.filter((id) => id !== product._id)}
                    isOnlyDifferences={isOnlyDifferences}
                    onRemove={() => {
                      const kept = chosen.find(({ id }) => id === product._id)
                      if (kept) toggleCompared(kept)
                    }}
                  />
                </th>
              ))}
              <td className="max-lg:hidden" />
            </tr>
            {/* In a row of their own they are level, whatever the lengths of the names. */}
            <tr className="align-top print:hidden">
              <td className={rowHead} />
              {products.map((product) => (
                <td key={product._id} className="px-1 pb-4 md:px-3">
                  <AddToCart product={product} />
                </td>
              ))}
              <td className="max-lg:hidden" />
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, texts, isDifferent }) => (
              <tr key={key} className={`border-t border-base-300 align-top ${isDifferent ? 'font-semibold' : ''}`}>
                <th scope="row" className={`${rowHead} py-2.5`}>
                  {name}
                  {isDifferent ? (
                    <>
                      {' '}
                      <span aria-hidden="true" className="text-accent">
                        ≠
                      </span>
                      <span className="sr-only">, {t('compare.differs')}</span>
                    </>
                  ) : null}
                </th>
                {loaded.map((product, index) => (
                  <td
                    key={product._id}
                    className={`px-1 py-2.5 wrap-anywhere md:px-3 ${isDifferent ? 'bg-primary/8' : ''}`}
                  >
                    {key === 'price' ? <Price product={product} /> : texts[index] || '–'}
                  </td>
                ))}
                <td className="max-lg:hidden" />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 ? <p className="mt-4">{t('compare.same')}</p> : null}
    </>
  )
}

const rowHead = 'sticky left-0 z-10 bg-base-100 pr-1 pl-4 text-left font-semibold wrap-break-word hyphens-auto md:px-3'

/** Shows the picture, the name, the number and the stock of a product, and the link to take it away. */
function Head(props: {
  product: DetailedTool
  others: readonly string[]
  isOnlyDifferences: boolean
  onRemove: () => void
}) {
  const { product, others, isOnlyDifferences, onRemove } = props
  const { _id, name, img, sku } = product
  const pathOf = useProductPath()
  return (
    <div className="flex h-full flex-col items-start gap-1.5">
      <span className="picture-ground relative block w-full max-w-48 overflow-hidden rounded-field border border-base-300">
        <Picture src={img} alt="" sizes="12rem" />
        <Link
          to={compareAddress(others, isOnlyDifferences)}
          replace
          preventScrollReset
          onClick={onRemove}
          aria-label={t('word.remove-one', { name })}
          className="btn btn-square absolute top-0 right-0 min-h-9 pointer-coarse:min-h-11 pointer-coarse:min-w-11 print:hidden"
        >
          <X aria-hidden="true" size={18} />
        </Link>
      </span>
      <Link to={pathOf(product)} className="font-semibold wrap-anywhere hyphens-auto underline max-md:py-1">
        {name}
      </Link>
      {sku ? <span className="muted figures text-sm wrap-anywhere select-all">{sku}</span> : null}
      <StockState product={product} />
      <FitMark productId={_id} />
    </div>
  )
}

/** Shows the price for the buyer, and those of more units. */
function Price({ product }: { product: DetailedTool }) {
  const mine = useMyPrices().get(product._id)
  return (
    <>
      <OwnPrice product={product} />
      <BreakLine product={withMyPrice(product, mine)} className={`font-normal ${usePriceClass(product._id)}`} />
    </>
  )
}

/** Returns what products are compared by; a row that none has anything in is left out. */
function rowsOf(
  products: readonly DetailedTool[],
  attributes: readonly CategoryAttribute[],
  units: System | undefined,
): Row[] {
  /** Compares values as written in one system: `5/16 in` is as long as `7.9375 mm`. */
  const row = (
    key: string,
    name: string,
    textOf: (product: DetailedTool, system: System | undefined) => string,
    comparedBy = textOf,
  ) => {
    const compared = new Set(products.map((product) => comparedBy(product, 'metric')))
    return { key, name, texts: products.map((product) => textOf(product, units)), isDifferent: compared.size > 1 }
  }
  const locale = currentLocale()
  return [
    row('price', t('product.priceCents'), firstPriceText, (product) =>
      JSON.stringify([firstPriceText(product), product.breaks]),
    ),
    row('minimum', t('product.minimum'), ({ minOrder }) => unitsText(minOrder)),
    row('available', t('word.available'), ({ available }) => unitsText(available)),
    row('brand', t('product.brand'), ({ brand = '' }) => brand),
    ...attributes.map((attribute) =>
      row(`attribute ${attribute.code}`, textIn(attribute.names), ({ attributes: values = {} }, system) =>
        valueText(attribute, ownValue(values, attribute.code), system),
      ),
    ),
    ...measureNames.map((name) =>
      row(name, t(`product.${name}`), ({ [name]: text }, system) =>
        text ? measureText(text, productMeasures[name], { system, locale }) : '',
      ),
    ),
  ].filter(({ texts }) => texts.some((text) => text !== ''))
}

export { RouteErrorBoundary as ErrorBoundary }
