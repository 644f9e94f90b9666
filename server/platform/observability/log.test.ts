import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, placeOrder } from '#server/testing/place-order.ts'
import { confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'

// security 52
test('one log line per request with its id and without secrets', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  await using shop = await openTestShop({ log })
  const buyer = await shop.signUp('secretive')
  const product = await shop.addProduct()
  const order = await placeOrder(shop, buyer, product, 1)
  const secret = await openPayment(shop, buyer, order)
  await confirmCard(shop, secret, '4000000000000002')
  await payFor(shop, buyer, order)
  await shop.call('GET', `/orders?email=${buyer.email}`, { token: buyer.token })
  await shop.call('GET', `/admin/${buyer.email}`, { token: buyer.token })
  // Failures are where people log too much.
  await shop.call('PUT', `/user-info-update/${buyer.email}`, { token: buyer.token, body: { phone: '0171 555' } })
  await shop.call('POST', '/orders', {
    token: buyer.token,
    body: { ...orderBody(product, 1), address: '9 Hidden Lane\0' },
  })
  await shop.call('GET', `/user/${buyer.email}/nothing?token=${buyer.token}`)
  await shop.call('GET', '/all-users', { token: `${buyer.token}x` })
  await shop.call('POST', '/v1/accounts:signInWithPassword?key=boltyard', {
    body: { email: buyer.email, password: 'my wrong guess' },
  })
  await shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', {
    body: { requestType: 'PASSWORD_RESET', email: buyer.email },
  })
  const last = await shop.call('GET', `/order/${order._id}`, { token: buyer.token })

  const text = lines.join('')
  for (const [name, value] of Object.entries({
    email: buyer.email,
    adminEmail: shop.admin.email,
    password: buyer.password,
    adminPassword: shop.admin.password,
    guess: 'my wrong guess',
    token: buyer.token,
    tokenBody: buyer.token.split('.')[1] ?? '',
    idToken: buyer.idToken,
    adminToken: shop.admin.token,
    clientSecret: secret,
    card: '4242424242424242',
    declinedCard: '4000000000000002',
    cardsKey: shop.secrets.cardsSecretKey,
    address: 'Hidden Lane',
    phone: '0171 555',
  })) {
    assert.ok(!text.includes(value), `${name} is in the log`)
  }
  const id = last.headers.get('x-request-id')
  const [line] = lines.filter((each) => each.includes(String(id)))
  const { route, status, method } = JSON.parse(line ?? '{}') as Record<string, unknown>
  assert.deepEqual({ route, status, method }, { route: '/order/:id', status: 200, method: 'GET' })
})
