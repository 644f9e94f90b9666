import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Import } from '#contract/imports.ts'
import type { BenchRow } from '#bench/interleave.ts'
import { openShopProcess, type ShopProcess } from '#bench/shop-process.ts'
import { generate } from '#database/generate.ts'

const rows = 50_000
const added = 2_500
const buyers = 4
/** A workshop's order beside the import, each this often. */
const orderEveryMs = 150
const maxSeconds = 60
const maxMemoryMb = 150

/** Measures an import of 50,000 rows, from the upload to the last batch, with the memory that it takes and the orders beside it. */
export async function benchImports(): Promise<BenchRow[]> {
  await using shop = await openShopProcess({ DEMO: 'false' })
  await generate(shop.databaseUrl, { products: rows, orders: 1000, seed: 1 }, () => undefined)
  const tokens: string[] = []
  for (let index = 0; index < buyers; index++) tokens.push(await shop.signUp(`import-${index}@bench.test`))
  const products = (await shop.call<{ _id: string; minOrder: number }[]>('GET', '/tools?limit=200', '')).slice(0, 200)
  const idle = await orderFor(shop, tokens, products, wait(15_000))
  const memoryBefore = residentMb(shop, 'VmRSS')
  const cpuBefore = shop.cpuMs()
  const importing = importFile(shop)
  const among = await orderFor(shop, tokens, products, importing)
  const { checkedMs, appliedMs, counts } = await importing
  const cpuMs = shop.cpuMs() - cpuBefore
  process.stdout.write(
    `Compared ${rows} rows in ${seconds(checkedMs)}, applied ${counts.applied} in ${seconds(appliedMs)}; memory ${residentMb(shop, 'VmHWM')} MB, ${memoryBefore} MB before; orders: ${idle.count} idle, ${among.count} beside it.\n`,
  )
  return [
    {
      name: `import of ${rows} rows`,
      ours: (checkedMs + appliedMs) / 1000,
      baseline: maxSeconds,
      unit: 's',
      goal: 1,
    },
    { name: '  CPU of it and of the orders', ours: cpuMs / 1000, baseline: maxSeconds, unit: 's' },
    {
      name: '  memory beyond that before',
      ours: residentMb(shop, 'VmHWM') - memoryBefore,
      baseline: maxMemoryMb,
      unit: 'MB',
      goal: 1,
    },
    { name: '  p50 of orders beside it, against idle', ours: among.p50, baseline: idle.p50, unit: 'ms' },
    { name: '  p99 of orders beside it, against idle', ours: among.p99, baseline: idle.p99, unit: 'ms', goal: 2 },
  ]
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Returns a figure of the memory of the shop's Node process. Linux only. */
const residentMb = ({ pid }: ShopProcess, name: 'VmRSS' | 'VmHWM') =>
  Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  )

async function importFile(shop: ShopProcess) {
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = index < rows - added ? `GEN-${String(index + 1).padStart(7, '0')}` : `NEW-${index}`
    return `${number},Imported part ${index},A part of a file with a description of some words.,${(5 + (index % 900) / 10).toFixed(2)},${index % 400},1.${index % 10} kg`
  })
  const text = `Part number,Name,Description,Price,Stock,Weight\n${lines.join('\n')}\n`
  const form = new FormData()
  form.set('table', new Blob([text]), 'bench.csv')
  const headers = { authorization: `Bearer ${shop.adminToken}` }
  const begun = performance.now()
  const uploaded = await fetch(`${shop.url}/imports?kind=products`, { method: 'POST', headers, body: form })
  if (!uploaded.ok) throw new Error(await uploaded.text())
  const { _id: id } = ((await uploaded.json()) as { import: Import }).import
  const columns = ['partNumber', 'name', 'description', 'price', 'stock', 'weight']
  await shop.call('PUT', `/imports/${id}/mapping`, shop.adminToken, { columns })
  await untilState(shop, id, 'checked')
  const checkedMs = performance.now() - begun
  await shop.call('POST', `/imports/${id}/apply`, shop.adminToken, { acceptsGreatChanges: true })
  const { counts } = await untilState(shop, id, 'applied')
  return { checkedMs, appliedMs: performance.now() - begun - checkedMs, counts }
}

async function untilState(shop: ShopProcess, id: string, state: Import['state']): Promise<Import> {
  for (;;) {
    const found = await shop.call<Import>('GET', `/imports/${id}`, shop.adminToken)
    if (found.state === state) return found
    if (found.state === 'failed') throw new Error(`The import failed: ${found.failure}`)
    await wait(200)
  }
}

/** Orders with each buyer until something has ended; returns how long the orders took, in milliseconds. */
async function orderFor(
  shop: ShopProcess,
  tokens: readonly string[],
  products: readonly { _id: string; minOrder: number }[],
  end: Promise<unknown>,
) {
  let isOver = false
  void end.finally(() => (isOver = true)).catch(() => undefined)
  const times: number[] = []
  const buy = async (token: string, buyer: number) => {
    for (let turn = 0; !isOver; turn++) {
      const { _id: productId, minOrder } = products[(turn * buyers + buyer) % products.length] ?? {
        _id: '',
        minOrder: 1,
      }
      const begun = performance.now()
      const order = { productId, quantity: minOrder, address: '1 Bench Street', phoneNumber: '5550100' }
      const response = await fetch(`${shop.url}/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      })
      await response.arrayBuffer()
      // A product out of stock, or 20 open orders, are answers as well.
      if (response.status < 500) times.push(performance.now() - begun)
      await wait(orderEveryMs)
    }
  }
  await Promise.all(tokens.map(buy))
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99), count: times.length }
}
