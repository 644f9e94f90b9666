import { setTimeout as wait } from 'node:timers/promises'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import { addProduct, order } from '#bench/orders.ts'
import type { ShopProcess } from '#bench/shop-process.ts'

const lines = 1000
const buyers = 64
const widePerSecond = 5

/**
 * Measures an order of 1,000 lines, and orders of one hot product while five of 1,000 lines a second contain it: against the shop
 * without them, and against as many that do not contain it, which take the same processor time and lock nothing of it.
 */
export async function benchWideOrders(shop: ShopProcess): Promise<BenchRow[]> {
  const tokens: string[] = []
  for (let index = 0; index <= buyers; index++) tokens.push(await shop.signUp(`wide-${index}@bench.test`))
  const products: string[] = []
  for (let index = 0; index <= lines; index++) products.push(await addProduct(shop, `Bench part ${index}`))
  const [wideToken = '', ...others] = tokens
  const hot = products[lines / 2]
  const withHot = products.slice(0, lines)
  const withoutHot = products.filter((productId) => productId !== hot)
  const placeWide = async (ordered: readonly string[]) => {
    const body = {
      lines: ordered.map((productId) => ({ productId, quantity: 1, unitPrice: 10 })),
      address: '1 Bench Street',
      phoneNumber: '5550100',
    }
    const begun = performance.now()
    await shop.call('POST', '/orders', wideToken, body)
    return performance.now() - begun
  }
  const alone: number[] = []
  for (let run = 0; run < 10; run++) alone.push(await placeWide(withHot))
  const among: number[] = []
  const narrow = async () => (await order(shop.url, { tokens: others, products: hot ? [hot] : [] })).perSecond
  const narrowAmong = async (ordered: readonly string[]) => {
    let isOver = false
    const wide = (async () => {
      const placed: Promise<number>[] = []
      while (!isOver) {
        placed.push(placeWide(ordered))
        await wait(1000 / widePerSecond)
      }
      return Promise.all(placed)
    })()
    const perSecond = await narrow()
    isOver = true
    const waits = await wide
    if (ordered === withHot) among.push(...waits)
    return perSecond
  }
  const ofAll = await interleave(() => narrowAmong(withHot), narrow)
  const ofLocks = await interleave(
    () => narrowAmong(withHot),
    () => narrowAmong(withoutHot),
  )
  return [
    { name: `POST /orders of ${lines} lines`, ours: median(alone), baseline: 200, unit: 'ms', goal: 1 },
    { name: '  the same among orders of one line', ours: median(among), baseline: 1000, unit: 'ms', goal: 1 },
    {
      name: `POST /orders, ${buyers} buyers, one product, with and without ${widePerSecond} of ${lines} lines a second`,
      ...ofAll,
      goal: 0.9,
    },
    { name: '  against as many that do not contain it', ...ofLocks, goal: 0.9 },
  ]
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
