import { setTimeout as wait } from 'node:timers/promises'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import { order } from '#bench/orders.ts'
import type { ShopProcess } from '#bench/shop-process.ts'

const lines = 1000
const buyers = 64
const widePerSecond = 5

/** Measures an order of 1,000 lines, and orders of one hot product while five of 1,000 lines a second contain it. */
export async function benchWideOrders(shop: ShopProcess): Promise<BenchRow[]> {
  const tokens: string[] = []
  for (let index = 0; index <= buyers; index++) tokens.push(await shop.signUp(`wide-${index}@bench.test`))
  const products: string[] = []
  for (let index = 0; index < lines; index++) {
    const { _id } = await shop.call<{ _id: string }>('POST', '/tools', shop.adminToken, {
      name: `Bench part ${index}`,
      content: 'Only for this run.',
      available: 1_000_000,
      minQuantity: 1,
      price: 10,
      img: '/media/bench/960.webp',
    })
    products.push(_id)
  }
  const [wideToken = '', ...others] = tokens
  const placeWide = async () => {
    const body = {
      lines: products.map((productId) => ({ productId, quantity: 1, unitPrice: 10 })),
      address: '1 Bench Street',
      phoneNumber: '5550100',
    }
    const begun = performance.now()
    await shop.call('POST', '/orders', wideToken, body)
    return performance.now() - begun
  }
  const alone: number[] = []
  for (let run = 0; run < 10; run++) alone.push(await placeWide())
  const narrow = async () => (await order(shop.url, { tokens: others, products: products.slice(500, 501) })).perSecond
  const among: number[] = []
  const rates = await interleave(async () => {
    let isOver = false
    const wide = (async () => {
      const placed: Promise<number>[] = []
      while (!isOver) {
        placed.push(placeWide())
        await wait(1000 / widePerSecond)
      }
      among.push(...(await Promise.all(placed)))
    })()
    const perSecond = await narrow()
    isOver = true
    await wide
    return perSecond
  }, narrow)
  return [
    { name: `POST /orders of ${lines} lines`, ours: median(alone), baseline: 1000, unit: 'ms', goal: 1 },
    { name: '  the same among orders of one line', ours: median(among), baseline: 1000, unit: 'ms', goal: 1 },
    {
      name: `POST /orders, ${buyers} buyers, one product, with and without ${widePerSecond} of ${lines} lines a second`,
      ...rates,
      goal: 0.9,
    },
  ]
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
