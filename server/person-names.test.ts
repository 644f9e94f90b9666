import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Profile } from '#contract/accounts.ts'
import type { Order } from '#contract/orders.ts'
import { isPersonName } from '#contract/person-name.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody } from '#server/testing/place-order.ts'
import { dumpTables } from '#server/testing/dump-tables.ts'

let ann: Person
const shop = provideTestShop({}, async () => {
  ann = await shop.signUp('ann')
})

const good = [
  "O'Neil & Sons Ltd.",
  'ACME GmbH & Co. KG',
  'J.R. Müller',
  'A.B.C. Parts Inc.',
  'Dr. med. Ann-Marie d’Arc, PhD',
  'Dr.med. Weber',
  'prof.dr.ir. Jansen',
  'Dipl.-Ing. Ernst Weiß',
  'St.John',
  'Ma.Fe Santos',
  'Müller GmbH & Co.KG',
  'Zhejiang Parts Co.,Ltd.',
  'Pty.Ltd',
  'Müller c/o Meier',
  'نگار \u200Cرضایی',
  'ශ්\u200Dරී ලංකා',
  '制动 有限公司',
  'x'.repeat(100),
]
const bad = [
  'Ann,\n\nyou won',
  'Ada\r\nBcc: x@evil.test',
  'Ann\tB',
  'Ann\u2028B',
  'Ann\u202Egpj.exe',
  'You won: https://evil.test/prize',
  'HTTP://EVIL.TEST',
  'you won at www.evil.test',
  'you won at evil.test/prize',
  'prizes at evil.test:8080',
  'evil.test?ann',
  'Gewinn evil.com',
  'evil.com Gewinn',
  'Booking.com B.V.',
  'Your prize: EVIL.COM.',
  'win at evil.co.uk',
  'win at evil.rocks, now',
  'win at evil-shop24.De',
  'evil．com',
  'evil[.]com',
  'evil (dot) com',
  'x@evil.test',
  'mailto:x@evil.test',
  'x＠evil',
  '<a href=x>',
  'Ann<br>',
  'Ann\u200BLee',
  'Ann\u200DLee',
  'Ann\u00ADLee',
  'Ann\u2060Lee',
  'Ann\uFEFFLee',
  'Ann\u200FLee',
  'Ann\u061CLee',
  'Ann\u2067Lee',
  'x'.repeat(101),
]

test('names of people and companies are names, and links and line breaks are none', () => {
  assert.deepEqual(
    good.filter((name) => !isPersonName(name)),
    [],
  )
  assert.deepEqual(bad.filter(isPersonName), [])
})

test('every endpoint refuses a name that is none, at its field, and nothing is written', async () => {
  const product = await shop.addProduct()
  const calls = (name: string) => [
    { method: 'POST', path: '/orders', field: 'buyerName', body: { ...orderBody(product, 1), buyerName: name } },
    {
      method: 'PUT',
      path: `/user-info-update/${ann.email}`,
      field: 'displayName',
      body: { displayName: name, education: 'School', skill: 'Bolts' },
    },
    {
      method: 'POST',
      path: '/add-review',
      field: 'displayName',
      body: { displayName: name, massage: 'Good', image: '/media/test/960.webp', rating: 5 },
    },
    { method: 'POST', path: '/contact', field: 'name', body: { name, email: 'ada@example.com', message: 'Hello' } },
  ]
  const untouched = await dumpTables(shop.db)
  for (const name of bad) {
    for (const { field, method, path, body } of calls(name)) {
      const response = await shop.call<{ code: string; errors?: { field: string; message: string }[] }>(method, path, {
        token: ann.token,
        body,
      })
      const { code, errors } = response.body
      assert.deepEqual([response.status, code, errors?.[0]?.field], [400, 'invalid-request', field], `${path}: ${name}`)
      assert.match(errors?.at(-1)?.message ?? '', /^must be a name on one line, without web or email addresses/)
    }
  }
  assert.equal(await dumpTables(shop.db), untouched)

  for (const { method, path, body } of calls(good[0] ?? '')) {
    assert.equal((await shop.call(method, path, { token: ann.token, body })).status, 200, path)
  }
  const { body: reviews } = await shop.call<OwnReview[]>('GET', '/my-reviews', { token: ann.token })
  const change = { displayName: bad[0] }
  const refused = await shop.call('PUT', `/reviews/${reviews[0]?._id}`, { token: ann.token, body: change })
  assert.equal(refused.body.code, 'invalid-request')
})

test('a sign-up and a change of the account with such a name are refused, and no account is made', async () => {
  const call = (verb: string, body: object) =>
    shop.call<{ error?: { message: string }; displayName?: string }>('POST', `/v1/accounts:${verb}?key=boltyard`, {
      body,
    })
  const input = { email: 'bob@customer.test', password: 'long enough bob', returnSecureToken: true }
  for (const displayName of bad) {
    for (const { status, body } of [
      await call('signUp', { ...input, displayName }),
      await call('update', { idToken: ann.idToken, displayName }),
    ]) {
      assert.equal(status, 400)
      assert.match(body.error?.message ?? '', /^INVALID_DISPLAY_NAME : /, displayName)
    }
  }
  assert.equal((await call('signUp', { ...input, displayName: ' J.R. Müller ' })).body.displayName, 'J.R. Müller')
})

test('a user with such a name from before keeps it and can order', async () => {
  const old = await shop.signUp('old')
  const name = 'Ann https://old.test'
  await shop.db.execute(sql`UPDATE users SET display_name = ${name} WHERE email = ${old.email}`)
  const product = await shop.addProduct()
  const order = await shop.call<{ order: Order }>('POST', '/orders', {
    token: old.token,
    body: { ...orderBody(product, 1), buyerName: '' },
  })
  assert.deepEqual([order.status, order.body.order.buyerName], [200, name])
  const { body } = await shop.call<Profile>('GET', `/user?email=${old.email}`, { token: old.token })
  assert.equal(body.displayName, name)
})

test('a name of another provider that is none is left out, and its owner still signs in', async () => {
  const eve = await shop.signUp('eve')
  await shop.db.execute(sql`UPDATE identity.accounts SET display_name = ${bad[0]} WHERE local_id = ${eve.uid}`)
  await shop.db.execute(sql`DELETE FROM users WHERE email = ${eve.email}`)
  const again = await shop.signIn(eve)
  const { status, body } = await shop.call<Profile>('GET', `/user?email=${eve.email}`, { token: again.token })
  assert.deepEqual([status, body.displayName], [200, ''])
})
