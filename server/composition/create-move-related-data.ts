import { moveCarts } from '#server/carts/move-carts.ts'
import { moveStockNotices } from '#server/catalog/stock-notices/move-notices.ts'
import type { MoveRelatedData } from '#server/customers/merge-customers.ts'
import { moveOrders } from '#server/orders/move-orders.ts'
import { moveCardCustomer } from '#server/payments/card-customers.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { moveReviews } from '#server/reviews/move-reviews.ts'
import { moveGarage } from '#server/vehicles/move-garage.ts'

/** Returns the functions that move a merged customer's data in the other domains. */
export function createMoveRelatedData(jobs: Pick<Jobs, 'enqueue'>): readonly MoveRelatedData[] {
  const moveCards: MoveRelatedData = async (tx, merge) => {
    const customerId = await moveCardCustomer(tx, merge)
    if (customerId !== undefined) await jobs.enqueue(tx, 'delete-card-customer', { customerId })
    return {}
  }
  return [moveOrders, moveCarts, moveGarage, moveReviews, moveStockNotices, moveCards]
}
