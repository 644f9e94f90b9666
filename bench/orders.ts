import autocannon from 'autocannon'
import { sql } from 'drizzle-orm'
import type { BenchRow } from '#bench/interleave.ts'
import { openShopProcess, type ShopProcess } from '#bench/shop-process.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { limitsAreOn } from '#server/testing/limits.ts'

const crowd = 64
const roundSeconds = 2
const rounds = 5
/** With default settings, the unpaid orders that a buyer may have: a round ends with them, and the next begins without. */
const ordersPerBuyer = 20
const productCount = 200
/** The CPU time of Node and PostgreSQL for an order, in milliseconds, and the orders a second. */
const limits = { cpuMs: 5, perSecond: 200 }

/**
 * Measures the order of the checkout, with an address, tax, shipping and terms of sale: CPU time, rate, and the slowest against the median;
 * of one and of five lines, of many products and of a single one.
 */
export async function benchOrders(): Promise<BenchRow[]> {
  await using shop = await openShopProcess({ DEMO: 'false' })
  const db = openDatabase(shop.databaseUrl, createLog('warn'), 2)
  try {
    await chargeOrders({ db })
    await publishTerms(db)
    const tokens: string[] = []
    while (tokens.length < crowd) tokens.push(await shop.signUp(`buyer-${tokens.length}@bench.test`))
    const products: string[] = []
    while (products.length < productCount) products.push(await addProduct(shop, `Bench product ${products.length}`))
    const { rows: methods } = await db.execute<{ id: number }>(
      sql`SELECT id FROM shipping_methods WHERE name = 'Ground'`,
    )
    const extras = {
      delivery: texanDelivery,
      address: texanDelivery.street,
      shippingMethod: String(methods[0]?.id),
      termsAccepted: true,
    }
    const rows: BenchRow[] = []
    for (const { name, buyers, of, lines } of [
      { name: 'one line', buyers: 16, of: products, lines: 1 },
      { name: 'one line', buyers: crowd, of: products, lines: 1 },
      { name: 'one line, all of one product', buyers: crowd, of: products.slice(0, 1), lines: 1 },
      { name: 'five lines', buyers: 16, of: products, lines: 5 },
    ])
      rows.push(...(await measure(shop, db, name, { tokens: tokens.slice(0, buyers), products: of, lines, extras })))
    return rows
  } finally {
    await db.$client.end()
  }
}

async function measure(shop: ShopProcess, db: Database, name: string, load: Load): Promise<BenchRow[]> {
  const seen: { cpuMs: number; perSecond: number; p50: number; p99: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    if (limitsAreOn()) await closeOpenOrders(db)
    const before = shop.cpuMs()
    const { placed, ...times } = await order(shop.url, load)
    // The first round warms up.
    if (round > 0) seen.push({ ...times, cpuMs: (shop.cpuMs() - before) / placed })
  }
  const medianOf = (key: keyof (typeof seen)[number]) =>
    seen.map((each) => each[key]).toSorted((one, other) => one - other)[Math.floor(seen.length / 2)] ?? 0
  return [
    {
      name: `Checkout order of ${name}, ${load.tokens.length} buyers: CPU`,
      ours: medianOf('cpuMs'),
      baseline: limits.cpuMs,
      unit: 'ms',
      goal: 1,
    },
    // A round with limits is a short burst; the goals are those of a steady load.
    {
      name: '  its rate',
      ours: medianOf('perSecond'),
      baseline: limits.perSecond,
      ...(limitsAreOn() ? {} : { goal: 1 }),
    },
    { name: '  its p99 against its p50', ours: medianOf('p99'), baseline: medianOf('p50'), unit: 'ms', goal: 5 },
  ]
}

/** Adds a product of which there is always enough, and returns its id. */
export async function addProduct(shop: ShopProcess, name: string): Promise<string> {
  const product = { name, content: 'Only for this run.', available: 1_000_000, minQuantity: 1, price: 10 }
  const { _id } = await shop.call<{ _id: string }>('POST', '/tools', shop.adminToken, {
    ...product,
    img: '/media/bench/960.webp',
  })
  return _id
}

const publishTerms = (db: Database) =>
  db.execute(
    sql`INSERT INTO legal_versions (kind, language, version, text) VALUES ('terms', 'en', 1, 'Terms of the bench')`,
  )

/** Closes the orders of the last round, as their time would. */
const closeOpenOrders = (db: Database) =>
  db.execute(sql`UPDATE orders SET expired_at = now(), open_slot = NULL WHERE open_slot IS NOT NULL`)

interface Load {
  tokens: readonly string[]
  products: readonly string[]
  /** 1 if absent. */
  lines?: number
  /** The rest of the body. */
  extras?: object
}

/** Sends one order per buyer at a time, the next after its response. */
export async function order(url: string, { tokens, products, lines = 1, extras }: Load) {
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
      const bodies = products.slice(0, 20).map((_, index) => ({
        lines: Array.from({ length: Math.min(lines, products.length) }, (__, line) => ({
          productId: products[(turn * 13 + index * lines + line) % products.length],
          quantity: 1,
        })),
        address: '1 Bench Street',
        phoneNumber: '5550100',
        ...extras,
      }))
      client.setRequests(
        bodies.map((body) => ({ method: 'POST', path: '/orders', headers, body: JSON.stringify(body) })),
      )
    },
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} orders were refused, ${errors} failed`)
  // A round with limits is shorter than the client's tick, so its rate follows from how long an order took.
  const perSecond = limitsAreOn() ? (1000 * tokens.length) / latency.average : requests.average
  return { placed: requests.total, perSecond, p50: latency.p50, p99: latency.p99 }
}
