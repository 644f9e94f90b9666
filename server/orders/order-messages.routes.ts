import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/order-messages.ts'
import { limitQuestions } from '#server/orders/limit-seller-mails.ts'
import { closeOrderMessage, type MessageDeps, sendOrderMessage } from '#server/orders/order-messages.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

/** Serves what buyers and the shop write to each other about orders. */
export function orderMessagesRoutes(
  app: FastifyInstance,
  { db, limits, ...deps }: MessageDeps & { db: Database; limits: Parameters<typeof limitQuestions>[1] },
): void {
  registerEndpoint(app, endpoints.sendOrderMessage, async ({ params, body, actor, idempotencyKey }) => {
    const message = { orderId: params.id, message: body.message.trim(), line: body.line ?? null, idempotencyKey }
    const send = () => sendOrderMessage(db, deps, actor, message)
    return { success: true as const, message: await limitQuestions(db, limits, actor, send) }
  })

  registerEndpoint(app, endpoints.closeOrderMessage, ({ params, actor }) =>
    closeOrderMessage(db, params.id, params.message, actor),
  )
}
