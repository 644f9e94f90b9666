import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/payments.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import type { CardProvider } from '#server/payments/card-provider.ts'
import { createPaymentIntent } from '#server/payments/create-payment-intent.ts'
import { recordPayment } from '#server/payments/record-payment.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'

interface PaymentsDeps {
  db: Database
  cardProvider: CardProvider
}

export function paymentsRoutes(app: FastifyInstance, { db, cardProvider }: PaymentsDeps): void {
  answerEndpoint(app, endpoints.createPaymentIntent, ({ body, actor }) =>
    createPaymentIntent(db, cardProvider, actor, body),
  )

  answerEndpoint(app, endpoints.recordPayment, async ({ params, body, actor }) => {
    const row = await recordPayment(db, cardProvider, actor, { orderId: params.id, transactionId: body.transactionId })
    return { success: true as const, order: presentOrder(row) }
  })
}
