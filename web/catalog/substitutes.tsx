import type { CategoryAttribute } from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import { ownValue } from '#contract/own-value.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { textIn, valueText } from '#web/catalog/attributes/attribute-text.ts'
import { LinkedProducts } from '#web/catalog/linked-products.tsx'
import { useMyPrice, withMyPrice } from '#web/catalog/prices/my-prices.ts'
import { PriceNote, usePriceClass } from '#web/catalog/prices/unit-price.tsx'
import { priceText } from '#web/catalog/product-labels.ts'
import { StockState } from '#web/catalog/stock-state.tsx'
import { useUnits } from '#web/catalog/units.tsx'
import { t } from '#web/i18n/messages.ts'

const maxDifferences = 3

/** Shows what is in stock in place of a product: its price, its stock, and the values in which it differs. */
export function Substitutes({
  of,
  products,
  attributes,
  areOfSameFit,
}: {
  of: Tool
  products: readonly Tool[]
  attributes: readonly CategoryAttribute[]
  /** Whether they are listed for a vehicle of the product, if that is for certain ones. */
  areOfSameFit: boolean
}) {
  return (
    <LinkedProducts
      title={t(areOfSameFit ? 'purchase.instead' : 'purchase.similar')}
      products={products}
      note={(product) => <Offer open={product} of={of} attributes={attributes} />}
    />
  )
}

function Offer({ open, of, attributes }: { open: Tool; of: Tool; attributes: readonly CategoryAttribute[] }) {
  const mine = useMyPrice(open._id)
  const product = withMyPrice(open, mine)
  const units = useUnits()
  const textOf = ({ attributes: values = {} }: Tool, attribute: CategoryAttribute) =>
    valueText(attribute, ownValue(values, attribute.code), units)
  const differing = attributes.filter((attribute) => textOf(open, attribute) !== textOf(of, attribute))
  return (
    <>
      <span className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className={`figures font-semibold ${usePriceClass(open._id)}`}>
          {priceText({ ...product, price: unitPriceAt(product, product.minOrder) })}
          <PriceNote product={open} mine={mine} />
        </span>
        <StockState product={product} isCounted />
      </span>
      {differing.slice(0, maxDifferences).map((attribute) => (
        <span key={attribute.code} className="block text-sm">
          <span className="muted">{textIn(attribute.names)}:</span> {textOf(open, attribute) || '–'}{' '}
          <span className="muted">{t('purchase.instead-of', { value: textOf(of, attribute) || '–' })}</span>
        </span>
      ))}
    </>
  )
}
