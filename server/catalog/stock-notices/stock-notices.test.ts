import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool, ManagedTool } from '#contract/catalog.ts'
import { emailOfUser } from '#server/accounts/user-columns.ts'
import { sendNotices } from '#server/catalog/stock-notices/send-notices.ts'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { findStore } from '#server/testing/find-store.ts'
import { openTestShop, provideTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const queueMail = createQueueMail({
  jobs: { enqueue: () => Promise.reject(new Error('Nothing is delivered here.')) },
  delivers: false,
  publicUrl: () => 'http://localhost',
  findStore,
})
const send = () => sendNotices(shop.db, { queueMail, emailOfUser })

const addSoldOut = (name: string, parts: Parameters<TestShop['addProduct']>[0] = {}) =>
  shop.addProduct({ name, available: 0, minQuantity: 4, ...parts })

const ask = (id: string, email?: string, options: Parameters<TestShop['call']>[2] = {}) =>
  shop.call('POST', `/tools/${id}/stock-notices`, { body: { ...(email && { email }) }, ...options })

/** Asks as a visitor and confirms the address by the link of the mail, if there is one. */
async function askAndConfirm(id: string, email: string) {
  assert.equal((await ask(id, email)).status, 200)
  const [token] = await confirmationTokens(email)
  assert.equal((await shop.call('POST', '/stock-notices/confirm', { body: { token } })).status, 200)
}

async function confirmationTokens(email: string) {
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    SELECT text_body AS text FROM outbox WHERE recipient = ${email} AND kind = 'stock-notice-confirmation' ORDER BY id`)
  return rows.map(({ text }) => /stock-notices\?token=([\w-]+)&confirm=1/.exec(text)?.[1])
}

const adjust = (id: string, change: number) =>
  shop.call('POST', `/tools/${id}/stock-movements`, { token: shop.admin.token, body: { change, reason: 'Delivery' } })

const mailsTo = async (email: string) => {
  const { rows } = await shop.db.execute<{ subject: string; text: string }>(sql`
    SELECT subject, text_body AS text FROM outbox WHERE recipient = ${email} AND kind = 'stock-notice' ORDER BY id`)
  return rows
}

test('who asked is mailed once, in the language of the page, when the minimum of an order is there again', async () => {
  const { _id: id } = await addSoldOut('Brake disc, blue', {
    texts: { de: { name: 'Bremsscheibe, blau', content: '' } },
  })
  assert.equal((await ask(id, 'Vera@Visitor.test', { headers: { 'accept-language': 'de' } })).status, 200)
  await askAndConfirm(id, 'vera@visitor.test')
  const buyer = await createCustomer(shop, 'wanda')
  assert.equal((await ask(id, undefined, { token: buyer.token })).status, 200)
  const managed = await shop.call<ManagedTool[]>('GET', '/all-tools?q=blue', { token: shop.admin.token })
  assert.deepEqual(
    managed.body.map(({ waiting }) => waiting),
    [2],
  )
  const edited = await shop.call<EditedTool>('GET', `/all-tools/${id}`, { token: shop.admin.token })
  assert.equal(edited.body.waiting, 2)
  const today = await shop.call<{ kind: string; count: number }[]>('GET', '/tasks', { token: shop.admin.token })
  assert.equal(today.body.find(({ kind }) => kind === 'awaited')?.count, 1)
  const awaited = () => shop.call<ManagedTool[]>('GET', '/all-tools?show=awaited', { token: shop.admin.token })
  assert.deepEqual(
    (await awaited()).body.map(({ _id }) => _id),
    [id],
  )

  assert.equal((await adjust(id, 3)).status, 200)
  await send()
  assert.deepEqual(await mailsTo('vera@visitor.test'), [], 'fewer than the minimum')
  // Two at the shelf, and two processes.
  await Promise.all([adjust(id, 1), adjust(id, 5)])
  await Promise.all([send(), send()])
  await send()
  const [german, ...more] = await mailsTo('vera@visitor.test')
  assert.deepEqual(more, [])
  assert.equal(german?.subject, 'Wieder auf Lager: Bremsscheibe, blau')
  const own = await mailsTo(buyer.email)
  assert.deepEqual(
    own.map(({ subject }) => subject),
    ['Back in stock: Brake disc, blue'],
  )
  assert.match(own[0]?.text ?? '', new RegExp(`http://localhost/products/${id}`))
  assert.deepEqual((await awaited()).body, [])
  await adjust(id, -9)
  await adjust(id, 9)
  await send()
  assert.equal((await mailsTo('vera@visitor.test')).length, 1, 'once, not each time')
})

test('a process that is killed in the middle of the mails leaves none that is lost or doubled', async () => {
  const { _id: id } = await addSoldOut('Flywheel')
  const people = ['kim@visitor.test', 'kit@visitor.test', 'kay@visitor.test']
  for (const email of people) await askAndConfirm(id, email)
  await adjust(id, 4)
  let written = 0
  const dying: typeof queueMail = async (tx, mail) => {
    await queueMail(tx, mail)
    written += 1
    // What PostgreSQL sees of a kill -9: the connection is gone.
    if (written === 2) await tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
  }
  await assert.rejects(sendNotices(shop.db, { queueMail: dying, emailOfUser }))
  assert.equal(written, 2)
  await send()
  await send()
  const counts = await Promise.all(people.map(async (email) => (await mailsTo(email)).length))
  assert.deepEqual(counts, [1, 1, 1])
})

test('an address gets one mail to confirm it, whatever it waits for, and nothing else before', async () => {
  const parts = [await addSoldOut('Rotor, one'), await addSoldOut('Rotor, two'), await addSoldOut('Rotor, three')]
  const buyer = await shop.signUp('uma')
  for (const { _id } of parts.slice(0, 2)) {
    const asked = await ask(_id, 'victim@visitor.test')
    assert.deepEqual(asked.body, { success: true, confirm: true })
    const own = await ask(_id, undefined, { token: buyer.token })
    assert.deepEqual(
      own.body,
      { success: true, confirm: true },
      'nor is the address of an account that is not verified',
    )
  }
  const [first] = parts
  const edited = await shop.call<EditedTool>('GET', `/all-tools/${first?._id}`, { token: shop.admin.token })
  assert.equal(edited.body.waiting, undefined, 'nobody is known to wait')
  const tokens = await confirmationTokens('victim@visitor.test')
  assert.equal(tokens.length, 1)
  assert.equal((await confirmationTokens(buyer.email)).length, 1)
  for (const { _id } of parts) await adjust(_id, 4)
  await send()
  assert.deepEqual([...(await mailsTo('victim@visitor.test')), ...(await mailsTo(buyer.email))], [])

  const confirm = () => shop.call('POST', '/stock-notices/confirm', { body: { token: tokens[0] } })
  assert.deepEqual([(await confirm()).status, (await confirm()).status], [200, 200])
  await send()
  assert.equal((await mailsTo('victim@visitor.test')).length, 2)
  for (const { _id } of parts) await adjust(_id, -4)
  await ask(parts[2]?._id ?? '', 'victim@visitor.test')
  assert.equal((await confirmationTokens('victim@visitor.test')).length, 1, 'once for the address')
  await adjust(parts[2]?._id ?? '', 4)
  await send()
  assert.equal((await mailsTo('victim@visitor.test')).length, 3)
})

test('the link of the mail deletes the address with all that it waits for', async () => {
  const [one, other] = [await addSoldOut('Hub, one'), await addSoldOut('Hub, other')]
  for (const { _id } of [one, other]) await askAndConfirm(_id, 'vic@visitor.test')
  await adjust(one._id, 4)
  await send()
  const [mail] = await mailsTo('vic@visitor.test')
  const [, token] = /stock-notices\?token=(\S+)/.exec(mail?.text ?? '') ?? []
  const end = () => shop.call('POST', '/stock-notices/end', { body: { token } })
  assert.equal((await end()).status, 200)
  const again = await end()
  assert.equal(again.status, 404)
  assert.equal(again.body.code, 'stock-notice-not-found')
  await adjust(other._id, 4)
  await send()
  assert.equal((await mailsTo('vic@visitor.test')).length, 1)
})

test('what can be ordered, is not there or has no address is refused by name; bots are answered, but not kept', async () => {
  const { _id: id } = await addSoldOut('Spring')
  const { _id: inStock } = await shop.addProduct({ name: 'Spring in stock' })
  assert.equal((await ask(inStock, 'a@visitor.test')).body.code, 'product-in-stock')
  assert.equal((await ask(crypto.randomUUID(), 'a@visitor.test')).body.code, 'product-not-found')
  assert.equal((await ask(id)).body.code, 'stock-notice-email-needed')
  assert.equal((await ask(id, 'no address')).status, 400)
  const body = { email: 'bot@visitor.test', website: 'https://spam.test' }
  assert.equal((await ask(id, undefined, { body })).status, 200)
  const { rows } = await shop.db.execute(sql`SELECT FROM stock_notices WHERE email = 'bot@visitor.test'`)
  assert.equal(rows.length, 0)
})

test('with an account go its notices, also those that were asked for before it; old ones go by themselves', async () => {
  const { _id: id } = await addSoldOut('Clutch')
  const buyer = await shop.signUp('zoe')
  await ask(id, buyer.email)
  await ask(id, 'old@visitor.test')
  await shop.db.execute(
    sql`UPDATE stock_notices SET asked_at = now() - interval '3 years' WHERE email = 'old@visitor.test'`,
  )
  const deleted = await shop.call('POST', '/v1/accounts:delete?key=boltyard', { body: { idToken: buyer.idToken } })
  assert.equal(deleted.status, 200)
  await send()
  const { rows } = await shop.db.execute(sql`SELECT FROM stock_notices WHERE product_id = ${id}`)
  assert.equal(rows.length, 0)
})

test('visitors of one network ask at most 20 times an hour, and for one address 10 times; accounts are counted by themselves', async () => {
  await using limited = await openTestShop({ sharing: shop, env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })
  const { _id: id } = await addSoldOut('Gearbox')
  const askFrom = (network: string, email: string) =>
    limited.call('POST', `/tools/${id}/stock-notices`, { body: { email }, headers: { 'x-forwarded-for': network } })
  for (const _ of Array.from({ length: 10 })) assert.equal((await askFrom('203.0.113.1', 'x@visitor.test')).status, 200)
  const refused = await askFrom('203.0.113.1', 'x@visitor.test')
  assert.equal(refused.status, 429)
  assert.equal(refused.body.code, 'too-many-requests')
  for (const _ of Array.from({ length: 10 })) assert.equal((await askFrom('203.0.113.1', 'y@visitor.test')).status, 200)
  assert.equal((await askFrom('203.0.113.1', 'z@visitor.test')).status, 429)
  const { token } = await shop.signUp('yann')
  const askSignedIn = () =>
    limited.call('POST', `/tools/${id}/stock-notices`, {
      body: {},
      token,
      headers: { 'x-forwarded-for': '203.0.113.1' },
    })
  for (const _ of Array.from({ length: 10 })) assert.equal((await askSignedIn()).status, 200)
  assert.equal((await askSignedIn()).status, 429)
})
