import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { ManagedReview, OwnReview, Review } from '#contract/reviews.ts'
import { enrolled } from '#server/testing/enrolled.ts'
import { openTestShop, type TestAnswer, type TestShop } from '#server/testing/open-test-shop.ts'
import { until } from '#server/testing/until.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

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

test('a review stands in its author’s name, first in the list, once a day', async () => {
  const ann = await enrolled(shop, 'ann')
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

test('an admin hides a review and shows it again, and other processes see it', async () => {
  await using beside = await openTestShop({ beside: shop })
  const bea = await enrolled(shop, 'bea')
  const { _id } = (await publish(bea)).body
  await until(() => isShown(_id, beside), 'the other process shows it')
  assert.equal((await hide(_id, true)).status, 200)
  assert.equal(await isShown(_id), false)
  await until(async () => !(await isShown(_id, beside)), 'the other process hides it')
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

test('an author changes and withdraws their own review, and nobody else’s', async () => {
  const cid = await enrolled(shop, 'cid')
  const { _id } = (await publish(cid)).body
  const change = (token: string, wish: object) => shop.call<Published>('PUT', `/reviews/${_id}`, { token, body: wish })
  const withdraw = (token: string) => shop.call('DELETE', `/reviews/${_id}`, { token })
  const dan = await enrolled(shop, 'dan')
  for (const { token } of [dan, shop.admin]) {
    assert.equal((await change(token, { rating: 1 })).body.code, 'review-not-found')
    assert.equal((await withdraw(token)).body.code, 'review-not-found')
  }
  assert.equal((await change(cid.token, { image: 'https://evil.test/x.png' })).body.code, 'image-not-ours')
  assert.equal((await change(cid.token, { massage: '  ' })).status, 400)
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

test('reviews of one moment are read page by page without losing or doubling one', async () => {
  await shop.db.execute(sql`
    INSERT INTO reviews (id, name, display_name, designation, message, image_url, rating, published_at)
    SELECT gen_random_uuid(), 'Crowd', 'Crowd', '', 'Word ' || i, '/media/a/960.webp', 5, '2021-01-01T00:00:00.123456Z'
    FROM generate_series(1, 1003) i`)
  const seen: string[] = []
  for (let path: string | undefined = '/all-reviews?q=crowd&limit=500'; path;) {
    const page: TestAnswer<Review[]> = await shop.call<Review[]>('GET', path, { token: shop.admin.token })
    seen.push(...page.body.map(({ _id }) => _id))
    path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
  }
  assert.equal(seen.length, 1003)
  assert.equal(new Set(seen).size, 1003)
  await using other = await openTestShop({ beside: shop })
  const { body: capped, headers } = await other.call<Review[]>('GET', '/reviews')
  assert.equal(capped.length, 1000)
  assert.match(headers.get('link') ?? '', /^<\/reviews\?limit=1000&after=.+>; rel="next"$/)
})
