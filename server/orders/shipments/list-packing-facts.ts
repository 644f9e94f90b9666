import { partNumberKey } from '#contract/part-numbers.ts'
import type { PackingFacts } from '#contract/shipments.ts'
import { findPackingFacts } from '#server/catalog/find-packing-facts.ts'
import { getOrderFor } from '#server/orders/find-orders.ts'
import { mailLanguage } from '#server/orders/order-mails.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns by which numbers the lines of an order are packed, what a unit weighs, and in which language its slip is. Throws `order-not-found`. */
export async function listPackingFacts(db: Database, orderId: string, actor: Actor): Promise<PackingFacts> {
  const { id, order } = await getOrderFor(db, orderId, actor)
  const lines = await listOrderLines(db, id)
  const facts = await findPackingFacts(
    db,
    lines.map(({ productId }) => productId),
  )
  return {
    language: mailLanguage(order),
    lines: lines.map(({ position, productId, sku }) => {
      const { keys = [], weightGrams = null } = facts.get(productId) ?? {}
      // The label of a part that was renamed since has the number of the order.
      const ordered = sku === null ? '' : partNumberKey(sku)
      return {
        line: position,
        numbers: [...new Set([...keys, ...(ordered === '' ? [] : [ordered])])],
        ...(weightGrams !== null && { weight: weightGrams / 1000 }),
      }
    }),
  }
}
