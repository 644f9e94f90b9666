/** Describes an order as its buyer knows it. */
export interface KnownOrder {
  id: string
  units: number
  /** The client secrets by payment id. */
  intents: Map<string, string>
  /** The acknowledged states, which must not be lost. */
  acknowledged: Set<'cancelled' | 'paid' | 'shipped'>
  /** The ids of its parcels. */
  parcels: string[]
  /** Set if one of them may have been undone, so that the order is not shipped any more. */
  mayBeUndone?: boolean
}

/** Holds what the shop has answered to one buyer about the orders of one product. */
export interface Model {
  buyer: { id: string; email: string; token: string }
  productId: string
  orders: KnownOrder[]
}
