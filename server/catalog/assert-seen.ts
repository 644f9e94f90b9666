import { toAmount } from '#contract/currency.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Holds the figures of a product that a caller saw before changing them. */
export type SeenFigures = Partial<Record<'priceCents' | 'minimumQuantity' | 'availableQuantity', number>>

/** Throws `cell-changed` if a locked product has other figures than the caller saw; `current` is a price or a number of units. */
export function assertSeen(current: Required<SeenFigures>, seen: SeenFigures): void {
  for (const field of ['priceCents', 'minimumQuantity', 'availableQuantity'] as const) {
    const [is, was] = [current[field], seen[field]]
    if (was === undefined || is === was) continue
    throw problem('cell-changed', { current: field === 'priceCents' ? toAmount(is) : is })
  }
}
