import type { BenchRow } from '#bench/interleave.ts'
import { openShopProcess } from '#bench/shop-process.ts'
import { type SizeCall, sizeCalls, type SizedShop, timeCall } from '#bench/size-calls.ts'
import { generate } from '#database/generate.ts'

/** Lists the compared shops; the last one is measured against the first. */
const sizes = [
  { products: 1000, orders: 10_000, seed: 1 },
  { products: 100_000, orders: 100_000, seed: 1 },
  { products: 1_000_000, orders: 10_000_000, seed: 1 },
]
/** With fewer, a single disturbance would decide the p99. */
const readTurns = 400
/** Limited by the stock. */
const orderTurns = 100

/** Measures the p99 of every list, search, order and dashboard call in a small and a large shop, in turns. */
export async function benchSizes(): Promise<BenchRow[]> {
  await using shops = new AsyncDisposableStack()
  const open: { shop: SizedShop; calls: SizeCall[] }[] = []
  for (const size of sizes) {
    const shop = shops.use(await openShopProcess({ DEMO: 'false' }))
    const begun = performance.now()
    await generate(shop.databaseUrl, size, () => undefined)
    const seconds = Math.round((performance.now() - begun) / 1000)
    process.stdout.write(`Made ${size.products} products and ${size.orders} orders in ${seconds} s.\n`)
    open.push({ shop, calls: await sizeCalls(shop) })
  }
  const rows: BenchRow[] = []
  for (const { what, method } of open[0]?.calls ?? []) {
    const times = open.map(() => [] as number[])
    const turns = method === 'POST' ? orderTurns : readTurns
    for (let turn = 0; turn < turns; turn++) {
      for (const [index, { shop, calls }] of open.entries()) {
        const call = calls.find((one) => one.what === what)
        if (call) times[index]?.push(await timeCall(shop, call))
      }
    }
    const [first = 0, ...others] = times.map(p99)
    process.stdout.write(
      `${what.padEnd(44)}${[first, ...others].map((ms) => `${ms.toFixed(1)} ms`.padStart(12)).join('')}\n`,
    )
    rows.push({ name: what, ours: others.at(-1) ?? 0, baseline: first, unit: 'ms', goal: 1.5 })
  }
  return rows
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99) - 1] ?? 0
