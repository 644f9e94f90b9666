import type { Tool } from '#contract/catalog.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { useMyPrice, withMyPrice } from '#web/catalog/prices/my-prices.ts'
import { PriceNote, usePriceClass } from '#web/catalog/prices/unit-price.tsx'
import { priceText } from '#web/catalog/product-labels.ts'

/** Returns the price of the smallest order of a product, as text. */
export const firstPriceText = (product: Tool): string =>
  priceText({ ...product, price: unitPriceAt(product, product.minOrder) })

/** Shows the price of a product for the buyer. */
export function OwnPrice({ product: open }: { product: Tool }) {
  const mine = useMyPrice(open._id)
  return (
    <span className={`block ${usePriceClass(open._id)}`}>
      <span className="figures block font-semibold">{firstPriceText(withMyPrice(open, mine))}</span>
      <PriceNote product={open} mine={mine} />
    </span>
  )
}
