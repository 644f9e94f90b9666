/** Holds what decides how many units of a product one order may have; `minimum` and `maximum` are multiples of `multiple`. */
export interface QuantityRule {
  minimum: number
  multiple: number
  /** Undefined if only the stock limits an order. */
  maximum: number | undefined
  available: number
}

/** Says why a quantity is refused; `nearest` is the nearest one that is not, undefined if there is none. */
export interface QuantityRefusal {
  code: 'out-of-stock' | 'below-minimum' | 'above-maximum' | 'not-a-multiple'
  nearest: number | undefined
}

/** Returns why a quantity cannot be ordered, undefined if it can. Page, API and order statement decide alike. */
export function decideQuantity(rule: QuantityRule, quantity: number): QuantityRefusal | undefined {
  const code = refusalOf(rule, quantity)
  return code && { code, nearest: nearestQuantity(rule, quantity) }
}

function refusalOf({ minimum, multiple, maximum = Infinity, available }: QuantityRule, quantity: number) {
  if (quantity > available) return 'out-of-stock'
  if (quantity < minimum) return 'below-minimum'
  if (quantity > maximum) return 'above-maximum'
  return quantity % multiple === 0 ? undefined : 'not-a-multiple'
}

/** Returns the largest quantity that can be ordered, undefined if none can. */
export function largestQuantity({
  minimum,
  multiple,
  maximum = Infinity,
  available,
}: QuantityRule): number | undefined {
  const largest = Math.min(maximum, available)
  const rounded = largest - (largest % multiple)
  return rounded < minimum ? undefined : rounded
}

/** Returns the nearest quantity that can be ordered, of two the larger one; undefined if none can. */
function nearestQuantity(rule: QuantityRule, quantity: number): number | undefined {
  const largest = largestQuantity(rule)
  if (largest === undefined) return undefined
  const rounded = Math.round(quantity / rule.multiple) * rule.multiple
  return Math.min(Math.max(rounded, rule.minimum), largest)
}

/** Returns the rule of a product of the API. */
export const quantityRuleOf = (tool: {
  minOrder: number
  orderMultiple?: number
  maxOrder?: number
  available: number
}): QuantityRule => ({
  minimum: tool.minOrder,
  multiple: tool.orderMultiple ?? 1,
  maximum: tool.maxOrder,
  available: tool.available,
})
