import { Type } from 'typebox'
import { endpoint, IdParams, Text } from '#contract/endpoint.ts'
import { Order } from '#contract/orders.ts'

export const createPaymentIntent = endpoint({
  name: 'createPaymentIntent',
  method: 'POST',
  path: '/create-payment-intent',
  whoMayCall: 'signed-in',
  summary:
    'Opens the payment of an order, or answers the one that is open. Without `orderId` it is the caller’s newest unpaid order of `totalPrice` dollars.',
  body: Type.Object({
    orderId: Type.Optional(Text(200, 1)),
    totalPrice: Type.Optional(Type.Number({ minimum: 0, maximum: 999_999_999_999 })),
  }),
  answer: Type.Object({ success: Type.Literal(true), clientSecret: Type.String(), orderId: Type.String() }),
  problems: [
    'order-not-found',
    'no-matching-order',
    'order-move-not-allowed',
    'payment-provider-unavailable',
    'payment-provider-refused',
  ],
})

export const recordPayment = endpoint({
  name: 'recordPayment',
  method: 'PATCH',
  path: '/order/:id',
  whoMayCall: 'owner-or-admin',
  summary: 'Marks an order as paid, after asking the card provider about the transaction.',
  params: IdParams,
  body: Type.Object({ transactionId: Text(255, 1) }),
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'payment-not-confirmed',
    'payment-mismatch',
    'payment-provider-unavailable',
    'payment-provider-refused',
  ],
})

export const receiveCardEvent = endpoint({
  name: 'receiveCardEvent',
  method: 'POST',
  path: '/webhooks/stripe',
  whoMayCall: 'anyone',
  summary: 'Takes the card provider’s signed events; safe to repeat. Its signature is the proof of who calls.',
  answer: Type.Object({ received: Type.Literal(true) }),
  problems: ['signature-invalid', 'payment-provider-unavailable'],
})
