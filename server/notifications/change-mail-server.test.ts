import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { changeMailServer, getMailServer, listOutbox } from '#contract/notifications.ts'
import { createMailRoutes } from '#server/notifications/mail-routes.ts'
import type { SecretSeal } from '#server/platform/secrets.ts'
import { changeMailServer as change } from '#server/notifications/change-mail-server.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { findStore } from '#server/testing/find-store.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

type Settings = Body<typeof changeMailServer>

/** Starts a mail server that takes one login, and repeats what it does not take. */
const guarded = () =>
  mailServer({
    authOptional: false,
    onAuth: ({ username = '', password = '' }, _session, done) =>
      username === 'post' && password === 'brass nut'
        ? done(null, { user: username })
        : done(Object.assign(new Error(`No ${username} with ${password}`), { responseCode: 535 })),
  })

const at = ({ url }: { url: string }): Settings => ({
  host: '127.0.0.1',
  port: Number(new URL(url).port),
  encryption: 'none',
  user: 'post',
  password: 'brass nut',
  sender: 'shop@bolts.test',
})

const put = (shop: TestShop, body: Settings) =>
  shop.call<ResponseBody<typeof changeMailServer>>('PUT', '/mail-server', { token: shop.admin.token, body })
const stateOf = async (shop: TestShop) =>
  (await shop.call<ResponseBody<typeof getMailServer>>('GET', '/mail-server', { token: shop.admin.token })).body
const resetPassword = (shop: TestShop, email: string) =>
  shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', { body: { requestType: 'PASSWORD_RESET', email } })

test('a mail server of the dashboard is tried, saved without its password in sight, and used by all processes at once', async () => {
  await using server = await guarded()
  await using shop = await openTestShop()
  await using other = await openTestShop({ sharing: shop })
  const { password: _, ...shown } = at(server)
  const saved = await put(shop, at(server))
  assert.deepEqual([saved.status, saved.body], [200, {}])
  for (const process of [shop, other]) {
    const state = await stateOf(process)
    assert.deepEqual([state.state, state.isFixed, state.settings], ['working', false, shown])
  }
  await resetPassword(other, shop.admin.email)
  await waitUntil(
    () => Promise.resolve(server.received.some(({ envelope }) => envelope.to.includes(shop.admin.email))),
    'the mail has arrived',
  )
  assert.equal(server.received[0]?.from?.address, 'shop@bolts.test')
  const { rows } = await shop.db.execute<{ all: string }>(sql`
    SELECT mail_settings::text || encode(sealed_password, 'escape') AS all FROM mail_settings
    UNION ALL SELECT audit_events::text FROM audit_events WHERE kind = 'mail-server-changed'`)
  assert.equal(rows.length, 2)
  for (const { all } of rows) assert.doesNotMatch(all, /brass nut/)
})

test('a stored password stays with its server, user and encryption', async () => {
  await using server = await guarded()
  await using thief = await mailServer()
  await using shop = await openTestShop()
  await put(shop, at(server))
  const { password: _, ...kept } = at(server)
  const sender = { ...kept, sender: 'orders@bolts.test' }
  assert.deepEqual((await put(shop, sender)).body, {})
  for (const moved of [
    { ...kept, port: Number(new URL(thief.url).port) },
    { ...kept, host: 'localhost' },
    { ...kept, user: 'other' },
    { ...kept, encryption: 'starttls' as const },
  ])
    assert.deepEqual((await put(shop, moved)).body, { fault: 'password' }, JSON.stringify(moved))
  // Also in the database: the password is encrypted for its server.
  await shop.db.execute(sql`UPDATE mail_settings SET port = ${Number(new URL(thief.url).port)}`)
  assert.equal((await stateOf(shop)).state, 'password-lost')
})

test('with another secret key, the shop says that the password must be entered again', async () => {
  await using server = await guarded()
  await using shop = await openTestShop()
  await put(shop, at(server))
  await using restored = await openTestShop({ sharing: shop, env: { SECRET_KEY: 'k'.repeat(40) } })
  const token = (await restored.signIn(shop.admin)).token
  const lost = await restored.call<ResponseBody<typeof getMailServer>>('GET', '/mail-server', { token })
  assert.deepEqual([lost.status, lost.body.state, lost.body.host], [200, 'password-lost', new URL(server.url).host])
  const { password: _, ...kept } = at(server)
  const without = await restored.call<ResponseBody<typeof changeMailServer>>('PUT', '/mail-server', {
    token,
    body: kept,
  })
  assert.deepEqual(without.body, { fault: 'password' })
  await restored.call('PUT', '/mail-server', { token, body: at(server) })
  const again = await restored.call<ResponseBody<typeof getMailServer>>('GET', '/mail-server', { token })
  assert.equal(again.body.state, 'working')
})

test('a mail server that does not work is not saved, and its answer does not repeat the login', async () => {
  await using server = await guarded()
  await using shop = await openTestShop()
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const refused = (await put(shop, { ...at(server), password: 'steel nut' })).body
  assert.equal(refused.fault, 'login')
  assert.match(refused.answer ?? '', /535 No … with …/)
  assert.deepEqual((await put(shop, { ...at(server), port })).body, { fault: 'silent' })
  assert.deepEqual((await put(shop, { ...at(server), encryption: 'tls' })).body.fault, 'certificate')
  assert.deepEqual((await put(shop, { ...at(server), host: '169.254.169.254' })).body, { fault: 'address' })
  assert.equal((await stateOf(shop)).state, 'off')
})

test('on the public internet, only ports of mail are tried, and a login goes over encrypted connections', async () => {
  await using server = await guarded()
  await using shop = await openTestShop()
  const passwords: SecretSeal = { seal: () => Buffer.from(''), unseal: () => undefined }
  const config = { smtpUrl: undefined, mailFrom: 'a@b.test', production: true, reach: 'public' as const }
  const routes = createMailRoutes(shop.db, { config, findStore: () => findStore(shop.db), passwords })
  const deps = { routes, jobs: { enqueue: () => Promise.resolve() }, countTest: () => Promise.resolve() }
  const by = { id: shop.admin.uid, ip: '127.0.0.1' }
  assert.deepEqual(await change(shop.db, deps, at(server), by), { fault: 'address' })
  assert.deepEqual(await change(shop.db, deps, { ...at(server), port: 587 }, by), { fault: 'encryption' })
  const own = { ...at(server), port: 587, encryption: 'starttls' as const }
  assert.deepEqual(await change(shop.db, deps, own, by), { fault: 'address' })
})

test('what other services say is not repeated, nor what a mail server says to a login of one or two characters', async () => {
  await using server = await guarded()
  await using shop = await openTestShop()
  const other = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6 inner-host\r\n')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  assert.deepEqual((await put(shop, { ...at(server), port })).body, { fault: 'silent' })
  other.close()
  for (const login of [{ password: 'x7' }, { user: 'q' }])
    assert.deepEqual((await put(shop, { ...at(server), ...login })).body, { fault: 'login' })
})

test('connections are limited by the hour for each caller, and what is refused before one does not count', async () => {
  await using server = await guarded()
  await using shop = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  const answers = []
  for (let tries = 0; tries < 5; tries++) {
    const refused = await put(shop, { ...at({ url: 'smtp://127.0.0.1:1' }), host: '169.254.169.254' })
    assert.deepEqual(refused.body, { fault: 'address' })
    assert.equal((await shop.call('POST', '/mail-server/test', { token: shop.admin.token })).status, 200)
  }
  answers.push((await put(shop, at(server))).status)
  for (let tries = 1; tries < 31; tries++)
    answers.push((await put(shop, { ...at({ url: 'smtp://127.0.0.1:1' }), user: '' })).status)
  assert.deepEqual(answers.slice(-2), [200, 429])
  const second = await createCustomer(shop, 'second-admin')
  await shop.db.execute(sql`UPDATE users SET role = 'admin' WHERE id = ${second.id}`)
  const test = async ({ token }: { token: string }) => (await shop.call('POST', '/mail-server/test', { token })).status
  assert.deepEqual([await test(shop.admin), await test(second)], [429, 200])
})

test('a mail server is removed with its password, and mails are kept from then on, also those that wait', async () => {
  await using server = await guarded()
  await using shop = await openTestShop()
  await using other = await openTestShop({ sharing: shop })
  await put(shop, at(server))
  await shop.db.execute(sql`
    INSERT INTO outbox (channel, recipient, kind, subject, text_body, html_body, queued_at)
    VALUES ('mail', 'waits@kept.test', 'test', 'A subject', 'Text.', '', now())`)
  const remove = () => shop.call('DELETE', '/mail-server', { token: shop.admin.token })
  const removals = await Promise.all([remove(), remove()])
  assert.deepEqual(
    removals.map(({ status }) => status),
    [200, 200],
  )
  for (const process of [shop, other]) {
    const state = await stateOf(process)
    assert.deepEqual([state.state, state.settings], ['off', undefined])
  }
  await resetPassword(other, shop.admin.email)
  const kept = async () => {
    const path = '/outbox?show=kept'
    const { body } = await shop.call<ResponseBody<typeof listOutbox>>('GET', path, { token: shop.admin.token })
    return body.map(({ recipient, state }) => [recipient, state])
  }
  const both = [
    [shop.admin.email, 'kept'],
    ['waits@kept.test', 'kept'],
  ]
  assert.deepEqual(await kept(), both)
  const { rows } = await shop.db.execute<{ before: object; after: object | null }>(
    sql`SELECT before, after FROM audit_events WHERE kind = 'mail-server-removed'`,
  )
  const { port } = new URL(server.url)
  const facts = { mailHost: `127.0.0.1:${port}`, mailEncryption: 'none', mailSender: 'shop@bolts.test' }
  assert.deepEqual(rows, [{ before: facts, after: null }])
  await put(shop, at(server))
  assert.deepEqual(await kept(), both, 'a later mail server gets them only on request')
})

test('SMTP_URL wins, and the dashboard changes nothing', async () => {
  await using server = await mailServer()
  await using shop = await openTestShop({ env: { SMTP_URL: server.url } })
  assert.deepEqual((await put(shop, at(server))).body, { fault: 'fixed' })
})

test('mails wait for a mail server that comes later only if they were queued for one', async () => {
  await using server = await guarded()
  await using shop = await openTestShop()
  await resetPassword(shop, shop.admin.email)
  await put(shop, at(server))
  const { body } = await shop.call<ResponseBody<typeof listOutbox>>('GET', '/outbox', { token: shop.admin.token })
  assert.deepEqual(
    body.map(({ state }) => state),
    ['kept'],
  )
})
