import { toAmount } from '#contract/currency.ts'
import { maxPriceCents } from '#contract/max-lengths.ts'
import { isPartNumber } from '#contract/part-numbers.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { moneyText } from '#web/ui/money.tsx'
import { amountRefusal, readAmount, readWhole } from '#web/i18n/typed-number.ts'
import { t } from '#web/i18n/messages.ts'

const maxUnits = 1_000_000
export const minPrice = () => toAmount(1)

export const trimmed = { setValueAs: (text: string) => text.trim() }

/** Checks that a text is not blank. */
export const requiredText = (messageText: string) => (text: string) => text.trim() !== '' || messageText

/** Checks that a text is a part number; none is allowed. */
export const partNumber = (text: string) =>
  text.trim() === '' || isPartNumber(text) || t('product-form.part-number-signs')

/** Checks a whole number of at least `minimum`, as people of the store's region type it. */
export const wholeNumber = (minimum: number) => (text: string) => {
  const units = readWhole(text)
  if (!(units >= minimum)) return t('product-form.whole-number', { minimum })
  return units <= maxUnits || t('product-form.most-units', { count: unitsText(maxUnits) })
}

/** Checks a price as people of the store's region type it. */
export function priceRule(text: string) {
  const refusal = amountRefusal(text)
  if (refusal !== undefined) return refusal
  const price = readAmount(text)
  if (price < minPrice()) {
    return t('product-form.least-price', { price: moneyText(minPrice()) })
  }
  const most = toAmount(maxPriceCents)
  return price <= most || t('product-form.most-price', { price: moneyText(most) })
}
