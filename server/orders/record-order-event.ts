import { type OrderEventFacts, type OrderEventKind, orderEvents } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

interface OrderEvent {
  kind: OrderEventKind
  /** Undefined for the shop and the card provider. */
  by?: { id: string } | undefined
  facts?: OrderEventFacts
}

/** Writes a line of an order's story, in the transaction in which it happens. */
export async function recordOrderEvent(
  tx: Transaction,
  orderId: string,
  { kind, by, facts = {} }: OrderEvent,
): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, kind, happenedBy: by?.id ?? null, facts })
}
