import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'

const shop = provideTestShop()

/** Starts the shop in a process of its own on the same database, and returns what it printed. */
async function start(settings: Record<string, string>): Promise<string> {
  const started = await runShopProcess(shop.dataDirectory, {
    PORT: String(await findFreePort()),
    DATABASE_URL: shop.databaseUrl,
    ...settings,
  })
  await started.stop('SIGTERM')
  return started.output()
}

async function listAdmins(): Promise<unknown[]> {
  const { rows } = await shop.db.execute(`SELECT email FROM users WHERE role = 'admin' AND removed_at IS NULL`)
  return rows.map(({ email }) => email)
}

const settings = { ADMIN_EMAIL: 'admin@boltyard.test', ADMIN_PASSWORD: 'nine steel bolts' }

test('no start makes another first admin: not of a demoted, a moved or a removed one, and not without settings', async () => {
  await shop.db.execute(`UPDATE users SET role = 'customer'`)
  assert.match(await start(settings), /as admin: +an admin of this shop/)
  assert.deepEqual(await listAdmins(), [])

  await shop.db.execute(`UPDATE users SET role = 'admin', email = 'moved@boltyard.test'`)
  assert.match(await start(settings), /as admin: +moved@boltyard\.test/)
  assert.deepEqual(await listAdmins(), ['moved@boltyard.test'])

  await shop.db.execute(`UPDATE users SET removed_at = now(), identity_uid = NULL`)
  await start(settings)
  const output = await start({})
  assert.deepEqual(await listAdmins(), [])
  assert.doesNotMatch(output, /password /)
})

// security 54
test('a first admin gets no password that strangers try first; a start with an account that may have it warns', async () => {
  const weak = { ADMIN_EMAIL: 'admin@boltyard.test', ADMIN_PASSWORD: '12345678' }
  assert.match(await start(weak), /Strangers would guess ADMIN_PASSWORD: This password is too common\./)

  await shop.db.execute(`DELETE FROM shop_facts`)
  await assert.rejects(
    start(weak),
    /ADMIN_PASSWORD is refused, since strangers would guess it: This password is too common\. Choose another one\.\n/,
  )
  assert.deepEqual((await shop.db.execute(`SELECT FROM shop_facts WHERE name = 'first-admin'`)).rows, [])
})

test('an account that has the address of the first admin keeps no shop from starting, and becomes admin by its password only', async () => {
  const stranger = await shop.signUp('owner')
  await shop.db.execute(`DELETE FROM shop_facts`)
  const output = await start({ ADMIN_EMAIL: stranger.email, ADMIN_PASSWORD: 'another long password' })
  assert.match(output, /none yet\. owner@customer\.test belongs to an account with another password/)
  assert.deepEqual(await listAdmins(), [])

  await start({ ADMIN_EMAIL: stranger.email, ADMIN_PASSWORD: stranger.password })
  assert.deepEqual(await listAdmins(), [stranger.email])
})
