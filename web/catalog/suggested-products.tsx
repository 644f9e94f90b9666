import { type PricedLine, priceLines } from '#contract/carts.ts'
import { maxLines } from '#contract/max-lengths.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { call } from '#web/api/call-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

type Suggestions = NonNullable<PricedLine['suggestions']>

/** Offers the products that have nearly the part number that was typed, each with a button. */
export const SuggestedProducts = ({
  products,
  onTake,
}: {
  products: Suggestions
  onTake: (product: Suggestions[number]) => void
}) =>
  products.map((product) => (
    <Button
      key={product._id}
      type="button"
      size="sm"
      variant="outline"
      className="h-auto py-1 text-left"
      onClick={() => onTake(product)}
    >
      {t('quick-order.take', { number: brandedNumber(product), name: product.name })}
    </Button>
  ))

/** Returns the products that have nearly each of these part numbers. */
export async function suggestProducts(partNumbers: readonly string[]): Promise<Suggestions[]> {
  const lines = partNumbers.slice(0, maxLines).map((partNumber) => ({ partNumber }))
  const priced = lines.length > 0 ? (await call(priceLines, { body: { lines } })).lines : []
  return partNumbers.map((_, index) => priced[index]?.suggestions ?? [])
}
