import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Profile } from '#contract/accounts.ts'
import type { Order } from '#contract/orders.ts'
import type { Review } from '#contract/reviews.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { requestIdentity, mailedCode, mailsTo } from '#server/testing/identity-wire.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { openPayment, payFor, waitForCanceledPayment } from '#server/testing/pay-with-card.ts'

const shop = provideTestShop()

const request = (verb: string, body: object) => requestIdentity(shop, verb, body)

const codeIn = (kind: string, recipient: string) => mailedCode(shop, kind, recipient)

const stored = async (order: Order) => {
  const { rows } = await shop.db.execute<Record<string, unknown>>(sql`SELECT * FROM orders WHERE id = ${order._id}`)
  return rows[0] ?? {}
}

/** Maps each way to verify an address; returns the owner's ID token. */
const ways: Record<string, (email: string) => Promise<string>> = {
  'a sign-in link': async (email) => {
    await request('sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost/' })
    return (
      (await request('signInWithEmailLink', { email, oobCode: await codeIn('sign-in-link', email) }))['idToken'] ?? ''
    )
  },
  'a password reset': async (email) => {
    await request('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const password = 'chosen by its owner'
    await request('resetPassword', { oobCode: await codeIn('reset-password', email), newPassword: password })
    return (await request('signInWithPassword', { email, password }))['idToken'] ?? ''
  },
}

/** Signs up with the address of another person, and fills in everything. */
async function stranger(name: string): Promise<Person> {
  const person = await shop.signUp(name)
  await request('update', {
    idToken: person.idToken,
    displayName: 'Stranger',
    photoUrl: 'https://stranger.test/face.webp',
  })
  const profile = {
    displayName: 'Stranger',
    education: 'Stranger’s school',
    skill: 'Strange skills',
    address: '13 Strange Street',
    phone: '2125550113',
    project1: 'https://stranger.test/',
  }
  const { status } = await shop.call('PUT', `/user-info-update/${person.email}`, { token: person.token, body: profile })
  assert.equal(status, 200)
  return person
}

const exchange = (email: string, idToken: string) =>
  shop.call<{ token: string; startedOver?: boolean; role: string }>('PUT', `/user/${email}`, { token: idToken })

for (const [way, prove] of Object.entries(ways)) {
  // security 15
  test(`by ${way} the owner of an address gets a profile with nothing of the stranger who used it`, async () => {
    const { email, token } = await stranger(way.replaceAll(/\W/g, '-'))
    const { body: access } = await exchange(email, await prove(email))
    assert.equal(access.startedOver, true)
    const { body: profile } = await shop.call<Profile>('GET', `/user?email=${email}`, { token: access.token })
    assert.deepEqual(profile, {
      email,
      displayName: '',
      photoURL: '',
      education: '',
      skill: '',
      address: '',
      phone: '',
      project1: '',
      project2: '',
      project3: '',
    })
    const old = await shop.call('GET', `/user?email=${email}`, { token })
    assert.equal(`${old.status} ${old.body.code}`, '401 session-ended')
    assert.ok((await mailsTo(shop, email)).some(({ kind }) => kind === 'account-reclaimed'))
  })
}

// security 15
test('orders of the stranger are not the owner’s: unpaid ones are cancelled, paid ones stay in the books', async () => {
  const eve = await stranger('eve')
  const product = await shop.addProduct({ available: 10 })
  const unpaid = await placeOrder(shop, eve, product, 1)
  await openPayment(shop, eve, unpaid)
  const paid = await placeOrder(shop, eve, product, 2)
  await payFor(shop, eve, paid)
  await shop.call('POST', '/add-review', {
    token: eve.token,
    body: { massage: 'Strange bolts.', image: '/media/x/960.webp', rating: 1 },
  })

  const { body: owner } = await exchange(eve.email, (await ways['a sign-in link']?.(eve.email)) ?? '')
  const orders = await shop.call<Order[]>('GET', `/orders?email=${eve.email}`, { token: owner.token })
  assert.deepEqual(orders.body, [])
  for (const order of [unpaid, paid]) {
    const { status } = await shop.call('GET', `/order/${order._id}`, { token: owner.token })
    assert.equal(status, 404)
  }
  assert.notEqual((await stored(unpaid))['cancelled_at'], null)
  assert.partialDeepStrictEqual(await stored(paid), { buyer_name: paid.buyerName, address: '1 Test Street' })
  const { rows } = await shop.db.execute(sql`SELECT available_quantity AS left FROM products WHERE id = ${product._id}`)
  assert.deepEqual(rows, [{ left: 8 }])
  assert.deepEqual(await checkStock(shop.db), [])
  await waitForCanceledPayment(shop, unpaid)
  const reviews = await shop.call<Review[]>('GET', '/reviews')
  assert.ok(!reviews.body.some(({ massage }) => massage === 'Strange bolts.'))

  const shipped = await shop.call('PATCH', `/ship-order/${paid._id}`, { token: shop.admin.token })
  assert.equal(shipped.status, 200)
  const own = await placeOrder(shop, { ...eve, token: owner.token }, product, 1)
  const mine = await shop.call<Order[]>('GET', `/orders?email=${eve.email}`, { token: owner.token })
  assert.deepEqual(
    mine.body.map(({ _id }) => _id),
    [own._id],
  )
})

test('a role that an admin gave to the address is its owner’s; a removal of the stranger is not', async () => {
  const una = await stranger('una')
  await shop.call('PUT', `/user-update/${una.email}`, { token: shop.admin.token })
  const { body: admin } = await exchange(una.email, (await ways['a sign-in link']?.(una.email)) ?? '')
  assert.equal(admin.role, 'admin')

  const rude = await stranger('rude')
  await shop.call('DELETE', `/user/${rude.email}`, { token: shop.admin.token })
  const { status } = await exchange(rude.email, (await ways['a password reset']?.(rude.email)) ?? '')
  assert.equal(status, 200)
})

test('a failure on the way leaves everything as it was', async () => {
  const { email } = await stranger('half')
  await shop.db.execute(sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
  await shop.db.execute(sql`
    CREATE TRIGGER refuse BEFORE INSERT ON outbox FOR EACH ROW WHEN (NEW.kind = 'account-reclaimed')
    EXECUTE FUNCTION refuse()`)
  await request('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const oobCode = await codeIn('reset-password', email)
  const refused = await shop.call('POST', '/v1/accounts:resetPassword?key=boltyard', {
    body: { oobCode, newPassword: 'chosen by its owner' },
  })
  assert.equal(refused.status, 500)
  const { rows } = await shop.db.execute(
    sql`SELECT display_name, address FROM users WHERE email = ${email} AND removed_at IS NULL`,
  )
  assert.deepEqual(rows, [{ display_name: 'Stranger', address: '13 Strange Street' }])
  await shop.db.execute(sql`DROP TRIGGER refuse ON outbox`)
  await request('resetPassword', { oobCode, newPassword: 'chosen by its owner' })
})
