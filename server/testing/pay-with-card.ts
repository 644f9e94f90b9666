import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

interface ConfirmResponse {
  id: string
  status: string
  error?: { code: string; message: string }
}

/** Confirms an intent with a card like the browser's script, with publishable key and client secret. */
export async function confirmCard(
  shop: TestShop,
  clientSecret: string,
  card = '4242424242424242',
  headers: Record<string, string> = {},
) {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const response = await fetch(`${shop.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer pk_test_boltyard',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: confirmation(clientSecret, card),
  })
  const body = (await response.json()) as ConfirmResponse
  return { status: response.status, intentId: id, body }
}

/** Returns the form that the browser's card script sends to confirm an intent with a card. */
export const confirmation = (clientSecret: string, card: string) =>
  new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Test Buyer',
  })

/** Opens the payment of an order; answers its client secret. */
export async function openPayment(shop: TestShop, buyer: { token: string }, order: Order): Promise<string> {
  const { status, body } = await shop.call<{ clientSecret: string }>('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderId: order._id, totalPrice: order.totalPrice },
  })
  if (status !== 200) throw new Error(`No payment could be opened: ${JSON.stringify(body)}`)
  return body.clientSecret
}

/** Reports a transaction as the payment of an order. */
export const claimPaid = (shop: TestShop, buyer: { token: string }, order: Order, transactionId: string) =>
  shop.call<{ order: Order; code?: string; message?: string }>('PATCH', `/order/${order._id}`, {
    token: buyer.token,
    body: { transactionId },
  })

/** Pays an order from the first to the last step; answers its transaction id. */
export async function payFor(shop: TestShop, buyer: { token: string }, order: Order): Promise<string> {
  const { intentId, body } = await confirmCard(shop, await openPayment(shop, buyer, order))
  if (body.status !== 'succeeded') throw new Error(`The card was refused: ${JSON.stringify(body)}`)
  const { status } = await claimPaid(shop, buyer, order, intentId)
  if (status !== 200) throw new Error('The shop does not believe the payment.')
  return intentId
}

/** Waits until the provider has canceled every payment of an order. */
export function waitForCanceledPayment({ db }: TestShop, { _id }: Pick<Order, '_id'>): Promise<void> {
  return waitUntil(async () => {
    const open = await db.execute(sql`SELECT 1 FROM payments WHERE order_id = ${_id} AND canceled_at IS NULL`)
    return open.rows.length === 0
  }, 'the open payment is dropped at the provider')
}
