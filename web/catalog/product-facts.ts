import { currentCurrency, plainAmount } from '#contract/currency.ts'
import type { Tool } from '#contract/catalog.ts'

/** Says the price as schema.org does: a price for several units is one with a reference quantity. */
function priceFacts({ price, pricePer }: Tool): object {
  const facts = { price: plainAmount(price), priceCurrency: currentCurrency().code }
  if (pricePer === undefined) return facts
  const referenceQuantity = { '@type': 'QuantitativeValue', value: pricePer, unitCode: 'C62' }
  return { priceSpecification: { '@type': 'UnitPriceSpecification', ...facts, referenceQuantity } }
}

/** Builds the structured data of a product at its path: name, price per unit and minimum quantity. */
export function productFacts(product: Tool, origin: string, path: string): object {
  return {
    '@type': 'Product',
    name: product.name,
    image: URL.canParse(product.img) ? product.img : `${origin}${product.img}`,
    ...(product.sku && { sku: product.sku }),
    offers: {
      '@type': 'Offer',
      url: `${origin}${path}`,
      ...priceFacts(product),
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minOrder },
      availability: `https://schema.org/${product.available < product.minOrder ? 'OutOfStock' : 'InStock'}`,
    },
  }
}
