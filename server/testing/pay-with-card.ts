import type { Order } from '#contract/orders.ts'
import type { Person, TestShop } from '#server/testing/open-test-shop.ts'

interface ConfirmAnswer {
  id: string
  status: string
  error?: { code: string; message: string }
}

/** What the browser's card script does: confirms an intent with a card, by the publishable key and the intent's secret. */
export async function confirmCard(shop: TestShop, clientSecret: string, card = '4242424242424242') {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const form = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Test Buyer',
  })
  const response = await fetch(`${shop.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_boltyard', 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  })
  const body = (await response.json()) as ConfirmAnswer
  return { status: response.status, intentId: id, body }
}

/** Opens the payment of an order; answers its client secret. */
export async function openPayment(shop: TestShop, buyer: Person, order: Order): Promise<string> {
  const { status, body } = await shop.call<{ clientSecret: string }>('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderId: order._id, totalPrice: order.totalPrice },
  })
  if (status !== 200) throw new Error(`No payment could be opened: ${JSON.stringify(body)}`)
  return body.clientSecret
}

/** Tells the shop that this transaction has paid the order. */
export const claimPaid = (shop: TestShop, buyer: Person, order: Order, transactionId: string) =>
  shop.call<{ order: Order; code?: string; message?: string }>('PATCH', `/order/${order._id}`, {
    token: buyer.token,
    body: { transactionId },
  })

/** Pays an order from the first to the last step; answers its transaction id. */
export async function payFor(shop: TestShop, buyer: Person, order: Order): Promise<string> {
  const { intentId, body } = await confirmCard(shop, await openPayment(shop, buyer, order))
  if (body.status !== 'succeeded') throw new Error(`The card was refused: ${JSON.stringify(body)}`)
  const { status } = await claimPaid(shop, buyer, order, intentId)
  if (status !== 200) throw new Error('The shop does not believe the payment.')
  return intentId
}
