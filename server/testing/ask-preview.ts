import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { previewOrder } from '#contract/order-preview.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'

/** Returns what an admin is told that an order would cost, or the problem. */
export const askPreview = async (shop: TestShop, body: Body<typeof previewOrder>) =>
  (
    await shop.call<ResponseBody<typeof previewOrder> & ProblemBody>('POST', '/order-preview', {
      token: shop.admin.token,
      body,
    })
  ).body
