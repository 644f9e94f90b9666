import { lineFactsOf, type LineRefusal, type QuantityRule } from '#contract/assess-line.ts'
import type { PricedLine } from '#contract/carts.ts'
import { priceText } from '#web/catalog/product-labels.ts'
import { t } from '#web/i18n/messages.ts'

/** Says why a line cannot be ordered as it is, in one sentence wherever a buyer meets it. */
export function refusalText(
  code: LineRefusal,
  facts: Partial<QuantityRule> & { nearest?: number | undefined; price?: string | undefined } = {},
): string {
  const reason = t(`line.${code}`, { ...facts })
  // Whoever reads the limit knows the nearest quantity; of a multiple it must be calculated.
  return code === 'not-a-multiple' && facts.nearest !== undefined
    ? t('line.nearest', { reason, nearest: facts.nearest })
    : reason
}

/** Says why a priced line cannot be ordered as it is. */
export const lineRefusalText = (code: LineRefusal, { product, offer }: Pick<PricedLine, 'product' | 'offer'>): string =>
  refusalText(code, {
    available: 0,
    ...(product && lineFactsOf(product)),
    nearest: offer?.quantity,
    price: product && priceText(product),
  })
