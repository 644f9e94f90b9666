import type { Language } from '#contract/language.ts'
import { getOrderDetails, type OrderDetails } from '#contract/payments.ts'
import { getPackingFacts } from '#contract/shipments.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { maxPackingSlips } from '#web/orders/order-bulk-bar.tsx'

/** Holds an order with the weights of its lines in kilograms, as far as they are known. */
export interface PackedOrder {
  details: OrderDetails
  /** That of its buyer, for the slip. */
  language: Language
  weights: ReadonlyMap<number, number | undefined>
}

/** Returns the orders that the address of a page names. */
export const orderIdsOf = (search: URLSearchParams): string[] =>
  (search.get('ids') ?? '').split(',').filter(Boolean).slice(0, maxPackingSlips)

/** Reads some orders at a time; those that are not there any more are left out. */
export async function readPackedOrders(ids: readonly string[]): Promise<PackedOrder[]> {
  const found: PackedOrder[] = []
  for (let at = 0; at < ids.length; at += 4) {
    const read = await Promise.all(ids.slice(at, at + 4).map(readOrder))
    found.push(...read.filter((one) => one !== undefined))
  }
  return found
}

async function readOrder(id: string): Promise<PackedOrder | undefined> {
  try {
    const [details, { language, lines }] = await Promise.all([
      call(getOrderDetails, { params: { id } }),
      call(getPackingFacts, { params: { id } }),
    ])
    return { details, language, weights: new Map(lines.map(({ line, weight }) => [line, weight])) }
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'order-not-found') return undefined
    throw error
  }
}
