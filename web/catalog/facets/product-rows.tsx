import { Link } from 'react-router'
import type { CategoryAttribute } from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import { ownValue } from '#contract/own-value.ts'
import type { FoundTool } from '#contract/search.ts'
import { useProductPath } from '#web/page/use-product-path.ts'
import { AddToCart } from '#web/catalog/add-to-cart.tsx'
import { textIn, valueText } from '#web/catalog/attributes/attribute-text.ts'
import { CompareTick } from '#web/catalog/compare/compare-tick.tsx'
import { MatchNote } from '#web/catalog/search/search-notes.tsx'
import { useMyPrice, withMyPrice } from '#web/catalog/prices/my-prices.ts'
import { OwnPrice } from '#web/catalog/prices/own-price.tsx'
import { BreakLine, usePriceClass } from '#web/catalog/prices/unit-price.tsx'
import { StockState } from '#web/catalog/stock-state.tsx'
import { useUnits } from '#web/catalog/units.tsx'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/**
 * Shows a list of products as dense rows. Name, price, quantity and buttons are on screen at every width; the attributes that the category
 * has as columns give way, the last one first. Below 64rem a row is two lines, one to buy by and one with the attributes.
 */
export function ProductRows({
  products,
  attributes,
}: {
  products: readonly Tool[]
  attributes: readonly CategoryAttribute[]
}) {
  const units = useUnits()
  const inColumns = attributes.filter(({ isColumn }) => isColumn)
  const columns: Column<Tool>[] = [
    {
      head: t('product.imageUrl'),
      phone: 'picture',
      className: 'wide:w-16',
      cell: (product) => <Thumbnail product={product} />,
    },
    {
      head: t('product.name'),
      phone: 'title',
      className: 'phone:text-base!',
      cell: (product) => <Name product={product} attributes={inColumns} />,
    },
    ...inColumns.map((attribute, index) => ({
      head: textIn(attribute.names),
      numeric: attribute.kind === 'number',
      phone: 'fact' as const,
      className: `wide:w-23 ${shownFrom[index] ?? 'wide:hidden'}`,
      cell: ({ attributes: values = {} }: Tool) => valueText(attribute, ownValue(values, attribute.code), units) || '–',
    })),
    {
      head: t('product.priceCents'),
      numeric: true,
      phone: 'fact',
      className: 'wide:w-32',
      cell: (product) => (
        <>
          <OwnPrice product={product} />
          <StockState product={product} isCounted />
        </>
      ),
    },
    {
      head: t('product.order'),
      phone: 'actions',
      // English has the shorter words.
      className: currentLanguage() === 'en' ? 'wide:w-70' : 'wide:w-85',
      cell: (product) => <OwnAddToCart product={product} />,
    },
  ]
  return (
    <div className="@container product-rows">
      <Table caption={t('word.all-products')} columns={columns} rows={products} rowKey={({ _id }) => _id} />
    </div>
  )
}

/** Shows the first, second … attribute where the name keeps 13 rem beside it; there is never room for a fifth. */
const shownFrom = ['', 'wide:@max-[57rem]:hidden', 'wide:@max-[62.75rem]:hidden', 'wide:@max-[68.5rem]:hidden']

function Thumbnail({ product: { img } }: { product: Tool }) {
  return (
    <span className="picture-ground block w-12 overflow-hidden rounded-field border border-base-300">
      <Picture src={img} alt="" sizes="4rem" />
    </span>
  )
}

/** Takes the quantity rule of the buyer; leads to the page of a product that is sold out. */
function OwnAddToCart({ product: open }: { product: Tool }) {
  const product = withMyPrice(open, useMyPrice(open._id))
  const pathOf = useProductPath()
  return product.available < product.minOrder ? (
    <Link
      to={pathOf(product)}
      aria-label={t('product.details-of', { name: product.name })}
      className={buttonClasses({ variant: 'outline' })}
    >
      {t('product.details')}
    </Link>
  ) : (
    <AddToCart product={product} withOrder />
  )
}

const firstWord = (text: string) => text.toLowerCase().split(' ', 1)[0] ?? ''

/** Holds the codes of two numbers that the trade says as one: 5 holes on a circle of 112 mm are 5 × 112 mm. */
const boltPattern = { holes: 'holes', circle: 'bolt-circle' }

/** Names are whole here: products often differ at their ends. Under them stand the part number, to be copied, what has no column, and the prices of more units. */
function Name({ product, attributes }: { product: FoundTool; attributes: readonly CategoryAttribute[] }) {
  const { _id, name, sku, brand } = product
  const pathOf = useProductPath()
  const mine = useMyPrice(_id)
  const units = useUnits()
  const textOf = (attribute: CategoryAttribute) =>
    valueText(attribute, ownValue(product.attributes ?? {}, attribute.code), units)
  const words = new Set(name.toLowerCase().split(/[\s,]+/))
  const others = attributes.slice(shownFrom.length)
  const named = (wanted: string) =>
    attributes
      .filter(({ code }) => code === wanted)
      .map(textOf)
      .join('')
  const textOfHoles = named(boltPattern.holes)
  const hasCircle = named(boltPattern.circle) !== ''
  return (
    <>
      <Link to={pathOf(product)} className="block font-semibold hover:underline max-md:py-1">
        {name}
      </Link>
      <MatchNote product={product} />
      <FitMark productId={_id} />
      <span className="flex flex-wrap items-center gap-x-3 text-sm">
        {sku ? <span className="figures wrap-anywhere select-all">{sku}</span> : null}
        {brand ? <span className="muted phone:hidden">{brand}</span> : null}
        {others.map((attribute) => {
          const text = textOf(attribute)
          return text ? (
            <span key={attribute.code} className="phone:hidden">
              <span className="muted">{textIn(attribute.names)}</span> {text}
            </span>
          ) : null
        })}
        {/* Phones have no columns, and what the name says is not said twice. */}
        {attributes.map((attribute) => {
          const text = textOf(attribute)
          const holes = attribute.code === boltPattern.circle ? textOfHoles : ''
          const isSaid = hasCircle && attribute.code === boltPattern.holes
          if (!text || isSaid || (!holes && words.has(firstWord(text)))) return null
          return (
            <span key={attribute.code} className="wide:hidden">
              <span className="muted">{textIn(attribute.names)}</span> {holes ? `${holes} × ${text}` : text}
            </span>
          )
        })}
        <CompareTick product={product} className="phone:hidden wide:min-h-6!" />
        <BreakLine product={withMyPrice(product, mine)} className={usePriceClass(_id)} />
      </span>
    </>
  )
}
