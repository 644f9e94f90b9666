import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Profile } from '#contract/accounts.ts'
import type { Order } from '#contract/orders.ts'
import { requestIdentity, mailedCode, changeEmailAddress, verifyAddress } from '#server/testing/identity-wire.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'

const shop = provideTestShop()

const request = (verb: string, body: object) => requestIdentity(shop, verb, body)

const codeIn = (kind: string, recipient: string) => mailedCode(shop, kind, recipient)

const verify = (person: Person) => verifyAddress(shop, person)

const move = (person: Person, newEmail: string) => changeEmailAddress(shop, person, newEmail)

const ordersOf = async ({ email, token }: Person) =>
  (await shop.call<Order[]>('GET', `/orders?email=${email}`, { token })).body.map(({ _id }) => _id)

// security 18
test('the next owner of an address gets no data of the former one', async () => {
  const ann = await shop.signUp('ann')
  await verify(ann)
  const order = await placeOrder(shop, ann, await shop.addProduct(), 1)
  await move(ann, 'ann-moved@customer.test')

  // Before she signs in again.
  const next = await shop.signUp('ann')
  await verify(next)
  assert.deepEqual(await ordersOf(await shop.signIn(next)), [])
  const moved = await shop.signIn({ email: 'ann-moved@customer.test', password: ann.password })
  assert.deepEqual(await ordersOf(moved), [order._id])
})

test('undoing a change of address restores the user, even if the address is used by another account', async () => {
  const bob = await shop.signUp('bob')
  await verify(bob)
  const profile = { displayName: 'Bob', education: 'School', skill: 'Bolts', address: '1 Bob Street' }
  await shop.call('PUT', `/user-info-update/${bob.email}`, { token: bob.token, body: profile })
  const order = await placeOrder(shop, bob, await shop.addProduct(), 1)
  await move(bob, 'thief@customer.test')
  const undo = await codeIn('email-changed', bob.email)
  const thief = await shop.signIn({ email: 'thief@customer.test', password: bob.password })
  const blocker = await shop.signUp('bob')
  await verify(blocker)

  await request('update', { oobCode: undo })
  for (const { email, token } of [thief, blocker]) {
    const { status } = await shop.call('GET', `/user?email=${email}`, { token })
    assert.equal(status, 401)
  }
  const back = await shop.signIn(bob)
  assert.equal(back.uid, bob.uid)
  assert.deepEqual(await ordersOf(back), [order._id])
  const { body } = await shop.call<Profile>('GET', `/user?email=${bob.email}`, { token: back.token })
  assert.equal(body.address, '1 Bob Street')
})
