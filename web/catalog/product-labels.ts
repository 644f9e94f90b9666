import { t } from '#web/i18n/messages.ts'
import { moneyText } from '#web/ui/money.tsx'
import { numberText } from '#web/i18n/number-text.ts'

export const unitsText = (units: number): string => numberText(units)

interface Priced {
  price: number
  pricePer?: number
}

/** Returns “per 100” for a price that is for several units, undefined for the price of one. */
export const pricePerText = ({ pricePer }: Priced): string | undefined =>
  pricePer === undefined ? undefined : t('product.per', { count: pricePer })

/** Returns “$4.20”, or “$4.20 per 100”. */
export const priceText = (product: Priced): string =>
  [moneyText(product.price), pricePerText(product)].filter(Boolean).join(' ')
