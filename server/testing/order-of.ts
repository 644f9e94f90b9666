import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { CallOptions, TestShop } from '#server/testing/open-test-shop.ts'

/** What a call that places an order answers: an order, or the code of the refusal. */
export type Placed =
  | { success: true; _id: string; order: Order; code?: never; message?: never }
  | (ProblemBody & { order?: never })

/** The body of an order of so many units, as our own client sends it. */
export const orderOf = (product: Tool, quantity: number) => ({
  productId: product._id,
  name: product.name,
  address: '1 Test Street',
  phoneNumber: '5550100',
  quantity,
  totalPrice: Math.round(product.price * 100 * quantity) / 100,
})

/** Places an order of so many units. */
export const place = (
  shop: TestShop,
  buyer: { token: string },
  product: Tool,
  quantity: number,
  headers: CallOptions['headers'] = {},
) => shop.call<Placed>('POST', '/orders', { token: buyer.token, body: orderOf(product, quantity), headers })

/** Places an order and answers it; a refusal fails the test. */
export async function placed(
  shop: TestShop,
  buyer: { token: string },
  product: Tool,
  quantity: number,
): Promise<Order> {
  const { body } = await place(shop, buyer, product, quantity)
  if (!body.order) throw new Error(`The order was refused: ${body.message}`)
  return body.order
}
