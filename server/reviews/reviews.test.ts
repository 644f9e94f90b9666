import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { ManagedReview, OwnReview, Review } from '#contract/reviews.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, provideTestShop, type TestResponse } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const shop = provideTestShop()

interface Published {
  _id: string
  code?: string
  review: OwnReview
}

const body = {
  displayName: 'Ann',
  designation: 'Fleet',
  massage: ' Good <b>bolts</b> ',
  image: '/media/a/960.webp',
  rating: 5,
}
const publish = (by: { token: string }) => shop.call<Published>('POST', '/add-review', { token: by.token, body })
const shown = async (of = shop) => (await of.call<Review[]>('GET', '/reviews')).body
const isShown = async (id: string, of = shop) => (await shown(of)).some(({ _id }) => _id === id)
const hide = (id: string, hidden: boolean) =>
  shop.call('PATCH', `/reviews/${id}`, { token: shop.admin.token, body: { hidden } })

// spec 3.3, 7.6, 7.7
test('a review has its author’s name, first in the list, once a day', async () => {
  const ann = await createCustomer(shop, 'ann')
  const both = await Promise.all([publish(ann), publish(ann)])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal(both.find(({ status }) => status === 409)?.body.code, 'already-reviewed')
  const [first] = await shown()
  assert.equal(first?.massage, 'Good <b>bolts</b>')
  assert.equal(first?.rating, 5)
  assert.ok(!JSON.stringify(first).includes('@'))
})

// spec 3.3, 5.8, 7.7, 9.2
test('a review needs its picture and no words; its stars are 0 to 5', async () => {
  const eve = await createCustomer(shop, 'eve')
  const send = (change: object) =>
    shop.call<Published>('POST', '/add-review', { token: eve.token, body: { ...body, ...change } })
  for (const rating of [-1, 6, 2.5]) assert.equal((await send({ rating })).body.code, 'invalid-request', String(rating))
  assert.equal((await send({ image: '' })).body.code, 'invalid-request')
  const { review } = (await send({ massage: undefined, rating: 0 })).body
  const { name, displayName, designation, massage, image, rating } = review
  assert.deepEqual({ displayName, designation, massage, image, rating }, { ...body, massage: '', rating: 0 })
  assert.ok(name)
})

test('an admin hides a review and shows it again, and other processes see it', async () => {
  await using other = await openTestShop({ sharing: shop })
  const bea = await createCustomer(shop, 'bea')
  const { _id } = (await publish(bea)).body
  await waitUntil(() => isShown(_id, other), 'the other process shows it')
  assert.equal((await hide(_id, true)).status, 200)
  assert.equal(await isShown(_id), false)
  await waitUntil(async () => !(await isShown(_id, other)), 'the other process hides it')
  const own = await shop.call<OwnReview[]>('GET', '/my-reviews', { token: bea.token })
  assert.deepEqual(
    own.body.map(({ _id: id, hidden }) => [id, hidden]),
    [[_id, true]],
  )
  const list = async (show: string) =>
    (await shop.call<ManagedReview[]>('GET', `/all-reviews?show=${show}&q=bea`, { token: shop.admin.token })).body
  assert.deepEqual(
    (await list('hidden')).map(({ email }) => email),
    [bea.email],
  )
  assert.deepEqual(await list('shown'), [])
  assert.equal((await hide(_id, false)).status, 200)
  assert.equal(await isShown(_id), true)
  assert.equal((await hide(crypto.randomUUID(), true)).body.code, 'review-not-found')
})

test('an author changes and withdraws only their own review', async () => {
  const cid = await createCustomer(shop, 'cid')
  const { _id } = (await publish(cid)).body
  const change = (token: string, input: object) =>
    shop.call<Published>('PUT', `/reviews/${_id}`, { token, body: input })
  const withdraw = (token: string) => shop.call('DELETE', `/reviews/${_id}`, { token })
  const dan = await createCustomer(shop, 'dan')
  for (const { token } of [dan, shop.admin]) {
    assert.equal((await change(token, { rating: 1 })).body.code, 'review-not-found')
    assert.equal((await withdraw(token)).body.code, 'review-not-found')
  }
  assert.equal((await change(cid.token, { image: 'https://evil.test/x.png' })).body.code, 'image-not-ours')
  assert.equal((await change(cid.token, { massage: '  ' })).body.review.massage, '', 'words are not required')
  const { review } = (await change(cid.token, { massage: 'Even better.', rating: 4 })).body
  assert.deepEqual([review.massage, review.rating, review.displayName], ['Even better.', 4, 'Ann'])
  assert.equal((await shown()).find((each) => each._id === _id)?.massage, 'Even better.')
  await hide(_id, true)
  assert.equal((await change(cid.token, { massage: 'Shown again?' })).body.review.hidden, true)
  assert.equal(await isShown(_id), false)
  await hide(_id, false)
  assert.equal((await withdraw(cid.token)).status, 200)
  assert.equal(await isShown(_id), false)
  assert.deepEqual((await shop.call<OwnReview[]>('GET', '/my-reviews', { token: cid.token })).body, [])
  assert.equal((await withdraw(cid.token)).body.code, 'review-not-found')
  assert.equal((await hide(_id, false)).body.code, 'review-not-found')
})

test('reviews are listed and counted by filter and by days of the store', async () => {
  await using other = await openTestShop()
  const send = <Answer>(path: string) => other.call<Answer>('GET', path, { token: other.admin.token })
  await other.call('PUT', '/store', { token: other.admin.token, body: { timeZone: 'Europe/Berlin' } })
  const writer = await createCustomer(other, 'writer')
  const written = await other.call<{ _id: string }>('POST', '/add-review', {
    token: writer.token,
    body: { massage: 'Good.', image: '/media/test/960.webp', rating: 5 },
  })
  assert.equal(written.status, 200)
  // Half past midnight of New Year in Berlin.
  await other.db.execute(sql`UPDATE reviews SET published_at = '2029-12-31T23:30:00Z' WHERE id = ${written.body._id}`)
  const countsOf = async (query: string) =>
    (await send<{ filter: string; count: number }[]>(`/review-counts${query}`)).body.map(
      ({ filter, count }) => `${filter} ${count}`,
    )
  const all = ['all 1', 'shown 1', 'hidden 0', 'unchecked 1']
  assert.deepEqual(await countsOf('?from=2030-01-01&to=2030-01-01'), all)
  assert.deepEqual(
    await countsOf('?to=2029-12-31'),
    all.map((count) => count.replace('1', '0')),
  )
  assert.equal((await send<Review[]>('/all-reviews?from=2030-01-01')).body.length, 1)
  assert.equal((await send<Review[]>('/all-reviews?to=2029-12-31')).body.length, 0)
})

test('reviews of one moment are read page by page without losing or doubling one', async () => {
  await shop.db.execute(sql`
    INSERT INTO reviews (id, name, display_name, designation, message, image_url, rating, published_at)
    SELECT gen_random_uuid(), 'Crowd', 'Crowd', '', 'Word ' || i, '/media/a/960.webp', 5, '2021-01-01T00:00:00.123456Z'
    FROM generate_series(1, 1003) i`)
  const seen: string[] = []
  for (let path: string | undefined = '/all-reviews?q=crowd&limit=500'; path;) {
    const page: TestResponse<Review[]> = await shop.call<Review[]>('GET', path, { token: shop.admin.token })
    seen.push(...page.body.map(({ _id }) => _id))
    path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
  }
  assert.equal(seen.length, 1003)
  assert.equal(new Set(seen).size, 1003)
  await using other = await openTestShop({ sharing: shop })
  const { body: capped, headers } = await other.call<Review[]>('GET', '/reviews')
  assert.equal(capped.length, 1000)
  assert.match(headers.get('link') ?? '', /^<\/reviews\?limit=1000&after=.+>; rel="next"$/)
})
