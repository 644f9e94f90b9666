/** Limits the lines of a cart, of an order and of one call. */
export const maxLines = 1000
