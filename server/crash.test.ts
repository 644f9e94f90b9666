import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { findFreePort } from '#embedded/postgres/cluster-key.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { checkStock } from '#server/catalog/check-stock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { findPostgresPid, runShopProcess, type ShopProcess } from '#server/testing/run-shop-process.ts'
import { until } from '#server/testing/until.ts'

const admin = { email: 'owner@boltyard.test', password: 'nine steel bolts' }
const opening = 100_000

/** What its buyer knows of an order; who asked to cancel it and heard nothing knows that it is one or the other. */
type Told = 'unpaid' | 'cancelled' | 'asked to cancel'
const isTrue = (told: Told | undefined, state: string | undefined) =>
  told === 'asked to cancel' ? state === 'unpaid' || state === 'cancelled' : told === state
const lostOf = (told: Map<string, Told>, states: Map<string, string>) =>
  [...told].filter(([id, known]) => !isTrue(known, states.get(id)))
const heardLess = (told: Told | undefined, state: string) => told === 'asked to cancel' && state === 'cancelled'

test('what was acknowledged survives kill -9 of the shop, of the shop with its database, and a stop under load', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-crash-'))
  const settings = { PORT: String(await findFreePort()), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
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
    const told = new Map<string, Told>()
    const wishes = new Map<string, string | undefined>()

    for (const fault of ['SIGKILL', 'SIGKILL with PostgreSQL'] as const) {
      const load = startLoad(shop, buyers, product, told, wishes)
      const goal = told.size + 30
      await until(() => told.size >= goal, `30 more orders before ${fault}`)
      const postgresPid = await findPostgresPid(directory)
      await shop.stop('SIGKILL')
      if (fault === 'SIGKILL with PostgreSQL' && postgresPid) process.kill(postgresPid, 'SIGKILL')
      await load.end()

      shop = await runShopProcess(directory, settings)
      const orders = (await call<Order[]>(shop, 'GET', '/all-orders', owner)).body
      const states = new Map(orders.map(({ _id, state }) => [_id, state]))
      assert.deepEqual(lostOf(told, states), [], `acknowledged before ${fault}, but lost`)
      const held = orders.reduce((sum, { state, quantity }) => sum + (state === 'cancelled' ? 0 : quantity), 0)
      const now = await call<Tool>(shop, 'GET', `/tools/${product._id}`)
      assert.equal(now.body.available, opening - held)
    }

    // Whoever never heard back asks again with the same key, and has one order.
    for (const [key, buyer] of wishes) {
      const answer = await order(shop, buyer ?? '', product, key)
      assert.equal(answer.status, 200)
      if (!told.has(answer.body._id)) told.set(answer.body._id, 'asked to cancel')
    }
    const orders = (await call<Order[]>(shop, 'GET', '/all-orders', owner)).body
    assert.equal(orders.length, wishes.size)

    const known = new Set(told.keys())
    const load = startLoad(shop, buyers, product, told, wishes)
    await until(() => told.size >= known.size + 30, '30 more orders before SIGTERM')
    const { code, ms } = await shop.stop('SIGTERM')
    await load.end()
    assert.equal(code, 0, shop.output())
    assert.ok(ms < 10_000, `it took ${ms} ms to stop`)
    assert.equal(await findPostgresPid(directory), undefined, 'PostgreSQL was left running')
    const left = await readStates(directory)
    assert.deepEqual(lostOf(told, left), [], 'acknowledged before SIGTERM, but lost')
    // Nothing was cut: whatever took effect was also answered.
    const unheard = [...left].filter(
      ([id, state]) => !known.has(id) && (!isTrue(told.get(id), state) || heardLess(told.get(id), state)),
    )
    assert.deepEqual(unheard, [])
  } finally {
    await shop?.stop('SIGKILL')
    const left = await findPostgresPid(directory)
    if (left) process.kill(left, 'SIGQUIT')
    await until(async () => (await findPostgresPid(directory)) === undefined, 'PostgreSQL has ended')
    await rm(directory, { recursive: true, force: true })
  }
})

/** Each buyer orders as fast as answers come, and cancels every third order. */
function startLoad(
  shop: ShopProcess,
  buyers: string[],
  product: Tool,
  told: Map<string, Told>,
  wishes: Map<string, string | undefined>,
) {
  let ending = false
  const work = async (buyer: string) => {
    for (let turn = 0; !ending; turn++) {
      const key = crypto.randomUUID()
      wishes.set(key, buyer)
      const placed = await order(shop, buyer, product, key)
      if (placed.status !== 200) throw new Error(`An order was refused: ${JSON.stringify(placed.body)}`)
      told.set(placed.body._id, 'unpaid')
      if (turn % 3 !== 0) continue
      told.set(placed.body._id, 'asked to cancel')
      const cancelled = await call(shop, 'DELETE', `/orders/${placed.body._id}`, buyer)
      if (cancelled.status !== 200) throw new Error(`A cancelling was refused: ${JSON.stringify(cancelled.body)}`)
      told.set(placed.body._id, 'cancelled')
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

async function call<Body>(shop: ShopProcess, method: string, path: string, token?: string, body?: object, more = {}) {
  const response = await fetch(shop.url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...more,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

const order = (shop: ShopProcess, buyer: string, product: Tool, key: string) =>
  call<{ _id: string }>(
    shop,
    'POST',
    '/orders',
    buyer,
    { productId: product._id, address: '1 Test Street', phoneNumber: '1', quantity: 2, totalPrice: 2.5 },
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

/** What the database of a stopped shop says of its orders, once its stock law is seen to hold. */
async function readStates(directory: string): Promise<Map<string, string>> {
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), log: () => undefined })
  const db = openDatabase(postgres.url, pino({ level: 'silent' }), 2)
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
