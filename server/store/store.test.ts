import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { listOutbox } from '#contract/notifications.ts'
import type { Store } from '#contract/store.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const put = (body: object, token = shop.admin.token) => shop.call<Store>('PUT', '/store', { token, body })
const get = async () => (await shop.call<Store>('GET', '/store')).body

test('a store is called as the software is until the seller names it', async () => {
  assert.deepEqual(await get(), { name: 'Boltyard', currency: 'USD', timeZone: 'UTC', units: 'metric' })
  const named = await put({ name: '  Köhler & Söhne Autoteile ' })
  assert.equal(named.status, 200)
  assert.equal(named.body.name, 'Köhler & Söhne Autoteile')
  assert.equal((await get()).name, 'Köhler & Söhne Autoteile')
  const { body: api } = await shop.call<{ info: { title: string } }>('GET', '/openapi.json')
  assert.equal(api.info.title, 'Köhler & Söhne Autoteile')
  assert.equal((await put({ name: '   ' })).body.name, 'Boltyard')
})

test('mails of the shop and of signing in come from the store by its name', async () => {
  await put({ name: 'Acme <Parts> & Co' })
  const { email } = await shop.signUp('reader')
  await shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', { body: { requestType: 'PASSWORD_RESET', email } })
  const { body: mails } = await shop.call<ResponseBody<typeof listOutbox>>('GET', '/outbox', {
    token: shop.admin.token,
  })
  const mail = mails.find(({ kind }) => kind === 'reset-password')
  assert.equal(mail?.subject, 'Reset your password for Acme <Parts> & Co')
  assert.match(mail.text, /-- \nAcme <Parts> & Co\n$/)
  assert.match(mail.html ?? '', /<title>Acme &lt;Parts&gt; &amp; Co<\/title>/)
})

test('what is no name is refused with a sentence', async () => {
  for (const [body, words] of [
    [{ name: 'two\nlines' }, /one line/],
    [{ name: 'x'.repeat(61) }, /60/],
    [{ name: 7 }, /./],
    [{}, /./],
    [{ nam: 'Typo' }, /./],
  ] as const) {
    const { status, body: problem } = await shop.call('PUT', '/store', { token: shop.admin.token, body })
    assert.equal(status, 400)
    assert.match(JSON.stringify(problem), words)
  }
})

test('the audit log says who named the store; a name that stays is no change', async () => {
  const events = async () =>
    (await shop.call<AuditEvent[]>('GET', '/audit-log?kind=store-changed', { token: shop.admin.token })).body
  await put({ name: 'First' })
  const before = (await events()).length
  await put({ name: 'Second' })
  await put({ name: 'Second' })
  const after = await events()
  assert.equal(after.length, before + 1)
  assert.deepEqual([after[0]?.before, after[0]?.after], [{ name: 'First' }, { name: 'Second' }])
})

test('a name that another process has given is seen within a second, and counts as a change of the pages', async () => {
  await put({ name: 'Here' })
  const edition = async () =>
    (await shop.db.execute<{ edition: number }>(sql`SELECT edition FROM store`)).rows[0]?.edition
  const first = await edition()
  await shop.db.execute(sql`UPDATE store SET name = 'There'`)
  assert.equal((await get()).name, 'There')
  assert.equal(await edition(), (first ?? 0) + 1)
})
