import type { Page } from '@playwright/test'
import { lineFactsOf, lineTotalCents } from '#contract/assess-line.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { findToast } from './find-toast.ts'
import { expect } from './shop.ts'

/** Orders the minimum quantity of a product on its page, signed in. Where ordering is not what is proven, use `placeOrder`. */
export async function orderProduct(page: Page, { _id }: Pick<Tool, '_id'>): Promise<void> {
  await page.goto(`/products/${_id}`)
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Workshop Lane, 12345 Torque')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('5550100')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(findToast(page, 'Your order is set. Go to dashboard and check My order')).toBeVisible()
}

/** Orders the minimum quantity of a product by the API, as the user who is signed in. */
export async function placeOrder(page: Page, product: Tool): Promise<Order> {
  const quantity = product.minOrder
  const totalPrice = lineTotalCents(lineFactsOf(product, quantity), quantity) / 100
  const buyer = { address: '1 Workshop Lane, 12345 Torque', phoneNumber: '5550100' }
  const data = { productId: product._id, name: product.name, ...buyer, quantity, totalPrice }
  const response = await page.request.post('/orders', { headers: await authorize(page), data })
  const placed: { order?: Order } = await response.json()
  if (!placed.order) throw new Error(`POST /orders: ${JSON.stringify(placed)}`)
  return placed.order
}

/** Pays an order with a good card by the API, as its buyer's browser does. */
export async function payOrder(page: Page, { _id, totalPrice }: Order): Promise<void> {
  const headers = await authorize(page)
  const opened = await page.request.post('/create-payment-intent', { headers, data: { orderId: _id, totalPrice } })
  const { clientSecret }: { clientSecret: string } = await opened.json()
  const transactionId = clientSecret.split('_secret_')[0] ?? ''
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
  const { status }: { status?: string } = await confirmed.json()
  const claimed = await page.request.patch(`/order/${_id}`, { headers, data: { transactionId } })
  if (status !== 'succeeded' || !claimed.ok()) throw new Error(`The payment failed: ${await claimed.text()}`)
}

/** Returns the header of the user who is signed in. */
export const authorize = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`,
})
