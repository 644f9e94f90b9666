/** Lists the problems that a browser reports without having asked: its scripts have these sentences, and the server says all others. */
export const browserProblems = {
  'product-not-found': { status: 404, message: 'This product does not exist or is no longer sold.' },
  'out-of-stock': { status: 409, message: 'Please check your order quantity, we only have {available} left' },
  'below-minimum': {
    status: 409,
    message: 'Please check your order quantity, you have to order more than {minimum}',
  },
  'above-maximum': {
    status: 409,
    message: 'One order can have at most {maximum} of this product. Please order {nearest} or fewer.',
  },
  'not-a-multiple': {
    status: 409,
    message: 'This product is sold in multiples of {multiple}. The nearest quantity is {nearest}.',
  },
  'cart-full': {
    status: 409,
    message: 'A cart can have at most {limit} lines. Place an order, or start another cart.',
  },
  'legal-text-not-found': { status: 404, message: 'This text has not been published.' },
  unavailable: { status: 503, message: 'The shop is not available right now. Please try again in a few seconds.' },
} as const satisfies Record<string, { status: number; message: string }>
