import { Link } from 'react-router'
import type { CategoryAttribute } from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import { ownValue } from '#contract/own-value.ts'
import type { FoundTool } from '#contract/search.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { useProductPath } from '#web/page/use-product-path.ts'
import { AddToCart } from '#web/catalog/add-to-cart.tsx'
import { textIn, valueText } from '#web/catalog/attributes/attribute-text.ts'
import { CompareTick } from '#web/catalog/compare/compare-tick.tsx'
import { MatchNote } from '#web/catalog/search/search-notes.tsx'
import { useMyPrice, withMyPrice } from '#web/catalog/prices/my-prices.ts'
import { BreakLine, PriceNote } from '#web/catalog/prices/unit-price.tsx'
import { priceText } from '#web/catalog/product-labels.ts'
import { StockState } from '#web/catalog/stock-state.tsx'
import { useUnits } from '#web/catalog/units.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a list of products as dense rows, with the attributes that the category has as columns. */
export function ProductRows({
  products,
  attributes,
}: {
  products: readonly Tool[]
  attributes: readonly CategoryAttribute[]
}) {
  const units = useUnits()
  const columns: Column<Tool>[] = [
    { head: t('product.image'), fit: true, phone: 'picture', cell: (product) => <Thumbnail product={product} /> },
    { head: t('product.name'), phone: 'title', cell: (product) => <Name product={product} /> },
    { head: t('product.part-number'), phone: 'fact', cell: (product) => <PartNumber product={product} /> },
    ...(products.some(({ brand }) => brand)
      ? [{ head: t('facets.brand'), phone: 'fact' as const, cell: ({ brand }: Tool) => brand ?? '–' }]
      : []),
    ...attributes
      .filter(({ isColumn }) => isColumn)
      .map((attribute) => ({
        head: textIn(attribute.names),
        numeric: attribute.kind === 'number',
        phone: 'fact' as const,
        cell: ({ attributes: values = {} }: Tool) => (
          <span className={attribute.kind === 'number' ? 'whitespace-nowrap' : ''}>
            {valueText(attribute, ownValue(values, attribute.code), units) || '–'}
          </span>
        ),
      })),
    {
      head: t('product.price'),
      numeric: true,
      cell: (product) => (
        <>
          <Price product={product} />
          <StockState product={product} />
        </>
      ),
    },
    {
      head: t('product.order'),
      fit: true,
      phone: 'actions',
      cell: (product) => <OwnAddToCart product={product} />,
    },
  ]
  return (
    // A category has as many columns as its admin likes: the table scrolls in its frame, where its head cannot stick to the page.
    <div className="md:overflow-x-auto md:[&_table]:text-sm md:[&_.btn]:px-3 md:[&_:is(td,th)]:px-2 md:[&_th]:static xl:[&_th]:whitespace-normal">
      <Table caption={t('products.list')} columns={columns} rows={products} rowKey={({ _id }) => _id} />
    </div>
  )
}

function Thumbnail({ product: { img } }: { product: Tool }) {
  return (
    <span className="picture-ground block w-12 overflow-hidden rounded-field border border-base-300">
      <Picture src={img} alt="" sizes="4rem" />
    </span>
  )
}

/** Shows the price for the buyer, and those of more units. */
function Price({ product: open }: { product: Tool }) {
  const mine = useMyPrice(open._id)
  const product = withMyPrice(open, mine)
  return (
    <>
      <span className="figures block">{priceText({ ...product, price: unitPriceAt(product, 1) })}</span>
      <PriceNote product={open} mine={mine} />
      <BreakLine product={product} />
    </>
  )
}

/** Takes the quantity rule of the buyer. Its cell is as narrow as it can be, and its parts stay on one line all the same. */
function OwnAddToCart({ product }: { product: Tool }) {
  return <AddToCart product={withMyPrice(product, useMyPrice(product._id))} withOrder className="lg:min-w-54" />
}

/** Names are whole here: products often differ at their ends. */
function Name({ product }: { product: FoundTool }) {
  const { name } = product
  const pathOf = useProductPath()
  return (
    <>
      <Link to={pathOf(product)} className="block font-semibold hover:underline max-md:py-1.5">
        {name}
      </Link>
      <MatchNote product={product} />
    </>
  )
}

/** The part number is text, to be selected and copied. */
function PartNumber({ product }: { product: Tool }) {
  const { sku } = product
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4 md:block">
      <span className="figures block text-sm whitespace-nowrap select-all">{sku ?? '–'}</span>
      <CompareTick product={product} className="md:min-h-0" />
    </span>
  )
}
