import autocannon from 'autocannon'
import pg from 'pg'
import { openBareServer } from '#bench/bare-server-process.ts'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import type { ShopProcess } from '#bench/shop-process.ts'

const crowd = 64
const roundSeconds = 2

/** Orders through HTTP, signed in, against bare `node:http` with one statement for each; on a spread of products and on a single one. */
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
  await using bare = await openBareServer('bare-order-server.ts', shop.databaseUrl, await someBuyer(shop.databaseUrl))
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
          const { perSecond, ...wait } = await order(shop.url, load)
          waits.push(wait)
          return perSecond
        },
        async () => (await order(bare.url, load)).perSecond,
      )
      rows.push({ what: `POST /orders, ${buyers} buyers, ${what}`, ...rates, goal })
      const { p50, p99 } = waits.toSorted((a, b) => a.p99 / a.p50 - b.p99 / b.p50)[Math.floor(waits.length / 2)] ?? {
        p50: 1,
        p99: 1,
      }
      rows.push({ what: '  its p99 against its p50', ours: p99, limit: p50, unit: 'ms', goal: 5 })
    }
  }
  return rows
}

async function someBuyer(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM users WHERE email = 'buyer-0@bench.test'`)
    return rows[0]?.id ?? ''
  } finally {
    await client.end()
  }
}

/** Every buyer orders one thing at a time, the next as soon as it is answered. */
async function order(url: string, { tokens, products }: { tokens: string[]; products: readonly string[] }) {
  let buyer = 0
  const { requests, latency, non2xx, errors } = await autocannon({
    url: `${url}/orders`,
    connections: tokens.length,
    duration: roundSeconds,
    setupClient(client) {
      const turn = buyer++
      const headers = { authorization: `Bearer ${tokens[turn % tokens.length]}`, 'content-type': 'application/json' }
      // Each buyer orders from a shelf of their own. All requests are written before the first is sent, and with more of them the
      // client would be busy writing while the first answers wait.
      const shelf = products.slice(0, 20).map((_, index) => products[(turn * 13 + index) % products.length])
      client.setRequests(
        shelf.map((productId) => ({ method: 'POST', path: '/orders', headers, body: wishFor(productId) })),
      )
    },
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} orders were refused, ${errors} failed`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}

const wishFor = (productId: string | undefined) =>
  JSON.stringify({ productId, quantity: 1, address: '1 Bench Street', phoneNumber: '5550100', totalPrice: 10 })
