import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Profile, User } from '#contract/accounts.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { placed } from '#server/testing/order-of.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const remove = (by: Person, whom: Person) => shop.call('DELETE', `/user/${whom.email}`, { token: by.token })
const promote = (whom: Person) => shop.call('PUT', `/user-update/${whom.email}`, { token: shop.admin.token })

test('a removed user’s tokens end at once, the address is free again, and the orders stay', async () => {
  const ann = await shop.signUp('ann')
  const order = await placed(shop, ann, await shop.addProduct(), 1)
  assert.equal((await remove(shop.admin, ann)).status, 200)
  const profile = await shop.call('GET', `/user?email=${ann.email}`, { token: ann.token })
  assert.equal(profile.body.code, 'session-ended')
  const back = await shop.call('PUT', `/user/${ann.email}`, { token: ann.idToken })
  assert.equal(`${back.status} ${back.body.code}`, '403 account-removed')
  const all = await shop.call<Order[]>('GET', '/all-orders', { token: shop.admin.token })
  assert.ok(all.body.some(({ _id }) => _id === order._id))
  const users = await shop.call<User[]>('GET', '/all-users', { token: shop.admin.token })
  assert.ok(!users.body.some(({ email }) => email === ann.email))
  const again = await remove(shop.admin, ann)
  assert.equal(`${again.status} ${again.body.code}`, '404 user-not-found')
})

test('nobody removes themselves', async () => {
  const { status, body } = await remove(shop.admin, shop.admin)
  assert.equal(`${status} ${body.code}`, '409 not-yourself')
})

test('two admins who remove each other at once leave one, five times over', async () => {
  for (let round = 0; round < 5; round++) {
    await using arena = await openArena(round)
    const { one, other } = arena
    const answers = await Promise.all([remove(one, other), remove(other, one)])
    const done = answers.filter(({ status }) => status === 200)
    assert.equal(done.length, 1, JSON.stringify(answers.map(({ body }) => body)))
    const { rows } = await shop.db.execute(sql`SELECT email FROM users WHERE role = 'admin' AND removed_at IS NULL`)
    assert.equal(rows.length, 1)
  }

  /** Two admins and no third, for as long as the round takes. */
  async function openArena(round: number) {
    const one = await shop.signUp(`one${round}`)
    const other = await shop.signUp(`other${round}`)
    await promote(one)
    await promote(other)
    await shop.db.execute(sql`UPDATE users SET role = 'customer' WHERE email = ${shop.admin.email}`)
    return {
      one,
      other,
      async [Symbol.asyncDispose]() {
        await shop.db.execute(
          sql`UPDATE users SET role = CASE WHEN email = ${shop.admin.email} THEN 'admin' ELSE 'customer' END`,
        )
      },
    }
  }
})

test('the last admin stays, whoever asks', async () => {
  const bob = await shop.signUp('bob')
  await promote(bob)
  // Bob's call is under way when he himself loses his rights: the rule holds in the rows, not in the request.
  const { removeUser } = await import('#server/accounts/remove-user.ts')
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${bob.email}`)
  await shop.db.execute(sql`UPDATE users SET role = 'customer' WHERE email = ${bob.email}`)
  await assert.rejects(removeUser(shop.db, shop.admin.email, { id: rows[0]?.id ?? '' }), { code: 'last-admin' })
})

test('making an admin is written down once, with who did it', async () => {
  const cem = await shop.signUp('cem')
  assert.equal((await promote(cem)).status, 200)
  assert.equal((await promote(cem)).status, 200)
  const { rows } = await shop.db.execute(sql`
    SELECT by.email FROM role_changes JOIN users u ON u.id = user_id JOIN users by ON by.id = changed_by
    WHERE u.email = ${cem.email}`)
  assert.deepEqual(rows, [{ email: shop.admin.email }])
})

test('a profile is kept as it was sent; links are web addresses and photos are ours', async () => {
  const dee = await shop.signUp('dee')
  const save = (body: object) =>
    shop.call<{ profile: Profile; code?: string }>('PUT', `/user-info-update/${dee.email}`, { token: dee.token, body })
  const right = { displayName: ' Dee ', education: 'Master', skill: 'Gear boxes', phone: 5550100 }
  const saved = await save({ ...right, project1: 'https://example.com/a', address: '1 Road' })
  assert.equal(saved.body.profile.displayName, 'Dee')
  assert.equal(saved.body.profile.phone, '5550100')
  assert.equal(saved.body.profile.project1, 'https://example.com/a')
  for (const project1 of ['javascript:alert(1)', 'example.com', 'data:text/html,x', '//evil.test']) {
    assert.equal((await save({ ...right, project1 })).status, 400, project1)
  }
  for (const photoURL of ['javascript:alert(1)', 'http://evil.test/x.png', 'data:image/png;base64,']) {
    assert.equal((await save({ ...right, photoURL })).body.code, 'image-not-ours', photoURL)
  }
  const kept = await shop.call<Profile>('GET', `/user?email=${dee.email}`, { token: dee.token })
  assert.equal(kept.body.address, '1 Road')
  assert.equal(kept.body.project1, 'https://example.com/a')
})
