import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { findPostgresPid, runShopProcess, type ShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const admin = { email: 'owner@boltyard.test', password: 'nine steel bolts' }
const opening = 100_000

/** Describes what the buyer knows of an order; an unanswered cancellation leaves two possible states. */
type AcknowledgedState = 'unpaid' | 'cancelled' | 'asked to cancel'
const matches = (acknowledged: AcknowledgedState | undefined, state: string | undefined) =>
  acknowledged === 'asked to cancel' ? state === 'unpaid' || state === 'cancelled' : acknowledged === state
const findLosses = (acknowledged: Map<string, AcknowledgedState>, states: Map<string, string>) =>
  [...acknowledged].filter(([id, known]) => !matches(known, states.get(id)))
const isUnacknowledged = (acknowledged: AcknowledgedState | undefined, state: string) =>
  acknowledged === 'asked to cancel' && state === 'cancelled'

// security 31
test('acknowledged changes survive kill -9 of the shop, of the shop with its database, and a stop under load', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-crash-'))
  const settings = {
    PORT: String(await findFreePort()),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    // A busy machine may need longer than that of a shop.
    DATABASE_TIMEOUT_MS: '60000',
  }
  let shop: ShopProcess | undefined
  try {
    const first = (shop = await runShopProcess(directory, settings))
    const owner = await signIn(shop, 'signInWithPassword', admin)
    const buyers = await Promise.all(
      ['ann', 'bob', 'cem'].map((name) =>
        signIn(first, 'signUp', { email: `${name}@customer.test`, password: `a password of ${name}` }),
      ),
    )
    const added = await call<{ tool: Tool }>(shop, 'POST', '/tools', owner, {
      name: 'Wheel bolt',
      content: 'Holds a wheel.',
      available: opening,
      minQuantity: 1,
      price: 1.25,
      img: '/media/crash/960.webp',
    })
    const product = added.body.tool
    const acknowledged = new Map<string, AcknowledgedState>()
    const requests = new Map<string, string | undefined>()

    for (const fault of ['SIGKILL', 'SIGKILL with PostgreSQL'] as const) {
      const load = startLoad(shop, buyers, product, acknowledged, requests)
      const goal = acknowledged.size + 30
      await waitUntil(() => acknowledged.size >= goal, `30 more orders before ${fault}`)
      const postgresPid = await findPostgresPid(directory)
      await shop.stop('SIGKILL')
      if (fault === 'SIGKILL with PostgreSQL' && postgresPid) process.kill(postgresPid, 'SIGKILL')
      await load.end()

      shop = await runShopProcess(directory, settings)
      const orders = (await call<Order[]>(shop, 'GET', '/all-orders', owner)).body
      const states = new Map(orders.map(({ _id, state }) => [_id, state]))
      assert.deepEqual(findLosses(acknowledged, states), [], `acknowledged before ${fault}, but lost`)
      const held = orders.reduce((sum, { state, quantity }) => sum + (state === 'cancelled' ? 0 : quantity), 0)
      const now = await call<Tool>(shop, 'GET', `/tools/${product._id}`)
      assert.equal(now.body.available, opening - held)
    }

    // An unanswered request is repeated with its key, and creates one order.
    for (const [key, buyer] of requests) {
      const result = await order(shop, buyer ?? '', product, key)
      assert.equal(result.status, 200)
      if (!acknowledged.has(result.body._id)) acknowledged.set(result.body._id, 'asked to cancel')
    }
    const orders = (await call<Order[]>(shop, 'GET', '/all-orders', owner)).body
    assert.equal(orders.length, requests.size)

    const known = new Set(acknowledged.keys())
    const load = startLoad(shop, buyers, product, acknowledged, requests)
    await waitUntil(() => acknowledged.size >= known.size + 30, '30 more orders before SIGTERM')
    const { code } = await shop.stop('SIGTERM')
    await load.end()
    assert.equal(code, 0, shop.output())
    assert.equal(await findPostgresPid(directory), undefined, 'PostgreSQL was left running')
    const left = await readStates(directory)
    assert.deepEqual(findLosses(acknowledged, left), [], 'acknowledged before SIGTERM, but lost')
    // After a graceful stop, every effect was acknowledged.
    const unacknowledged = [...left].filter(
      ([id, state]) =>
        !known.has(id) && (!matches(acknowledged.get(id), state) || isUnacknowledged(acknowledged.get(id), state)),
    )
    assert.deepEqual(unacknowledged, [])
  } finally {
    await shop?.stop('SIGKILL')
    const left = await findPostgresPid(directory)
    if (left) process.kill(left, 'SIGQUIT')
    await waitUntil(async () => (await findPostgresPid(directory)) === undefined, 'PostgreSQL has ended')
    await rm(directory, { recursive: true, force: true })
  }
})

/** Orders with each buyer as fast as responses come, and cancels every third order. */
function startLoad(
  shop: ShopProcess,
  buyers: string[],
  product: Tool,
  acknowledged: Map<string, AcknowledgedState>,
  requests: Map<string, string | undefined>,
) {
  let ending = false
  const work = async (buyer: string) => {
    for (let turn = 0; !ending; turn++) {
      const key = crypto.randomUUID()
      requests.set(key, buyer)
      const placed = await order(shop, buyer, product, key)
      if (placed.status !== 200) throw new Error(`An order was refused: ${JSON.stringify(placed.body)}`)
      acknowledged.set(placed.body._id, 'unpaid')
      if (turn % 3 !== 0) continue
      acknowledged.set(placed.body._id, 'asked to cancel')
      const cancelled = await call(shop, 'DELETE', `/orders/${placed.body._id}`, buyer)
      if (cancelled.status === 503) continue
      if (cancelled.status !== 200) throw new Error(`A cancelling was refused: ${JSON.stringify(cancelled.body)}`)
      acknowledged.set(placed.body._id, 'cancelled')
    }
  }
  const isCut = (error: unknown) => error instanceof TypeError && error.message === 'fetch failed'
  const running = Promise.all(
    buyers
      .flatMap((buyer) => [buyer, buyer])
      .map((buyer) =>
        work(buyer).catch((error: unknown) => {
          if (!isCut(error)) throw error
        }),
      ),
  )
  return {
    async end() {
      ending = true
      await running
    },
  }
}

/** Calls the shop; repeats what it has no time for on a busy machine, but for cancellations, which may have been done. */
async function call<Body>(shop: ShopProcess, method: string, path: string, token?: string, body?: object, more = {}) {
  let response = await send()
  for (let repeated = 0; response.status === 503 && method !== 'DELETE' && repeated < 20; repeated++)
    response = await send()
  return { status: response.status, body: (await response.json()) as Body }

  function send() {
    return fetch(shop.url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...more,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
}

const order = (shop: ShopProcess, buyer: string, product: Tool, key: string) =>
  call<{ _id: string }>(
    shop,
    'POST',
    '/orders',
    buyer,
    { productId: product._id, address: '1 Test Street', phoneNumber: '5550100', quantity: 2, totalPrice: 2.5 },
    { 'idempotency-key': key },
  )

async function signIn(shop: ShopProcess, verb: string, person: { email: string; password: string }): Promise<string> {
  const account = await call<{ idToken: string }>(shop, 'POST', `/v1/accounts:${verb}?key=boltyard`, undefined, {
    ...person,
    returnSecureToken: true,
  })
  const access = await call<{ token: string }>(shop, 'PUT', `/user/${person.email}`, account.body.idToken)
  assert.equal(access.status, 200)
  return access.body.token
}

/** Returns the order states in the database of a stopped shop, after checking its stock. */
async function readStates(directory: string): Promise<Map<string, string>> {
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), log: () => undefined })
  const db = openDatabase(postgres.url, pino({ level: 'silent' }), 2, { withoutTimeout: true })
  try {
    assert.deepEqual(await checkStock(db), [])
    const { rows } = await db.$client.query<{ id: string; state: string }>(
      `SELECT id, CASE WHEN cancelled_at IS NULL THEN 'unpaid' ELSE 'cancelled' END AS state FROM orders`,
    )
    return new Map(rows.map(({ id, state }) => [id, state]))
  } finally {
    await db.$client.end()
    await postgres.stop()
  }
}
