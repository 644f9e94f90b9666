import type { Page } from '@playwright/test'
import type { Tool } from '#contract/catalog.ts'
import { callShop } from './open-session.ts'

/** Orders the minimum quantity of a product by the API as the person of the page; returns the path of the payment page. */
export async function placeOrder(page: Page, { _id, minOrder, price }: Tool): Promise<string> {
  const order = await callShop<{ _id: string }>(page, 'POST', '/orders', {
    productId: _id,
    quantity: minOrder,
    totalPrice: Math.round(price * 100 * minOrder) / 100,
    address: '1 Workshop Lane, 12345 Torque',
    phoneNumber: '5550100',
  })
  return `/dashboard/payment/${order._id}`
}

/** Orders and pays by card by the API; returns the id of the order. */
export async function placePaidOrder(page: Page, product: Tool): Promise<string> {
  const orderId = (await placeOrder(page, product)).split('/').at(-1) ?? ''
  const { clientSecret } = await callShop<{ clientSecret: string }>(page, 'POST', '/create-payment-intent', { orderId })
  const [transactionId = ''] = clientSecret.split('_secret_')
  const confirmed = await page.request.post(`/v1/payment_intents/${transactionId}/confirm`, {
    headers: { authorization: 'Bearer pk_test_boltyard' },
    form: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    },
  })
  if (!confirmed.ok()) throw new Error(`The payment: ${confirmed.status()} ${await confirmed.text()}`)
  await callShop(page, 'PATCH', `/order/${orderId}`, { transactionId })
  return orderId
}
