import { lineFactsOf, lineTotalCents } from '#contract/assess-line.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { CallOptions, TestShop } from '#server/testing/open-test-shop.ts'

/** Describes the response to an order request: an order, or a problem. */
export type Placed =
  | { success: true; _id: string; order: Order; code?: never; message?: never }
  | (ProblemBody & { order?: never })

/** Returns the body of an order, as our client sends it. */
export const orderBody = (product: Tool, quantity: number) => ({
  productId: product._id,
  name: product.name,
  address: '1 Test Street',
  phoneNumber: '5550100',
  quantity,
  totalPrice: lineTotalCents(lineFactsOf(product, quantity), quantity) / 100,
})

/** Requests an order. */
export const requestOrder = (
  shop: TestShop,
  buyer: { token: string },
  product: Tool,
  quantity: number,
  headers: CallOptions['headers'] = {},
) => shop.call<Placed>('POST', '/orders', { token: buyer.token, body: orderBody(product, quantity), headers })

/** Places an order and returns it; fails the test on a problem. */
export async function placeOrder(
  shop: TestShop,
  buyer: { token: string },
  product: Tool,
  quantity: number,
): Promise<Order> {
  const { body } = await requestOrder(shop, buyer, product, quantity)
  if (!body.order) throw new Error(`The order was refused: ${body.message}`)
  return body.order
}

/** Returns an order as an admin sees it now. */
export const readOrder = async (shop: TestShop, { _id }: Pick<Order, '_id'>): Promise<Order> =>
  (await shop.call<Order>('GET', `/order/${_id}`, { token: shop.admin.token })).body
