import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Body } from '#contract/endpoint.ts'
import * as endpoints from '#contract/orders.ts'
import { getProductByName } from '#server/catalog/find-products.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { allocateOrder } from '#server/orders/allocate-order.ts'
import { cancelOrder, type ReleasePayment } from '#server/orders/cancel-order.ts'
import { getOrderFor, listAllOrders, listOrdersOf } from '#server/orders/find-orders.ts'
import { type OrderingRules, type OrderWish, placeOrder } from '#server/orders/place-order.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { shipOrder } from '#server/orders/ship-order.ts'
import { type Actor, answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { readIdempotencyKey } from '#server/platform/idempotency-key.ts'
import { parseId } from '#server/platform/ids.ts'
import { toCents } from '#server/platform/money.ts'
import { answerPage, readPage } from '#server/platform/paging.ts'
import { problem } from '#server/platform/problem.ts'

interface OrdersDeps {
  db: Database
  rules: OrderingRules
  releasePayment: ReleasePayment
  queueMail: QueueMail
}

export function ordersRoutes(app: FastifyInstance, { db, rules, releasePayment, queueMail }: OrdersDeps): void {
  answerEndpoint(app, endpoints.listOrders, async ({ query, request, reply }) => {
    const page = readPage(query)
    return answerPage({ request, reply }, page, await listOrdersOf(db, query.email, page)).map(presentOrder)
  })

  answerEndpoint(app, endpoints.placeOrder, async ({ body, actor, request }) => {
    const order = presentOrder(await placeOrder(db, actor, await readWish(db, body, actor, request), rules))
    return { success: true as const, _id: order._id, order }
  })

  answerEndpoint(app, endpoints.getOrder, async ({ params, actor }) =>
    presentOrder(await getOrderFor(db, params.id, actor)),
  )

  answerEndpoint(app, endpoints.cancelOrder, async ({ params, actor }) => {
    await cancelOrder(db, params.id, actor, releasePayment)
    return { success: true as const }
  })

  answerEndpoint(app, endpoints.listAllOrders, async ({ query, request, reply }) => {
    const page = readPage(query)
    const rows = await listAllOrders(db, { words: query.q, state: query.state, sort: query.sort }, page)
    return answerPage({ request, reply }, page, rows).map(presentOrder)
  })

  answerEndpoint(app, endpoints.shipOrder, async ({ params, actor }) => ({
    success: true as const,
    order: presentOrder(await shipOrder(db, params.id, actor, queueMail)),
  }))

  answerEndpoint(app, endpoints.allocateOrder, async ({ params, actor }) => ({
    success: true as const,
    order: presentOrder(await allocateOrder(db, params.id, actor)),
  }))
}

/** The body in our words: the product by its id, or by its name alone; the buyer is always the caller. */
async function readWish(
  db: Database,
  body: Body<typeof endpoints.placeOrder>,
  actor: Actor,
  request: FastifyRequest,
): Promise<OrderWish> {
  if (body.email !== undefined && body.email.toLowerCase() !== actor.email) throw problem('not-allowed')
  return {
    productId: await readProductId(db, body),
    quantity: body.quantity,
    buyerName: body.buyerName?.trim() || actor.name,
    address: body.address.trim(),
    phoneNumber: String(body.phoneNumber).trim(),
    expectedTotalCents: body.totalPrice === undefined ? undefined : toCents(body.totalPrice),
    idempotencyKey: readIdempotencyKey(request),
  }
}

async function readProductId(db: Database, body: Body<typeof endpoints.placeOrder>): Promise<string> {
  if (body.productId !== undefined) return parseId(body.productId, 'product-not-found')
  if (body.name !== undefined) return (await getProductByName(db, body.name)).id
  const errors = [{ field: 'productId', message: 'is missing' }]
  throw problem('invalid-request', { detail: 'productId is missing.' }, errors)
}
