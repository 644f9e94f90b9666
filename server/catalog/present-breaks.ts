import { toAmount } from '#contract/currency.ts'
import type { PriceBreak } from '#contract/unit-price.ts'
import type { PriceSteps } from '#server/pricing/price-for.ts'

interface Priced {
  priceCents: number
  steps?: PriceSteps | null | undefined
}

/** Returns the price in cents at a quantity. */
export const unitCentsAt = ({ priceCents, steps }: Priced, quantity: number): number =>
  steps?.findLast(([from]) => from <= quantity)?.[1] ?? priceCents

/** Presents prices by quantity; nothing if `priceCents` holds at every quantity. */
export function presentBreaks({ priceCents, steps }: Priced): { breaks?: PriceBreak[] } {
  const holds = !steps || steps.length === 0 || (steps.length === 1 && steps[0]?.[1] === priceCents)
  return holds ? {} : { breaks: steps.map(([from, cents]) => ({ from, price: toAmount(cents) })) }
}
