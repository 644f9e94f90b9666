import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/payments.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import type { CardProvider } from '#server/payments/card-provider.ts'
import { createPaymentIntent } from '#server/payments/create-payment-intent.ts'
import { receiveCardEvent } from '#server/payments/receive-card-event.ts'
import { recordPayment } from '#server/payments/record-payment.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

interface PaymentsDeps {
  db: Database
  cardProvider: CardProvider
  /** What the provider signs its events with. */
  cardEventSecret: string
}

export async function paymentsRoutes(
  app: FastifyInstance,
  { db, cardProvider, cardEventSecret }: PaymentsDeps,
): Promise<void> {
  answerEndpoint(app, endpoints.createPaymentIntent, ({ body, actor }) =>
    createPaymentIntent(db, cardProvider, actor, body),
  )

  answerEndpoint(app, endpoints.recordPayment, async ({ params, body, actor }) => {
    const row = await recordPayment(db, cardProvider, actor, { orderId: params.id, transactionId: body.transactionId })
    return { success: true as const, order: presentOrder(row) }
  })

  await app.register(async (scope) => {
    // The signature covers the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    answerEndpoint(scope, endpoints.receiveCardEvent, async ({ request }) => {
      const signature = request.headers['stripe-signature']
      const { body } = request
      if (typeof signature !== 'string' || !Buffer.isBuffer(body)) throw problem('signature-invalid')
      await receiveCardEvent(db, cardProvider, { body, signature, secret: cardEventSecret, log: request.log })
      return { received: true as const }
    })
  })
}
