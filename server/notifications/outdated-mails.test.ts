import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { KeptMails, OutboxMessage } from '#contract/notifications.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

let product: Tool
const shop = provideTestShop({}, async () => {
  product = await shop.addProduct({ available: 1000, price: 610 })
})

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

test('each mail about an order is outdated once the order is no longer what it says', async () => {
  const buyer = await createCustomer(shop, 'states')
  const id = await order(buyer)
  const { queueMail } = settleDeps(shop)
  for (const kind of [...Object.keys(outdatedIn), 'contact-message'])
    await shop.db.transaction((tx) =>
      queueMail(tx, { to: 'states@kinds.test', kind, subject: 'About an order', paragraphs: ['Text.'], orderId: id }),
    )
  const outdated: Record<string, string[]> = {}
  for (const [state, columns] of Object.entries(states)) {
    await shop.db.execute(sql.raw(`UPDATE orders SET ${columns} WHERE id = '${id}'`))
    for (const [kind, reason] of await keptMailsTo('states@kinds.test'))
      if (reason !== undefined) (outdated[kind] ??= []).push(state)
  }
  assert.deepEqual(outdated, Object.fromEntries(Object.entries(outdatedIn).filter(([, when]) => when.length > 0)))
})

/** Sets every state from any other one. */
const open = `paid_at = NULL, transaction_id = NULL, shipped_at = NULL, refunded_at = NULL, cancelled_at = NULL, expired_at = NULL,
  awaiting_stock_since = NULL, open_slot = NULL, refunded_cents = 0, refund_asked_cents = 0`
const paid = open.replace('paid_at = NULL, transaction_id = NULL', `paid_at = now(), transaction_id = 'pi_states'`)
const refunded = paid
  .replace('refunded_at = NULL', 'refunded_at = now()')
  .replace(
    'refunded_cents = 0, refund_asked_cents = 0',
    'refunded_cents = total_cents, refund_asked_cents = total_cents',
  )
const states: Record<string, string> = {
  unpaid: open,
  cancelled: open.replace('cancelled_at = NULL', 'cancelled_at = now()'),
  expired: open.replace('expired_at = NULL', 'expired_at = now()'),
  paid,
  'paid short': paid.replace('awaiting_stock_since = NULL', 'awaiting_stock_since = now()'),
  shipped: paid.replace('shipped_at = NULL', 'shipped_at = now()'),
  refunded,
  'refunded short': refunded.replace('awaiting_stock_since = NULL', 'awaiting_stock_since = now()'),
}

const notUnpaid = Object.keys(states).filter((state) => state !== 'unpaid')
const outdatedIn: Record<string, string[]> = {
  'new-order': ['cancelled', 'expired', 'shipped', 'refunded', 'refunded short'],
  'order-placed': notUnpaid,
  'transfer-awaited': notUnpaid,
  'transfer-reminder': notUnpaid,
  'order-confirmed': notUnpaid,
  'payment-reminder': notUnpaid,
  'order-expired': Object.keys(states).filter((state) => state !== 'expired'),
  'order-paid-short': Object.keys(states).filter((state) => state !== 'paid short'),
  'order-paid': [],
  'payment-received': [],
  // Also of one that was cancelled before.
  'payment-taken-back': notUnpaid.filter((state) => state !== 'cancelled'),
  'order-ready': ['cancelled', 'shipped', 'refunded', 'refunded short'],
  'order-shipped': [],
  'shipment-corrected': [],
  'order-cancelled': [],
  'order-refunded': [],
  'order-refunded-by-hand': [],
  'payment-returned': [],
}

test('the seller’s mail about a new order is left out once the order is refunded', async () => {
  await shop.call('PUT', '/store', { token: shop.admin.token, body: { orderRecipient: 'desk@seller.test' } })
  const buyer = await createCustomer(shop, 'refunded')
  const { body } = await shop.call<Order>('GET', `/order/${await order(buyer)}`, { token: shop.admin.token })
  await payFor(shop, buyer, body)
  await confirm()
  assert.deepEqual(await keptMailsTo('desk@seller.test'), [['new-order', undefined]])
  const refund = { amount: 610, reason: 'requested_by_customer' }
  const refunded = await shop.call('POST', `/order/${body._id}/refunds`, { token: shop.admin.token, body: refund })
  assert.equal(refunded.status, 200)
  assert.deepEqual(await keptMailsTo('desk@seller.test'), [['new-order', 'order']])
})

test('of the confirmations of a newsletter, only the newest holds, and none once it was used', async () => {
  const subscribe = () => shop.call('POST', '/newsletter', { body: { email: 'nele@visitor.test' } })
  await subscribe()
  assert.deepEqual(await keptMailsTo('nele@visitor.test'), [['newsletter-confirmation', undefined]])
  await shop.db.execute(
    sql`UPDATE outbox SET written_at = written_at - interval '1 hour' WHERE recipient = 'nele@visitor.test'`,
  )
  await shop.db.execute(sql`UPDATE newsletter_subscriptions SET asked_at = asked_at - interval '1 hour'`)
  await subscribe()
  assert.deepEqual(await keptMailsTo('nele@visitor.test'), [
    ['newsletter-confirmation', 'link'],
    ['newsletter-confirmation', undefined],
  ])
  await shop.db.execute(sql`UPDATE newsletter_subscriptions SET confirmed_at = now()`)
  assert.deepEqual(await keptMailsTo('nele@visitor.test'), [
    ['newsletter-confirmation', 'link'],
    ['newsletter-confirmation', 'link'],
  ])
})

test('mails to an account that was removed are left out, but for those of visitors and to the seller', async () => {
  const buyer = await createCustomer(shop, 'gone')
  await cancel(buyer, await order(buyer))
  const { queueMail } = settleDeps(shop)
  const write = (kind: string, opensAccount = false) =>
    shop.db.transaction((tx) =>
      queueMail(tx, { to: buyer.email, kind, subject: 'Subject', paragraphs: ['Text.'], opensAccount }),
    )
  await write('password-changed', true)
  for (const kind of ['contact-message', 'new-order', 'return-approved', 'withdrawal-confirmed', 'new-return'])
    await write(kind)
  const removed = await shop.call('DELETE', `/user/${buyer.email}`, { token: shop.admin.token })
  assert.equal(removed.status, 200)
  assert.deepEqual(await keptMailsTo(buyer.email), [
    ['order-cancelled', 'account'],
    ['password-changed', 'account'],
    ['contact-message', undefined],
    ['new-order', undefined],
    ['return-approved', 'account'],
    ['withdrawal-confirmed', 'account'],
    ['new-return', undefined],
  ])
  await shop.db.execute(sql`UPDATE users SET identity_uid = NULL WHERE email = ${buyer.email}`)
  await createCustomer(shop, 'gone')
  assert.deepEqual((await keptMailsTo(buyer.email))[0], ['order-cancelled', undefined], 'the address signed up again')
})

test('a single retry refuses what no longer holds, kept or given up', async () => {
  await using server = await mailServer()
  const buyer = await createCustomer(shop, 'retried')
  const id = await order(buyer)
  await order(buyer)
  await confirm()
  await cancel(buyer, id)
  const settings = { host: '127.0.0.1', port: Number(new URL(server.url).port), encryption: 'none', user: '' }
  const body = { ...settings, sender: 'shop@bolts.test' }
  assert.equal((await shop.call('PUT', '/mail-server', { token: shop.admin.token, body })).status, 200)
  const list = async () =>
    (await shop.call<OutboxMessage[]>('GET', `/outbox?q=${buyer.email}`, { token: shop.admin.token })).body.toReversed()
  const retry = async (message: OutboxMessage | undefined) => {
    const path = `/outbox/${message?._id}/retry`
    const { status, body: said } = await shop.call<{ code?: string }>('POST', path, { token: shop.admin.token })
    return `${status} ${said.code ?? ''}`
  }
  const placed = (await list()).filter(({ kind }) => kind === 'order-placed')
  const outdated = placed.find((message) => message.outdated === 'order')
  assert.equal(placed.length, 2)
  assert.equal(await retry(outdated), '409 message-outdated')
  await shop.db.execute(sql`UPDATE outbox SET queued_at = now(), given_up_at = now() WHERE id = ${outdated?._id}`)
  const givenUp = (await list()).find(({ _id }) => _id === outdated?._id)
  assert.deepEqual([givenUp?.state, givenUp?.outdated], ['given-up', 'order'])
  assert.equal(await retry(outdated), '409 message-outdated')
  assert.equal(await retry(placed.find((message) => message.outdated === undefined)), '200 ')
})
