import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Profile, User } from '#contract/accounts.ts'
import { openTestShop, type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'

const shop = provideTestShop()

const remove = (by: Person, whom: Person) => shop.call('DELETE', `/user/${whom.email}`, { token: by.token })
const demote = (by: { token: string }, whom: { email: string }) =>
  shop.call('DELETE', `/admin/${whom.email}`, { token: by.token })
const verify = (whom: Person) =>
  shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${whom.email}`)
async function promote(whom: Person) {
  await verify(whom)
  return shop.call('PUT', `/user-update/${whom.email}`, { token: shop.admin.token })
}

// spec 2.36
// security 5
test('a removed user’s tokens end at once, the address is free again, and the orders stay', async () => {
  const ann = await shop.signUp('ann')
  const order = await placeOrder(shop, ann, await shop.addProduct(), 1)
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

test('admins cannot remove themselves', async () => {
  const { status, body } = await remove(shop.admin, shop.admin)
  assert.equal(`${status} ${body.code}`, '409 not-yourself')
})

test('two admins who take each other’s rights at once leave one, six times over', async () => {
  for (let round = 0; round < 6; round++) {
    await using arena = await openArena(round)
    const { one, other } = arena
    const take = round % 2 ? remove : demote
    const responses = await Promise.all([take(one, other), take(other, one)])
    const done = responses.filter(({ status }) => status === 200)
    assert.equal(done.length, 1, JSON.stringify(responses.map(({ body }) => body)))
    const { rows } = await shop.db.execute(sql`SELECT email FROM users WHERE role = 'admin' AND removed_at IS NULL`)
    assert.equal(rows.length, 1)
  }

  /** Creates exactly two admins for a round. */
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

// spec 2.36, 4.17
test('an admin who has just lost her rights removes nobody', async () => {
  const bob = await shop.signUp('bob')
  await promote(bob)
  // Bob's call is under way when he himself loses his rights: the rule holds in the rows, not in the request.
  const { removeUser } = await import('#server/accounts/remove-user.ts')
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${bob.email}`)
  await shop.db.execute(sql`UPDATE users SET role = 'customer' WHERE email = ${bob.email}`)
  await assert.rejects(removeUser(shop.db, shop.admin.email, { id: rows[0]?.id ?? '', ip: '' }), {
    code: 'more-than-yours',
  })
})

test('each change of a role is written down once: who, whom, and from where', async () => {
  const cem = await shop.signUp('cem')
  for (const step of [promote, promote, (whom: Person) => demote(shop.admin, whom)]) {
    assert.equal((await step(cem)).status, 200)
  }
  assert.equal((await demote(shop.admin, cem)).status, 200, 'a customer stays one')
  assert.equal((await remove(shop.admin, cem)).status, 200)
  const { rows } = await shop.db.execute(sql`
    SELECT after ->> 'role' AS role, by.email, from_address FROM audit_events
    JOIN users u ON u.id::text = subject_id JOIN users by ON by.id = actor_id WHERE u.email = ${cem.email} ORDER BY audit_events.id`)
  assert.deepEqual(
    rows,
    ['admin', 'customer', null].map((role) => ({ role, email: shop.admin.email, from_address: '127.0.0.1' })),
  )
})

test('a new admin has admin rights once the address is verified', async () => {
  const uma = await shop.signUp('uma')
  assert.equal((await shop.call('PUT', `/user-update/${uma.email}`, { token: shop.admin.token })).status, 200)
  assert.equal((await shop.call('GET', '/all-users', { token: uma.token })).body.code, 'email-not-verified')
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${uma.email}`)
  const product = await shop.addProduct()
  const rename = () => shop.call('PUT', `/tools/${product._id}`, { token: uma.token, body: { name: 'Hers' } })
  assert.equal((await shop.call('GET', '/all-users', { token: uma.token })).status, 200)
  await shop.db.execute(sql`UPDATE users SET email_verified_at = NULL WHERE email = ${uma.email}`)
  assert.equal((await shop.call('GET', '/all-users', { token: uma.token })).body.code, 'email-not-verified')
  assert.equal((await shop.call('GET', `/user?email=${shop.admin.email}`, { token: uma.token })).status, 403)
  assert.equal((await rename()).body.code, 'not-allowed')
  // An inactive admin does not count as a remaining one.
  assert.equal((await demote(shop.admin, shop.admin)).body.code, 'last-admin')
})

test('an address that is verified at the identity provider is verified here, and a new address is not', async () => {
  const { upsertUser } = await import('#server/accounts/upsert-user.ts')
  const ned = { uid: 'ned', email: 'ned@customer.test', emailVerified: false, name: 'Ned', photoUrl: '' }
  const isVerified = async (change: object) =>
    (await upsertUser(shop.db, { ...ned, ...change })).emailVerifiedAt !== null
  assert.equal(await isVerified({}), false)
  assert.equal(await isVerified({ emailVerified: true }), true)
  assert.equal(await isVerified({}), true, 'an older token takes nothing back')
  assert.equal(await isVerified({ email: 'ned2@customer.test' }), false)
  assert.equal(await isVerified({ email: 'ned3@customer.test', emailVerified: true }), true)
})

// security 16
test('roles change only within 15 minutes after signing in', async () => {
  let ahead = 0
  await using other = await openTestShop({ now: () => new Date(Date.now() + ahead) })
  const vic = await other.signUp('vic')
  await other.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${vic.email}`)
  ahead = 14 * 60_000
  const make = (token: string) => other.call('PUT', `/user-update/${vic.email}`, { token })
  assert.equal((await make(other.admin.token)).status, 200)
  ahead = 16 * 60_000
  for (const [method, path] of [
    ['PUT', `/user-update/${vic.email}`],
    ['DELETE', `/admin/${vic.email}`],
    ['DELETE', `/user/${vic.email}`],
  ] as const) {
    const { status, body } = await other.call(method, path, { token: other.admin.token })
    assert.equal(`${status} ${body.code}`, '403 sign-in-again')
  }
  assert.equal((await other.call('GET', '/all-users', { token: other.admin.token })).status, 200)
  assert.equal((await make((await other.signIn(other.admin)).token)).status, 200)
})

// spec 3.4, 7.19, 9.9
test('users are found by the beginnings of words and by their role, page by page', async () => {
  for (let index = 0; index < 7; index++) {
    await shop.db.execute(sql`INSERT INTO users (id, email, display_name, created_at)
      VALUES (gen_random_uuid(), ${`crew${index}@paging.test`}, ${`Wanda O'Neil-${index}`}, '2020-01-01T00:00:00.123456Z')`)
  }
  const request = async (path: string) => {
    const { status, body, headers } = await shop.call<User[]>('GET', path, { token: shop.admin.token })
    assert.equal(status, 200, JSON.stringify(body))
    return { users: body, next: /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] }
  }
  for (const q of ['wanda', 'WANDA neil', "o'neil wan", 'paging', 'crew @paging']) {
    const seen: User[] = []
    let path: string | undefined = `/all-users?limit=3&q=${encodeURIComponent(q)}`
    for (let pages = 1; path; pages++) {
      const page = await request(path)
      seen.push(...page.users)
      path = page.next
      assert.equal(page.users.length, path ? 3 : 1)
      assert.ok(pages <= 3)
    }
    assert.equal(new Set(seen.map(({ _id }) => _id)).size, 7, q)
  }
  assert.deepEqual((await request('/all-users?q=anda')).users, [])
  assert.deepEqual((await request('/all-users?q=wanda&role=admin')).users, [])
  assert.ok((await request('/all-users?role=admin')).users.every(({ role }) => role === 'admin'))
  assert.equal((await request(`/all-users?q=${encodeURIComponent(`'); \\ :* & | !`)}&limit=1`)).users.length, 1)
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'after=1', 'role=king', 'limit=1&limit=2']) {
    assert.equal((await shop.call('GET', `/all-users?${query}`, { token: shop.admin.token })).status, 400, query)
  }
})

// spec 3.6, 5.7, 7.11
// security 41
test('a profile is stored as sent; links must be http(s) URLs and photos uploaded images', async () => {
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
