import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderDetails } from '#contract/payments.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, type Placed } from '#server/testing/place-order.ts'

let buyer: Awaited<ReturnType<typeof createCustomer>>
const shop = provideTestShop({}, async () => {
  buyer = await createCustomer(shop, 'accepting')
})

async function setTerms(termsAddress: string) {
  const { body: content } = await shop.call<SiteContent>('GET', '/site-content')
  const body = { ...content, settings: { ...content.settings, termsAddress } }
  assert.equal((await shop.call('PUT', '/site-content', { token: shop.admin.token, body })).status, 200)
}

const place = async (more: object) => {
  const body = { ...orderBody(await shop.addProduct(), 1), ...more }
  return (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body
}

const timelineOf = async ({ order }: Placed) => {
  const { body } = await shop.call<OrderDetails>('GET', `/order/${order?._id}/details`, { token: shop.admin.token })
  return body.timeline
}

test('an order keeps the terms of sale that were accepted with it, also when the shop has others later', async () => {
  await setTerms('https://example.com/terms-1')
  const placed = await place({ termsAccepted: true, termsAddress: 'https://example.com/terms-1' })
  await setTerms('https://example.com/terms-2')
  const [, entry] = await timelineOf(placed)
  assert.deepEqual(entry, {
    at: placed.order?.placedAt,
    kind: 'terms_accepted',
    actor: 'buyer',
    email: buyer.email,
    termsAddress: 'https://example.com/terms-1',
  })
})

test('terms that have changed since the buyer saw them are accepted again', async () => {
  await setTerms('https://example.com/new')
  const seen = 'https://example.com/old'
  assert.equal((await place({ termsAccepted: true, termsAddress: seen })).code, 'terms-changed')
  assert.ok((await place({ termsAccepted: true, termsAddress: 'https://example.com/new' })).order)
})

test('an order says nothing of terms that were not accepted, or that the shop does not have', async () => {
  await setTerms('https://example.com/terms')
  const silent = await place({})
  await setTerms('')
  const without = await place({ termsAccepted: true })
  for (const placed of [silent, without])
    assert.deepEqual(
      (await timelineOf(placed)).map(({ kind }) => kind),
      ['placed'],
    )
})
