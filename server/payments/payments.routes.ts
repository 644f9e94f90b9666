import type { FastifyInstance } from 'fastify'
import { toAmount, toCents } from '#contract/currency.ts'
import { cancelOrder, setFreight as setFreightEndpoint } from '#contract/orders.ts'
import * as endpoints from '#contract/payments.ts'
import { getOrderFor } from '#server/orders/find-orders.ts'
import { limitSellerMails } from '#server/orders/limit-seller-mails.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { orderFor } from '#server/orders/shown-name.ts'
import { applyChange, previewChange } from '#server/payments/apply-change.ts'
import { cancelUnits, cancelWholeOrder, previewCancellation } from '#server/payments/cancel-units.ts'
import { createPaymentIntent } from '#server/payments/create-payment-intent.ts'
import { getRefund } from '#server/payments/find-refunds.ts'
import { getOrderDetails } from '#server/payments/get-order-details.ts'
import { listUnmatchedPayments } from '#server/payments/list-unmatched-payments.ts'
import { presentRefund } from '#server/payments/present-payment.ts'
import { receiveCardEvent } from '#server/payments/receive-card-event.ts'
import { recordOfflinePayment } from '#server/payments/record-offline-payment.ts'
import { recordPayment } from '#server/payments/record-payment.ts'
import { refundUnmatchedPayment } from '#server/payments/refund-unmatched-payment.ts'
import { remindOfOrders } from '#server/orders/remind-of-orders.ts'
import { remindOfPayment } from '#server/orders/remind-of-payment.ts'
import { type RefundDeps, refundOrder } from '#server/payments/refund-order.ts'
import { createSetupIntent, listSavedCards, removeSavedCard } from '#server/payments/saved-cards.ts'
import { takeBackPayment } from '#server/payments/take-back-payment.ts'
import { sendRefundByHand } from '#server/payments/send-refund-by-hand.ts'
import { previewFreight, setFreight } from '#server/payments/set-freight.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { maxBodyBytes } from '#server/platform/http/body-limit.ts'
import { type Actor, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

interface PaymentsDeps extends SettleDeps {
  db: Database
  /** The signing secret of webhook events. */
  cardEventSecret: string
  charging: Charging
  findSellerSettings: FindSellerSettings
  /** Whether buyers ask before they cancel what they have paid or ordered on account. */
  asksFirst: () => Promise<boolean>
  findReplacedUnits: RefundDeps['findReplacedUnits']
  now: () => Date
  /** Undefined where nothing is limited. */
  limits: VisitorLimits | undefined
}

export async function paymentsRoutes(
  app: FastifyInstance,
  {
    db,
    cardEventSecret,
    charging,
    findSellerSettings,
    findReplacedUnits,
    asksFirst,
    now,
    limits,
    provider,
    queueMail,
    log,
  }: PaymentsDeps,
): Promise<void> {
  const deps: RefundDeps = { provider, queueMail, log, turns: new Map(), findReplacedUnits }
  /** Reads an amount in the currency of its order, which the store may have changed since. */
  async function readCents(actor: Actor, orderId: string, amount: number | undefined): Promise<number | undefined> {
    return amount === undefined ? undefined : toCents(amount, (await getOrderFor(db, orderId, actor)).order.currency)
  }
  const cancelDeps = { ...deps, findSellerSettings, asksFirst }
  registerEndpoint(app, endpoints.createPaymentIntent, ({ body, actor }) => createPaymentIntent(db, deps, actor, body))

  registerEndpoint(app, endpoints.recordPayment, async ({ params, body, actor }) => {
    const row = await recordPayment(db, deps, actor, { orderId: params.id, transactionId: body.transactionId })
    return { success: true as const, order: presentOrder(orderFor(actor, row)) }
  })

  registerEndpoint(app, endpoints.listSavedCards, ({ actor }) => listSavedCards(db, provider, actor.id))

  registerEndpoint(app, endpoints.createSetupIntent, ({ actor }) => createSetupIntent(db, { provider, limits }, actor))

  registerEndpoint(app, endpoints.removeSavedCard, ({ params, actor }) =>
    removeSavedCard(db, provider, actor.id, params.id),
  )

  registerEndpoint(app, endpoints.recordOfflinePayment, async ({ params, body, actor, idempotencyKey }) => {
    const parts = [{ orderId: params.id, amountCents: await readCents(actor, params.id, body.amount) }]
    const payment = { ...body, reference: body.reference.trim(), parts, idempotencyKey }
    const [row] = await recordOfflinePayment(db, deps, actor, payment)
    return { success: true as const, order: presentOrder(row ?? (await getOrderFor(db, params.id, actor))) }
  })

  registerEndpoint(
    app,
    endpoints.recordOfflinePayments,
    async ({ body: { orders, ...body }, actor, idempotencyKey }) => {
      const parts = await Promise.all(
        orders.map(async ({ id, amount }) => ({ orderId: id, amountCents: await readCents(actor, id, amount) })),
      )
      const payment = { ...body, reference: body.reference.trim(), parts, idempotencyKey }
      const rows = await recordOfflinePayment(db, deps, actor, payment)
      return { success: true as const, orders: rows.map(presentOrder) }
    },
  )

  registerEndpoint(app, endpoints.takeBackPayment, async ({ params: { id: orderId, paymentId }, actor }) => {
    const row = await takeBackPayment(db, queueMail, actor, { orderId, paymentId })
    return { success: true as const, order: presentOrder(row) }
  })

  registerEndpoint(app, endpoints.remindOfOrders, ({ body, actor }) =>
    remindOfOrders(db, queueMail, actor, { ...body, findSellerSettings }),
  )

  registerEndpoint(app, endpoints.remindOfPayment, async ({ body, actor }) => {
    const rows = await remindOfPayment(db, queueMail, actor, { ...body, findSellerSettings })
    return { success: true as const, orders: rows.map(presentOrder) }
  })

  registerEndpoint(
    app,
    endpoints.getOrderDetails,
    ({ params, actor }) =>
      getOrderDetails(db, params.id, actor, { findSellerSettings, findReplacedUnits, asksFirst, now }),
    { isWide: () => true },
  )

  registerEndpoint(app, endpoints.refundOrder, async ({ params, body, actor, idempotencyKey }) => {
    const refundId = await refundOrder(db, deps, actor, {
      orderId: params.id,
      amountCents: await readCents(actor, params.id, body.amount),
      returned: body.lines,
      withShipping: body.shipping ?? false,
      reason: body.reason,
      note: body.note?.trim() ?? '',
      restock: body.restockLines ?? body.restockUnits ?? 0,
      sent: { on: body.sentOn, reference: body.reference },
      idempotencyKey,
    })
    return {
      success: true as const,
      refund: presentRefund(await getRefund(db, refundId), 'admin'),
      order: presentOrder(await getOrderFor(db, params.id, actor)),
    }
  })

  registerEndpoint(app, endpoints.cancelUnits, async ({ params, body, actor, idempotencyKey }) => {
    const cancellation = {
      orderId: params.id,
      lines: body?.lines,
      note: body?.note?.trim() ?? '',
      restock: body?.restock ?? false,
      idempotencyKey,
    }
    const { refundId, asked, because } = body?.preview
      ? await previewCancellation(db, cancelDeps, actor, cancellation)
      : await limitSellerMails(db, limits, { actor, deps: cancelDeps }, (limited) =>
          cancelUnits(db, limited, actor, cancellation),
        )
    const row = await getOrderFor(db, params.id, actor)
    const refund = refundId === undefined ? undefined : await getRefund(db, refundId)
    return {
      success: true as const,
      order: presentOrder(orderFor(actor, row)),
      ...(refund &&
        refund.refund.amountCents > 0 && {
          refund: presentRefund(refund, row.order.buyerId === actor.id ? 'buyer' : 'admin'),
        }),
      ...(asked && { asked }),
      ...(because && { because }),
    }
  })

  registerEndpoint(app, endpoints.previewChange, ({ params: { id: orderId, message: messageId }, actor }) =>
    previewChange(db, charging, actor, { orderId, messageId }),
  )

  registerEndpoint(app, endpoints.applyChange, async ({ params, body, actor }) => {
    const asked = {
      orderId: params.id,
      messageId: params.message,
      chargeTotalCents: await readCents(actor, params.id, body.charge),
    }
    return { success: true as const, order: presentOrder(await applyChange(db, { ...deps, charging }, actor, asked)) }
  })

  registerEndpoint(app, setFreightEndpoint, async ({ params: { id: orderId }, body, actor }) => {
    const { currency } = (await getOrderFor(db, orderId, actor, 'orders')).order
    const freight = {
      orderId,
      freightCents: toCents(body.freight, currency),
      insteadCents: body.instead === undefined ? undefined : toCents(body.instead, currency),
    }
    const totalCents = body.preview ? await previewFreight(db, { charging }, actor, freight) : undefined
    if (!body.preview) await setFreight(db, { ...deps, charging, findSellerSettings }, actor, freight)
    return {
      success: true as const,
      order: presentOrder(orderFor(actor, await getOrderFor(db, orderId, actor))),
      ...(totalCents !== undefined && { total: toAmount(totalCents, currency) }),
    }
  })

  registerEndpoint(app, cancelOrder, ({ params, actor }) => cancelWholeOrder(db, cancelDeps, actor, params.id))

  registerEndpoint(app, endpoints.sendRefundByHand, async ({ params, body, actor }) => {
    await sendRefundByHand(db, deps, actor, { orderId: params.id, refundId: params.refund, ...body })
    return {
      success: true as const,
      refund: presentRefund(await getRefund(db, params.refund), 'admin'),
      order: presentOrder(await getOrderFor(db, params.id, actor)),
    }
  })

  registerEndpoint(app, endpoints.listUnmatchedPayments, () => listUnmatchedPayments(db))

  registerEndpoint(app, endpoints.refundUnmatchedPayment, async ({ params, actor }) => {
    const refundId = await refundUnmatchedPayment(db, deps, actor, params.id)
    return { success: true as const, refund: presentRefund(await getRefund(db, refundId), 'admin') }
  })

  await app.register(async (scope) => {
    // The signature covers the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    registerEndpoint(
      scope,
      endpoints.receiveCardEvent,
      async ({ request }) => {
        const signature = request.headers['stripe-signature']
        const { body } = request
        if (typeof signature !== 'string' || !Buffer.isBuffer(body)) throw problem('signature-invalid')
        await receiveCardEvent(db, deps, { body, signature, secret: cardEventSecret })
        return { received: true as const }
      },
      { bodyLimit: maxBodyBytes },
    )
  })
}
