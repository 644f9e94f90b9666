import autocannon from 'autocannon'
import { openBaselineServer } from '#bench/baseline-process.ts'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import type { ShopProcess } from '#bench/shop-process.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { limitsAreOn } from '#server/testing/limits.ts'

const crowd = 64
const roundSeconds = 2
/** With default settings, the unpaid orders that a buyer may have: a round ends with them, and the next begins without. */
const ordersPerBuyer = 20

/** Measures orders over HTTP against bare `node:http` with one statement each; for many products and for a single one. */
export async function benchOrders(shop: ShopProcess): Promise<BenchRow[]> {
  const tokens: string[] = []
  for (let index = 0; index < crowd; index++) tokens.push(await shop.signUp(`buyer-${index}@bench.test`))
  const products: string[] = []
  for (let index = 0; index < 200; index++) {
    const { _id } = await shop.call<{ _id: string }>('POST', '/tools', shop.adminToken, {
      name: `Bench product ${index}`,
      content: 'Only for this run.',
      available: 1_000_000,
      minQuantity: 1,
      price: 10,
      img: '/media/bench/960.webp',
    })
    products.push(_id)
  }
  await using bare = await openBaselineServer(
    'baseline-order-server.ts',
    shop.databaseUrl,
    await findBuyer(shop.databaseUrl),
  )
  const rows: BenchRow[] = []
  for (const [what, choice, goal] of [
    ['200 products', products, 0.8],
    ['one product', products.slice(0, 1), 3],
  ] as const) {
    for (const buyers of [16, 64]) {
      const load = { tokens: tokens.slice(0, buyers), products: choice }
      const waits: { p50: number; p99: number }[] = []
      const rates = await interleave(
        async () => {
          if (limitsAreOn()) await closeOpenOrders(shop.databaseUrl)
          const { perSecond, ...wait } = await order(shop.url, load)
          waits.push(wait)
          return perSecond
        },
        async () => (await order(bare.url, load)).perSecond,
      )
      // A round with limits is a short burst; the goals are those of a steady load.
      rows.push({ name: `POST /orders, ${buyers} buyers, ${what}`, ...rates, ...(limitsAreOn() ? {} : { goal }) })
      const { p50, p99 } = waits.toSorted((a, b) => a.p99 / a.p50 - b.p99 / b.p50)[Math.floor(waits.length / 2)] ?? {
        p50: 1,
        p99: 1,
      }
      rows.push({ name: '  its p99 against its p50', ours: p99, baseline: p50, unit: 'ms', goal: 5 })
    }
  }
  return rows
}

async function findBuyer(databaseUrl: string): Promise<string> {
  const [row] = await query<{ id: string }>(databaseUrl, `SELECT id FROM users WHERE email = 'buyer-0@bench.test'`)
  return row?.id ?? ''
}

/** Closes the orders of the last round, as their time would. */
const closeOpenOrders = (databaseUrl: string) =>
  query(databaseUrl, 'UPDATE orders SET expired_at = now(), open_slot = NULL WHERE open_slot IS NOT NULL')

async function query<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = createClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Sends one order per buyer at a time, the next after its response. */
export async function order(url: string, { tokens, products }: { tokens: string[]; products: readonly string[] }) {
  let buyer = 0
  const { requests, latency, non2xx, errors } = await autocannon({
    url: `${url}/orders`,
    connections: tokens.length,
    ...(limitsAreOn() ? { amount: tokens.length * ordersPerBuyer } : { duration: roundSeconds }),
    setupClient(client) {
      const turn = buyer++
      const headers = { authorization: `Bearer ${tokens[turn % tokens.length]}`, 'content-type': 'application/json' }
      // Each buyer orders from other products. All requests are written before the first is sent; with more of them the client
      // would still be writing while the first responses wait.
      const stockLevel = products.slice(0, 20).map((_, index) => products[(turn * 13 + index) % products.length])
      client.setRequests(
        stockLevel.map((productId) => ({ method: 'POST', path: '/orders', headers, body: bodyFor(productId) })),
      )
    },
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} orders were refused, ${errors} failed`)
  // A round with limits is shorter than the client's tick, so its rate follows from how long an order took.
  const perSecond = limitsAreOn() ? (1000 * tokens.length) / latency.average : requests.average
  return { perSecond, p50: latency.p50, p99: latency.p99 }
}

const bodyFor = (productId: string | undefined) =>
  JSON.stringify({ productId, quantity: 1, address: '1 Bench Street', phoneNumber: '5550100', totalPrice: 10 })
