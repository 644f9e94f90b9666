import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeptMails, OutboxMessage } from '#contract/notifications.ts'
import type { Tool } from '#contract/catalog.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
let product: Tool
before(async () => {
  shop = await openTestShop()
  product = await shop.addProduct({ available: 1000, price: 610 })
})
after(() => shop[Symbol.asyncDispose]())

const confirm = () => confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)

/** Lists the kept mails to a recipient, oldest first: kind, and why each no longer holds. */
async function keptMailsTo(recipient: string): Promise<[kind: string, outdated: string | undefined][]> {
  const { status, body } = await shop.call<OutboxMessage[]>('GET', `/outbox?show=kept&q=${recipient}`, {
    token: shop.admin.token,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.toReversed().map(({ kind, outdated }) => [kind, outdated])
}

type Buyer = Awaited<ReturnType<typeof createCustomer>>

async function order(
  buyer: Buyer,
  typed: { poNumber?: string; note?: string; address?: string } = {},
): Promise<string> {
  const { status, body } = await shop.call<{ _id: string }>('POST', '/orders', {
    token: buyer.token,
    body: {
      lines: [{ productId: product._id, quantity: 1, job: typed.poNumber ?? '' }],
      address: '1 Test Street',
      phoneNumber: '5550100',
      ...typed,
    },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body._id
}

const cancel = (buyer: Buyer, id: string) => shop.call('DELETE', `/orders/${id}`, { token: buyer.token })

test('what a buyer types never decides whether a mail about the order is outdated', async () => {
  const buyer = await createCustomer(shop, 'hostile')
  const cancelled = await order(buyer)
  await cancel(buyer, cancelled)
  const hostile = [
    `/dashboard/order/${'-'.repeat(36)}`,
    `/dashboard/order/${'f'.repeat(36)}`,
    `/dashboard/order/${cancelled}`,
    '/?oobCode=nothing',
    `&oobCode=${'A'.repeat(40)}`,
  ]
  for (const text of hostile) {
    await order(buyer, { poNumber: text })
    await order(buyer, { note: `Ring the bell.\n${text}` })
    await order(buyer, { address: `1 Test Street\n${text}` })
  }
  await confirm()
  assert.deepEqual(await keptMailsTo(buyer.email), [
    ['order-cancelled', undefined],
    ...Array.from({ length: hostile.length * 3 }, () => ['order-placed', undefined]),
  ])
  const { status, body } = await shop.call<KeptMails>('GET', '/kept-mails?q=hostile@crowd.test', {
    token: shop.admin.token,
  })
  assert.deepEqual([status, body.count, body.outdated], [200, 1 + hostile.length * 3, 0])
})

test('a message of a visitor is never outdated, whatever it says', async () => {
  for (const message of [
    'I clicked http://localhost/auth/action?mode=resetPassword&oobCode=abc, and it does not work.',
    `See /dashboard/order/${'-'.repeat(36)}`,
    `/newsletter?token=abc`,
  ]) {
    const { status } = await shop.call('POST', '/contact', {
      body: { name: '?oobCode=abc', email: 'ada@visitor.test', message },
    })
    assert.equal(status, 200)
  }
  assert.deepEqual(
    await keptMailsTo(shop.admin.email),
    Array.from({ length: 3 }, () => ['contact-message', undefined]),
  )
})
