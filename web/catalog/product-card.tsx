import { memo, type MouseEvent, useRef, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import type { FoundTool } from '#contract/search.ts'
import { useProductPath } from '#web/page/use-product-path.ts'
import { AddToCart } from '#web/catalog/add-to-cart.tsx'
import { rememberPicturePosition } from '#web/catalog/picture-transition.ts'
import type { CategoryNames } from '#web/catalog/categories/category-names.ts'
import { pricePerText, unitsText } from '#web/catalog/product-labels.ts'
import { BreakLine, PriceNote, usePriceClass } from '#web/catalog/prices/unit-price.tsx'
import { useMyPrice, withMyPrice } from '#web/catalog/prices/my-prices.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { CompareTick } from '#web/catalog/compare/compare-tick.tsx'
import { MatchNote } from '#web/catalog/search/search-notes.tsx'
import { StockState } from '#web/catalog/stock-state.tsx'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { t } from '#web/i18n/messages.ts'

const sizes = '(min-width: 84rem) 16rem, (min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 38vw'

/**
 * Shows a list of products. It handles the clicks on all cards, since sixty router links would be rendered again with each
 * navigation.
 */
export function ProductCards({
  products,
  categoryNames,
  eager = 0,
  isComparable = false,
  className,
}: {
  products: readonly FoundTool[]
  categoryNames: CategoryNames
  /** The number of images on the first screen. */
  eager?: number
  /** Whether products can be chosen to be compared. */
  isComparable?: boolean
  className: string
}) {
  const navigate = useNavigate()
  const pathOf = useProductPath()
  const [isNear, setNear] = useState(false)
  const [first] = products
  const near = () => setNear(true)
  return (
    <>
      <ul className={className} onClick={(event) => followLink(event, navigate)} onPointerOver={near} onFocus={near}>
        {products.map((product, index) => (
          <ProductCard
            key={product._id}
            product={product}
            category={categoryNames[product.category ?? '']}
            eager={index < eager}
            isComparable={isComparable}
          />
        ))}
      </ul>
      {/* The pages of all products are made of the same modules. */}
      {isNear && first ? <PrefetchPageLinks page={pathOf(first)} /> : null}
    </>
  )
}

/** Leaves to the browser what opens a new tab or window. */
function followLink(event: MouseEvent, navigate: (path: string) => unknown): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const field = link.closest('li')?.querySelector<HTMLInputElement>('input[name="quantity"]')
  navigate(field && field.value !== field.defaultValue ? `${link.pathname}?quantity=${field.value}` : link.pathname)
}

/**
 * Shows a product in a list: name, price and stock. It is a row on narrow screens and a line in print; a click anywhere opens it.
 */
const ProductCard = memo(function ProductCard(props: {
  product: FoundTool
  category: string | undefined
  eager: boolean
  isComparable: boolean
}) {
  const { product: open, category, eager, isComparable } = props
  const pathOf = useProductPath()
  const mine = useMyPrice(open._id)
  const product = withMyPrice(open, mine)
  const picture = useRef<HTMLDivElement>(null)
  const isOrderable = product.available >= product.minOrder
  return (
    <li className="card-surface group relative flex flex-col overflow-hidden transition-[box-shadow,border-color] duration-200 focus-within:shadow-lift hover:border-base-content/30 hover:shadow-lift print:flex-row print:items-baseline print:gap-4 print:rounded-none print:[zoom:0.75] print:border-0 print:border-b print:break-inside-avoid">
      <div className="flex md:flex-col print:min-w-0 print:flex-1 print:flex-row">
        <div
          ref={picture}
          className="picture-ground relative aspect-4/3 w-[38%] shrink-0 self-start overflow-hidden [content-visibility:auto] max-md:rounded-br-box md:w-auto md:self-auto md:border-b md:border-base-300 print:hidden"
        >
          <Picture
            src={product.img}
            alt={product.imageAlt ?? product.name}
            sizes={sizes}
            placeholder={product.placeholder}
            eager={eager}
            className="transition-transform duration-300 ease-out-soft motion-safe:group-hover:scale-[1.03]"
          />
        </div>
        <div className="min-w-0 grow px-4 pt-3.5 print:flex print:gap-4 print:p-1">
          <p className="muted flex flex-wrap justify-between gap-x-3 text-[0.8125rem] print:w-32 print:shrink-0 print:flex-nowrap">
            <span className="truncate print:hidden">{category ?? product.category ?? t('product.no-category')}</span>
            {product.sku ? <span className="figures relative z-1 wrap-anywhere select-all">{product.sku}</span> : null}
          </p>
          <h3 className="mt-1 text-[1.3125rem] wrap-anywhere md:min-h-[2.2em] print:mt-0 print:min-h-0 print:text-base print:text-wrap">
            {product.name}
          </h3>
          <MatchNote product={product} />
          <FitMark productId={product._id} className="mt-1" />
        </div>
      </div>
      <div className="flex grow flex-col px-4 pt-2.5 pb-4 print:shrink-0 print:grow-0 print:p-1">
        <div className="relative">
          <dl className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-sm md:max-lg:text-[0.8125rem] print:flex-nowrap print:gap-4">
            <div className="w-full print:order-last print:w-28 print:text-right">
              <dt className="muted text-[0.8125rem] leading-tight print:sr-only">{t('product.priceCents')}</dt>
              <dd
                className={`figures font-heading text-[1.75rem] leading-tight font-bold print:text-base ${usePriceClass(open._id)}`}
              >
                {moneyText(unitPriceAt(product, product.minOrder))}
                <span className="muted ml-1.5 font-sans text-[0.8125rem] font-normal print:hidden">
                  {pricePerText(product) ?? t('product.each')}
                </span>
                <PriceNote product={open} mine={mine} />
                <BreakLine product={product} className="font-sans font-normal" />
              </dd>
            </div>
            <Quantity term={t('product.minimum')} units={product.minOrder} />
            <Quantity term={t('word.available')} units={product.available} />
          </dl>
          <span className="absolute top-0 right-0 flex leading-tight print:hidden">
            <StockState product={product} />
          </span>
        </div>
        <p className="muted mt-2.5 mb-3.5 line-clamp-1 text-sm md:line-clamp-2 md:min-h-[3.1em] print:hidden">
          {product.content}
        </p>
        <AddToCart product={product} className="mt-auto" />
        <div className={`-mb-2 flex items-center ${isOrderable ? 'mt-1' : 'mt-auto'} print:hidden`}>
          {isComparable ? <CompareTick product={product} className="relative z-1" /> : null}
          <a
            href={pathOf(product)}
            onClick={() => rememberPicturePosition(product._id, picture.current)}
            className={buttonClasses(
              { variant: isOrderable ? 'quiet' : 'outline' },
              `ml-auto after:absolute after:inset-0 active:translate-none ${isOrderable ? '-mr-2 px-2' : ''}`,
            )}
            aria-label={t(isOrderable ? 'product.order-this' : 'product.details-of', { name: product.name })}
          >
            {t(isOrderable ? 'product.order' : 'product.details')}
          </a>
        </div>
      </div>
    </li>
  )
})

/** Shows “Minimum 10”. */
function Quantity({ term, units }: { term: string; units: number }) {
  return (
    <div className="flex gap-1 print:w-36 print:justify-end">
      <dt className="muted">{term}</dt>
      <dd className="figures font-semibold">{unitsText(units)}</dd>
    </div>
  )
}
