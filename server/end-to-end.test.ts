import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { confirmCard } from '#server/testing/pay-with-card.ts'

const shop = provideTestShop()

// A client of its own that knows the published list of calls and nothing else: no product ids or order ids in bodies.
const asBearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
const request = async <Body>(path: string, init: RequestInit = {}) => {
  const response = await fetch(shop.url + path, init)
  return { status: response.status, body: (await response.json()) as Body }
}

async function becomeCustomer(email: string): Promise<Person> {
  const json = { 'content-type': 'application/json' }
  const password = 'a long password'
  const account = await request<{ localId: string; idToken: string }>('/v1/accounts:signUp?key=any-public-key', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  })
  assert.equal(account.status, 200)
  const { localId: uid, idToken } = account.body
  await request('/v1/accounts:update?key=any-public-key', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ idToken, displayName: 'Carla Client' }),
  })
  const access = await request<{ token: string }>(`/user/${email}`, {
    method: 'PUT',
    headers: asBearer(idToken),
    body: JSON.stringify({ email }),
  })
  assert.equal(access.status, 200)
  const logIn = await request<{ token: string }>('/login', {
    method: 'POST',
    headers: asBearer(idToken),
    body: JSON.stringify({ email }),
  })
  assert.equal(logIn.status, 200)
  return { email, password, uid, idToken, token: logIn.body.token }
}

// spec 3.2, 3.9, 4.12, 6.5, 7.1, 7.2, 7.4, 7.8, 7.9, 7.12, 7.13, 7.14, 7.15, 7.17, 7.18, 7.21, 7.22
test('a client that knows only the published calls browses, orders, pays and is shipped to', async () => {
  await shop.addProduct({ name: 'Brake disc', minQuantity: 10, available: 50, price: 12.34 })
  await shop.addProduct({ name: 'Brake pad', available: 9 })
  const { email, token } = await becomeCustomer('client@customer.test')
  const headers = asBearer(token)

  const tools = await request<Tool[]>('/tools')
  const tool = tools.body.find(({ name }) => name === 'Brake disc')
  assert.ok(tool)
  const one = await request<Tool>(`/tools/${tool._id}`)
  assert.deepEqual(one.body, tool)

  const order = await request<{ success: boolean }>('/orders', {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: tool.name,
      buyerName: 'Carla Client',
      email,
      address: '1 Long Road',
      phoneNumber: '5550100',
      quantity: 12,
      totalPrice: tool.price * 12,
    }),
  })
  assert.deepEqual([order.status, order.body.success], [200, true])

  // The order took its units already; this client does not know and asks for the same once more.
  const reduced = await request('/tools/' + tool._id, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ ...tool, available: tool.available - 12 }),
  })
  assert.equal(reduced.status, 200)
  const input = { ...tool, available: 1000 }
  assert.equal(
    (await request(`/tools/${tool._id}`, { method: 'PUT', headers, body: JSON.stringify(input) })).status,
    403,
  )
  assert.equal((await request<Tool>(`/tools/${tool._id}`)).body.available, 38)

  const mine = await request<Order[]>(`/orders?email=${email}`, { headers })
  assert.equal(mine.body.length, 1)
  const id = mine.body[0]?._id ?? ''
  const toPay = await request<Order>(`/order/${id}`, { headers })
  assert.equal(toPay.body.totalPrice, 148.08)

  const intent = await request<{ clientSecret: string }>('/create-payment-intent', {
    method: 'POST',
    headers,
    body: JSON.stringify({ totalPrice: toPay.body.totalPrice }),
  })
  assert.equal(intent.status, 200)
  const { status, intentId } = await confirmCard(shop, intent.body.clientSecret)
  assert.equal(status, 200)
  const paid = await request(`/order/${id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ order: id, transactionId: intentId }),
  })
  assert.equal(paid.status, 200)
  const after = await request<Order[]>(`/orders?email=${email}`, { headers })
  assert.equal(after.body[0]?.paid, true)
  assert.equal(after.body[0]?.transactionId, intentId)
  assert.equal(after.body[0]?.shipped, false)

  const admin = asBearer(shop.admin.token)
  assert.deepEqual((await request(`/admin/${shop.admin.email}`, { headers: admin })).body, { admin: true })
  assert.deepEqual((await request(`/admin/${email}`, { headers })).body, { admin: false })
  const all = await request<Order[]>('/all-orders', { headers: admin })
  assert.equal(all.body[0]?._id, id)
  const shipped = await request<{ success: boolean }>(`/ship-order/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${shop.admin.token}` },
  })
  assert.deepEqual([shipped.status, shipped.body.success], [200, true])
  assert.equal((await request<Order>(`/order/${id}`, { headers })).body.shipped, true)
})

// spec 3.1, 3.3, 3.6, 6.4, 7.3, 7.5, 7.6, 7.7, 7.10, 7.11, 7.16, 7.19, 7.20
test('the same client cancels, keeps a profile, reviews; the admin adds, promotes and deletes', async () => {
  const { email, token } = await becomeCustomer('second@customer.test')
  const headers = asBearer(token)
  const admin = asBearer(shop.admin.token)
  const picture = '/media/client/960.webp'
  const added = await request<{ success: boolean }>('/tools', {
    method: 'POST',
    headers: admin,
    body: JSON.stringify({
      name: 'Oil filter',
      content: 'Filters oil.',
      available: 40,
      minQuantity: 4,
      price: 5,
      img: picture,
    }),
  })
  assert.equal(added.body.success, true)
  const tool = (await request<Tool[]>('/tools')).body.find(({ name }) => name === 'Oil filter')
  assert.equal(tool?.minOrder, 4)

  const input = {
    name: 'Oil filter',
    email,
    address: '1 Long Road',
    phoneNumber: '5550100',
    quantity: 4,
    totalPrice: 20,
  }
  await request('/orders', { method: 'POST', headers, body: JSON.stringify(input) })
  const [order] = (await request<Order[]>(`/orders?email=${email}`, { headers })).body
  const cancelled = await request<{ success: boolean }>(`/orders/${order?._id}`, { method: 'DELETE', headers })
  assert.equal(cancelled.body.success, true)
  assert.deepEqual((await request<Order[]>(`/orders?email=${email}`, { headers })).body, [])

  const profile = {
    displayName: 'Second Client',
    education: 'School',
    skill: 'Welding',
    project1: 'https://example.com/one',
    project2: '',
    project3: '',
    email,
    phone: '5550199',
  }
  const saved = await request<{ success: boolean }>(`/user-info-update/${email}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(profile),
  })
  assert.equal(saved.body.success, true)
  const kept = await request<Record<string, string>>(`/user?email=${email}`, { headers })
  for (const [field, value] of Object.entries(profile)) assert.equal(kept.body[field], value, field)

  const review = { displayName: 'Sec', designation: 'Welder', massage: 'Fine parts.', image: picture, rating: 4 }
  const published = await request('/add-review', {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...review, name: 'Another Name', email: 'else@customer.test' }),
  })
  assert.equal(published.status, 200)
  const [newest] = (await request<Record<string, unknown>[]>('/reviews')).body
  assert.equal(newest?.['massage'], 'Fine parts.')
  assert.equal(newest?.['name'], 'Second Client')
  assert.equal(newest?.['email'], undefined)

  assert.ok(tool)
  const deleted = await request<{ success: boolean }>(`/tools/${tool._id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${shop.admin.token}` },
  })
  assert.equal(deleted.body.success, true)
  assert.ok(!(await request<Tool[]>('/tools')).body.some(({ name }) => name === 'Oil filter'))

  const users = await request<{ email: string; role: string }[]>('/all-users', { headers: admin })
  assert.equal(users.body.find((user) => user.email === email)?.role, 'customer')
  assert.equal((await request(`/user-update/${email}`, { method: 'PUT', headers })).status, 403)
  const promoted = await request<{ success: boolean }>(`/user-update/${email}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${shop.admin.token}` },
  })
  assert.equal(promoted.body.success, true)
  assert.deepEqual((await request(`/admin/${email}`, { headers })).body, { admin: true })
})

test('calls without a body may still say that it would be JSON', async () => {
  const { email, token } = await becomeCustomer('third@customer.test')
  await shop.addProduct({ name: 'Spark plug' })
  const headers = asBearer(token)
  await request('/orders', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Spark plug', address: '1 Long Road', phoneNumber: '5550100', quantity: 1 }),
  })
  const [order] = (await request<Order[]>(`/orders?email=${email}`, { headers })).body
  assert.equal((await request(`/orders/${order?._id}`, { method: 'DELETE', headers })).status, 200)
  const admin = asBearer(shop.admin.token)
  assert.equal((await request(`/user-update/${email}`, { method: 'PUT', headers: admin })).status, 200)
})
