import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import type { listStaff } from '#contract/staff.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'

const shop = provideTestShop()

const listed = async () =>
  (await shop.call<ResponseBody<typeof listStaff>>('GET', '/staff', { token: shop.admin.token })).body
const builtIn = async (name: string) => (await listed()).roles.find((role) => role.builtIn === name)?._id ?? ''
const assign = (by: Person, { email }: { email: string }, roleId?: string) =>
  shop.call('PUT', `/staff/${email}`, { token: by.token, body: roleId === undefined ? {} : { roleId } })
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? ''}`.trim()

/** Signs up a customer whose e-mail is verified. */
async function newPerson(name: string): Promise<Person> {
  const person = await shop.signUp(name)
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${person.email}`)
  return person
}

async function newRole(by: Person, name: string, permissions: string[]) {
  return shop.call<{ role: { _id: string } }>('POST', '/staff-roles', { token: by.token, body: { name, permissions } })
}

test('a clerk for orders reads orders and nothing else, from the next call on until the role is taken back', async () => {
  const clerk = await newPerson('clerk')
  const buyer = await newPerson('clerks-buyer')
  const order = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const see = () => shop.call<Order>('GET', `/order/${order._id}`, { token: clerk.token })
  assert.equal((await see()).status, 404)
  assert.equal(outcome(await shop.call('GET', '/all-orders', { token: clerk.token })), '403 admin-only')

  assert.equal((await assign(shop.admin, clerk, await builtIn('orders'))).status, 200)
  assert.equal((await see()).status, 200)
  assert.equal((await shop.call('GET', '/all-orders', { token: clerk.token })).status, 200)
  const own = await shop.call('GET', `/admin/${clerk.email}`, { token: clerk.token })
  assert.deepEqual(own.body, { admin: false, permissions: ['orders', 'shipping'] })
  const body = { amount: 1, reason: 'requested_by_customer' }
  for (const [method, path, sent] of [
    ['GET', '/outbox'],
    ['GET', '/staff'],
    ['GET', '/all-users'],
    ['GET', '/customers'],
    ['PUT', `/user-update/${clerk.email}`],
    ['POST', `/order/${order._id}/refunds`, body],
  ] as const) {
    const refused = await shop.call(method, path, { token: clerk.token, body: sent })
    assert.equal(outcome(refused), '403 permission-missing', `${method} ${path}`)
  }

  assert.equal((await assign(shop.admin, clerk)).status, 200)
  assert.equal(outcome(await shop.call('GET', '/all-orders', { token: clerk.token })), '403 admin-only')
  const { body: events } = await shop.call<AuditEvent[]>('GET', `/audit-log?kind=role-changed&q=${clerk.email}`, {
    token: shop.admin.token,
  })
  assert.deepEqual(
    events.map(({ before: was, after: is }) => [was, is]),
    [
      [{ role: 'orders' }, { role: 'customer' }],
      [{ role: 'customer' }, { role: 'orders' }],
    ],
  )
})

test('nobody gives more than they have, nor touches those who have more', async () => {
  const manager = await newPerson('manager')
  const helper = await newPerson('helper')
  const { role } = (await newRole(shop.admin, 'Manager', ['users', 'orders'])).body
  const { role: wide } = (await newRole(shop.admin, 'Wide', ['orders', 'settings'])).body
  assert.equal((await assign(shop.admin, manager, role._id)).status, 200)

  assert.equal((await assign(manager, helper, role._id)).status, 200)
  assert.equal((await assign(manager, helper)).status, 200)
  const attempts = {
    'gives another a wider role': () => assign(manager, helper, wide._id),
    'gives herself a wider role': () => assign(manager, manager, wide._id),
    'takes the role of an admin': () => assign(manager, shop.admin),
    'adds a wider role': () => newRole(manager, 'Wider', ['orders', 'refunds']),
    'widens her own role': () =>
      shop.call('PUT', `/staff-roles/${role._id}`, {
        token: manager.token,
        body: { name: 'Manager', permissions: ['users', 'orders', 'refunds'] },
      }),
    'deletes a wider role': () => shop.call('DELETE', `/staff-roles/${wide._id}`, { token: manager.token }),
    'makes an admin': () => shop.call('PUT', `/user-update/${helper.email}`, { token: manager.token }),
    'demotes an admin': () => shop.call('DELETE', `/admin/${shop.admin.email}`, { token: manager.token }),
    'changes the profile of an admin': () =>
      shop.call('PUT', `/user-info-update/${shop.admin.email}`, {
        token: manager.token,
        body: { displayName: 'Somebody', education: 'none', skill: 'none' },
      }),
    'removes an admin': () => shop.call('DELETE', `/user/${shop.admin.email}`, { token: manager.token }),
  }
  for (const [what, attempt] of Object.entries(attempts))
    assert.equal(outcome((await attempt()) as never), '403 more-than-yours', what)
  assert.equal(outcome(await shop.call('GET', '/outbox', { token: manager.token })), '403 permission-missing')
})

test('the last admin keeps her role, also when two take it from each other at once', async () => {
  assert.equal(outcome(await assign(shop.admin, shop.admin, await builtIn('orders'))), '409 last-admin')
  const other = await newPerson('other-admin')
  assert.equal((await shop.call('PUT', `/user-update/${other.email}`, { token: shop.admin.token })).status, 200)
  const outcomes = (await Promise.all([assign(shop.admin, other), assign(other, shop.admin)])).map(outcome)
  assert.equal(outcomes.filter((each) => each === '200').length, 1, outcomes.join(', '))
  const { rows } = await shop.db.execute(sql`SELECT 1 FROM users WHERE role = 'admin' AND removed_at IS NULL`)
  assert.equal(rows.length, 1)
  await shop.db.execute(sql`UPDATE users SET role = 'admin' WHERE email = ${shop.admin.email}`)
})

test('roles of the shop never change, names are unique, and a role with members stays', async () => {
  const { role } = (await newRole(shop.admin, 'Counter', ['orders'])).body
  assert.equal(outcome((await newRole(shop.admin, 'COUNTER', ['orders'])) as never), '409 role-name-taken')
  const token = shop.admin.token
  assert.equal(
    outcome(await shop.call('DELETE', `/staff-roles/${await builtIn('catalog')}`, { token })),
    '409 role-built-in',
  )
  const member = await newPerson('counter-member')
  await assign(shop.admin, member, role._id)
  assert.equal(outcome(await shop.call('DELETE', `/staff-roles/${role._id}`, { token })), '409 role-in-use')
  const body = { name: 'Counter', permissions: ['catalog'] }
  assert.equal((await shop.call('PUT', `/staff-roles/${role._id}`, { token, body })).status, 200)
  assert.equal((await shop.call('GET', '/all-orders', { token: member.token })).status, 403)
  assert.equal((await shop.call('GET', '/all-tools', { token: member.token })).status, 200)
  await assign(shop.admin, member)
  assert.equal((await shop.call('DELETE', `/staff-roles/${role._id}`, { token })).status, 200)
  assert.equal(outcome(await assign(shop.admin, member, role._id)), '404 role-not-found')
})

test('a person without an account is invited by the role, once for two admins at the same time', async () => {
  const email = 'new-packer@seller.test'
  const role = await builtIn('orders')
  const invite = () =>
    shop.call<{ invited?: boolean }>('PUT', `/staff/${email}`, { token: shop.admin.token, body: { roleId: role } })
  const added = () =>
    shop
      .call('POST', '/customers', { token: shop.admin.token, body: { email, name: 'Pat' } })
      .then(({ status }) => status)
  const [first, second, asCustomer] = await Promise.all([invite(), invite(), added()])
  // The second finds the account, unless the invitation has yet to open it.
  assert.ok(first.body.invited ?? second.body.invited)
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.ok(asCustomer === 200 || asCustomer === 409, String(asCustomer))
  const members = (await listed()).members.filter((member) => member.email === email)
  assert.deepEqual(
    members.map(({ roleId, invited, emailVerified }) => [roleId, invited, emailVerified]),
    [[role, true, true]],
  )
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${email}`)
  const again = await shop.call('POST', `/customer/${rows[0]?.id}/invitation`, { token: shop.admin.token })
  assert.equal(again.status, 200)
  const [mail] = await mailsTo(shop, email)
  assert.match(mail?.text ?? '', /You work for .* now: .*your work is under “Dashboard”/s)
  const taken = await shop.call('PUT', '/staff/stranger@seller.test', { token: shop.admin.token, body: {} })
  assert.equal(outcome(taken as never), '404 user-not-found')
})
