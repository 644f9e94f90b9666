import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import { openShopProcess, type ShopProcess } from '#bench/shop-process.ts'
import { confirmCard } from '#embedded/cards/testing/confirm-card.ts'
import { startSandbox } from '#embedded/cards/testing/start-sandbox.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { payStepByStep, sandboxKey, settingsFor, webhookSecret } from '#server/testing/pay-step-by-step.ts'
import { recordStatements } from '#server/testing/record-statements.ts'

const lineCounts = [1, 40]
const maxStatements = 20
/** The CPU time of a paid order is at most so many times that of placing it. */
const maxRatio = 10
const buyers = 8
const ordersOfBuyer = 15

/**
 * Measures what a paid order costs: the statements of the shop, printed by step, and the CPU time of Node and PostgreSQL against that
 * of placing an order only. The sandbox for cards has a process and a database of its own; only the last row has it inside, as
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
  for (const lines of lineCounts)
    rows.push({
      name: `CPU of a paid order of ${linesOf(lines)}, of placing it`,
      ...(await measure(separate, sandbox, lines)),
    })
  const { goal: _, ...inside } = await measure(shop, shop, 1)
  rows.push({ name: '  of one line, with the sandbox for cards', ...inside })
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
  while (products.length < Math.max(...lineCounts)) products.push((await shop.addProduct())._id)
  const rows: BenchRow[] = []
  for (const lines of lineCounts) {
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

/** Measures the CPU time of an order in milliseconds: paid, and placed only. */
async function measure(shop: ShopProcess, cards: { url: string; databaseUrl: string }, lines: number) {
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
  const place = async (token: string) =>
    (await shop.call<{ _id: string }>('POST', '/orders', token, orderOf(products)))._id
  const pay = async (token: string) => {
    const orderId = await place(token)
    const { clientSecret } = await shop.call<{ clientSecret: string }>('POST', '/create-payment-intent', token, {
      orderId,
    })
    const intent = { id: clientSecret.split('_secret_')[0], client_secret: clientSecret } as Stripe.PaymentIntent
    await confirmCard(cards.url, intent)
    await shop.call('PATCH', `/order/${orderId}`, token, { transactionId: intent.id })
  }
  const round = async (work: (token: string) => Promise<unknown>) => {
    const begun = shop.cpuMs()
    await Promise.all(
      tokens.map(async (token) => {
        for (let turn = 0; turn < ordersOfBuyer; turn++) await work(token)
      }),
    )
    await untilDelivered(cards.databaseUrl)
    return (shop.cpuMs() - begun) / (buyers * ordersOfBuyer)
  }
  const times = await interleave(
    () => round(pay),
    () => round(place),
  )
  return { ...times, unit: 'ms' as const, goal: maxRatio }
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
