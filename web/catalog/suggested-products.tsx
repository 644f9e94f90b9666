import type { PricedLine } from '#contract/carts.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

export type Suggestions = NonNullable<PricedLine['suggestions']>

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
      className="h-auto max-w-full shrink py-1 text-left wrap-anywhere"
      onClick={() => onTake(product)}
    >
      {t('quick-order.take', { number: brandedNumber(product), name: product.name })}
    </Button>
  ))
