import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { startReplicatedPostgres } from '#embedded/postgres/testing/start-standby.ts'
import { awaitCommits } from '#server/platform/database/await-commits.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { isDatabaseUnavailable, openDatabase } from '#server/platform/database/database.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { confirmCard } from '#server/testing/pay-with-card.ts'
import { stopTime } from '#server/testing/stop-time.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

test('a repeated order, and a repeated claim that it is paid, are answered only when a standby has the first one', async (t) => {
  await using servers = await startReplicatedPostgres()
  await using superuser = await connect(servers.primarySuperuserUrl)
  const commitsWaitFor = async (standby: string) => {
    await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
    await superuser.query('SELECT pg_reload_conf()')
  }
  await superuser.query('ALTER ROLE boltyard SET synchronous_commit = on')
  await using shop = await openTestShop({
    databaseUrl: servers.primary.url,
    env: { DATABASE_URL: servers.primary.url },
  })
  const { token } = await createCustomer(shop, 'repeats')
  const lines = [{ productId: (await shop.addProduct({ available: 100 }))._id, quantity: 4 }]
  await shop.call('PATCH', '/cart/active/lines', { token, body: { lines } })
  const send = async (method: 'POST' | 'PATCH', url: string, body: object) => {
    const key = url === '/orders' && { 'idempotency-key': 'repeated' }
    const headers = { authorization: `Bearer ${token}`, ...key }
    const response = await shop.app.inject({ method, url, body, headers })
    return { status: response.statusCode, body: response.json<{ _id: string; clientSecret: string }>() }
  }
  const order = () =>
    send('POST', '/orders', { lines, cartId: 'active', address: '1 Test Street', phoneNumber: '5550100' })
  const first = await order()
  assert.equal(first.status, 200)
  const { _id: orderId } = first.body
  const { clientSecret } = (await send('POST', '/create-payment-intent', { orderId })).body
  const { intentId } = await confirmCard(shop, clientSecret)
  const claim = () => send('PATCH', `/order/${orderId}`, { transactionId: intentId })
  assert.equal((await claim()).status, 200)

  // As after a crash of the primary, before its standby has come back.
  await commitsWaitFor('absent')
  const time = stopTime(t)
  const countWaiting = async () =>
    (await superuser.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)).rowCount ?? 0
  const repeated: ReturnType<typeof send>[] = []
  // Each connection takes a setting over a moment later: what is answered at once is asked again.
  for (const repeat of [order, claim])
    await waitUntil(async () => {
      let isAnswered = false
      const answer = repeat().finally(() => (isAnswered = true))
      await waitUntil(async () => isAnswered || (await countWaiting()) > repeated.length, 'it is answered, or waits')
      if (!isAnswered) repeated.push(answer)
      return !isAnswered
    }, 'the answer waits for the standby')
  time.pass(120_000)
  for (const { status } of await Promise.all(repeated)) assert.equal(status, 503)
  t.mock.restoreAll()
  await commitsWaitFor('')
  for (const repeat of [order, claim])
    await waitUntil(async () => (await repeat()).status === 200, 'it is answered again')
  assert.equal((await order()).body._id, orderId)
})

test('a server that has become a standby says that it takes no writes, and not that something went wrong', async () => {
  await using servers = await startReplicatedPostgres()
  await using superuser = await connect(servers.standbySuperuserUrl)
  await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = 'other'`)
  await superuser.query('SELECT pg_reload_conf()')
  await waitUntil(
    async () =>
      (await superuser.query(`SELECT FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = 'other'`))
        .rowCount === 1,
    'the setting holds',
  )
  const db = openDatabase(servers.standby.url, pino({ level: 'silent' }), 1)
  await assert.rejects(awaitCommits(db), isDatabaseUnavailable)
  await db.$client.end()
})

async function connect(connectionString: string) {
  const client = createClient({ connectionString })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
