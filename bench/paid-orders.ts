import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { BenchRow } from '#bench/interleave.ts'
import { openShopProcess, type ShopProcess } from '#bench/shop-process.ts'
import { confirmCard } from '#embedded/cards/testing/confirm-card.ts'
import { startSandbox } from '#embedded/cards/testing/start-sandbox.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { payStepByStep, sandboxKey, settingsFor, webhookSecret } from '#server/testing/pay-step-by-step.ts'
import { recordStatements } from '#server/testing/record-statements.ts'

const countedLines = [1, 40]
const maxStatements = 19
const measuredLines = [1, 5]
/** The CPU time of Node and PostgreSQL for an order that is placed and paid by card. */
const maxCpuMs = 10
const rounds = 5
const buyers = 8
const ordersOfBuyer = 15

/**
 * Measures what a paid order costs: the statements of the shop, printed by step, and the CPU time of Node and PostgreSQL. The sandbox for cards has a process and a database of its own; only the last row has it inside, as
 * `npm start` does.
 */
export async function benchPaidOrders(shop: ShopProcess): Promise<BenchRow[]> {
  const rows = await countStatements()
  let shopUrl = ''
  const webhook = { url: () => `${shopUrl}/webhooks/stripe`, secret: webhookSecret }
  await using cards = await startSandbox({ secretKey: sandboxKey, webhook })
  await using separate = await openShopProcess(settingsFor(cards))
  shopUrl = separate.url
  const sandbox = { url: cards.origin, databaseUrl: cards.databaseUrl }
  const limit = { baseline: maxCpuMs, unit: 'ms' as const }
  for (const lines of measuredLines) {
    const ours = await measure(separate, sandbox, lines)
    rows.push({ name: `Paid order of ${linesOf(lines)}: CPU`, ours, ...limit, goal: 1 })
  }
  rows.push({ name: '  of one line, with the sandbox for cards', ours: await measure(shop, shop, 1), ...limit })
  return rows
}

const linesOf = (lines: number) => (lines === 1 ? 'one line' : `${lines} lines`)

/** Counts the statements of the shop, in a shop of this process. */
async function countStatements(): Promise<BenchRow[]> {
  using recorder = recordStatements()
  await using cards = await startSandbox({ secretKey: sandboxKey })
  await using shop = await openTestShop({ env: settingsFor(cards) })
  const { token } = await shop.signUp('counted')
  const products: string[] = []
  while (products.length < Math.max(...countedLines)) products.push((await shop.addProduct())._id)
  const rows: BenchRow[] = []
  for (const lines of countedLines) {
    for (const first of ['browser', 'webhook'] as const) {
      const order = orderOf(products.slice(0, lines))
      const steps = await payStepByStep(shop, cards, recorder, { token, order, first })
      const count = [...steps.values()].flat().length
      rows.push({
        name: `Paid order of ${linesOf(lines)}, told by the ${first}`,
        ours: count,
        baseline: maxStatements,
        unit: 'SQL',
        goal: 1,
      })
      for (const [step, statements] of steps) {
        process.stdout.write(`${linesOf(lines)}, told by the ${first}: ${step} ${statements.length}\n`)
        for (const text of statements)
          process.stdout.write(`    ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)}\n`)
      }
    }
  }
  return rows
}

const orderOf = (products: readonly string[]) => ({
  ...(products.length === 1
    ? { productId: products[0], quantity: 1 }
    : { lines: products.map((productId) => ({ productId, quantity: 1 })) }),
  address: '1 Bench Street, Town',
  phoneNumber: '5550100',
})

/** Returns the CPU time of a paid order in milliseconds, the median of several rounds. */
async function measure(shop: ShopProcess, cards: { url: string; databaseUrl: string }, lines: number): Promise<number> {
  const tokens: string[] = []
  while (tokens.length < buyers) tokens.push(await shop.signUp(`paid-${lines}-${tokens.length}@bench.test`))
  const products: string[] = []
  while (products.length < lines) {
    const product = {
      name: `Paid part ${lines}-${products.length}`,
      content: 'Only for this run.',
      available: 1_000_000,
      minQuantity: 1,
      price: 10,
      img: '/media/bench/960.webp',
    }
    products.push((await shop.call<{ _id: string }>('POST', '/tools', shop.adminToken, product))._id)
  }
  const pay = async (token: string) => {
    const { _id: orderId } = await shop.call<{ _id: string }>('POST', '/orders', token, orderOf(products))
    const { clientSecret } = await shop.call<{ clientSecret: string }>('POST', '/create-payment-intent', token, {
      orderId,
    })
    const intent = { id: clientSecret.split('_secret_')[0], client_secret: clientSecret } as Stripe.PaymentIntent
    await confirmCard(cards.url, intent)
    await shop.call('PATCH', `/order/${orderId}`, token, { transactionId: intent.id })
  }
  const seen: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const begun = shop.cpuMs()
    await Promise.all(
      tokens.map(async (token) => {
        for (let turn = 0; turn < ordersOfBuyer; turn++) await pay(token)
      }),
    )
    await untilDelivered(cards.databaseUrl)
    // The first round warms up.
    if (round > 0) seen.push((shop.cpuMs() - begun) / (buyers * ordersOfBuyer))
  }
  return seen.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0
}

/** Waits until the sandbox has delivered its events. */
async function untilDelivered(databaseUrl: string): Promise<void> {
  const pool = createPool({ connectionString: databaseUrl, max: 1 })
  try {
    while ((await pool.query('SELECT FROM cards.events WHERE next_attempt_at IS NOT NULL LIMIT 1')).rowCount)
      await wait(20)
  } finally {
    await pool.end()
  }
}
