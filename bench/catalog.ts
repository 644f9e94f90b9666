import type { Facets } from '#contract/facets.ts'
import type { BenchRow } from '#bench/interleave.ts'
import { benchLists } from '#bench/lists.ts'
import { openShopProcess, type ShopProcess } from '#bench/shop-process.ts'
import { type SizeCall, type SizedShop, timeCall } from '#bench/size-calls.ts'
import { generate } from '#database/generate.ts'
import { seededRandom } from '#server/testing/random-search.ts'

/** Lists the shops; each second product has a cross-reference. The p99 of the last is compared with that of the first. */
const sizes = [1000, 100_000, 1_000_000]
const turns = 400
const category = 'brakes'
const words = ['brake', 'filter', 'wrench', 'absorber', 'gasket', 'bearing', 'clutch', 'battery']

const random = seededRandom()
const below = (limit: number) => Math.floor(random() * limit)
const pick = <Item>(items: readonly Item[]) => items[below(items.length)]

/** Describes a call by a function that draws its path or body, and the limit of its p95. */
type Call = [name: string, draw: () => string | Omit<SizeCall, 'what'>, limitMs: number]

/** Measures facets, lists, searches and suggestions in shops of three sizes whose products have eight attributes each. */
export async function benchCatalog(): Promise<BenchRow[]> {
  await using shops = new AsyncDisposableStack()
  const open: (ShopProcess & { products: number })[] = []
  const costs: BenchRow[] = []
  for (const products of sizes) {
    const shop = shops.use(await openShopProcess({ DEMO: 'false' }))
    const begun = performance.now()
    await generate(shop.databaseUrl, { products, orders: 1000, seed: 1 }, () => undefined)
    process.stdout.write(`Made ${products} products in ${Math.round((performance.now() - begun) / 1000)} s.\n`)
    for (const row of await benchLists(shop)) costs.push({ ...row, name: `${row.name}, ${products}` })
    open.push({ ...shop, products })
  }
  return [...costs, ...(await measureCatalog(open))]
}

/** Measures the calls in turns, one after the other: p95 of all shops but the smallest, and p99 of the last against the first. */
export async function measureCatalog(shops: readonly (SizedShop & { products: number })[]): Promise<BenchRow[]> {
  const calls = await Promise.all(shops.map(drawCalls))
  const rows: BenchRow[] = []
  for (const [index, [name, , baseline]] of (calls[0] ?? []).entries()) {
    const times = shops.map((): number[] => [])
    for (let turn = 0; turn < turns; turn++) {
      for (const [at, shop] of shops.entries()) {
        const call = calls[at]?.[index]?.[1]()
        if (call === undefined) continue
        times[at]?.push(await timeCall(shop, { what: name, ...(typeof call === 'string' ? { path: call } : call) }))
      }
    }
    const percentile = (at: number, share: number) =>
      times[at]?.toSorted((one, other) => one - other)[Math.ceil(turns * share) - 1] ?? 0
    for (const [at, { products }] of shops.entries()) {
      if (at === 0) continue
      rows.push({ name: `${name}, ${products}, p95`, ours: percentile(at, 0.95), baseline, unit: 'ms', goal: 1 })
    }
    const [small, large] = [percentile(0, 0.99), percentile(shops.length - 1, 0.99)]
    rows.push({ name: `${name}, p99 by size`, ours: large, baseline: small, unit: 'ms', goal: 1.5 })
  }
  return rows
}

async function drawCalls({ url, products }: SizedShop & { products: number }): Promise<Call[]> {
  const response = await fetch(`${url}/tools/facets?category=${category}`)
  const all = (await response.json()) as Facets
  const groups = all.groups.filter(({ values }) => values.length > 1)
  if (groups.length === 0) throw new Error(`The facets of ${all.total} products are not counted.`)
  const filters = (count: number) =>
    groups
      .toSorted(() => random() - 0.5)
      .slice(0, count)
      .map(({ code, values }) => `&f=${encodeURIComponent(`${code}:${pick(values)?.code}`)}`)
      .join('')
  const drawNumber = () => `gen${String(1 + below(products)).padStart(7, '0')}`
  const pasteNumbers = () => ({
    method: 'POST' as const,
    path: '/price-lines',
    body: { lines: Array.from({ length: 500 }, () => ({ partNumber: drawNumber(), quantity: 1 })) },
  })
  return [
    ['facets of a category', () => `/tools/facets?category=${category}`, 100],
    ['facets behind one filter', () => `/tools/facets?category=${category}${filters(1)}`, 100],
    ['facets behind three filters', () => `/tools/facets?category=${category}${filters(3)}`, 100],
    ['page of a list', () => `/tools?limit=24&category=${category}`, 30],
    ['page of a list, two filters', () => `/tools?limit=24&category=${category}${filters(2)}`, 30],
    ['part number, other spelling', () => `/search?limit=24&q=${drawNumber()}`, 5],
    ['500 pasted part numbers', pasteNumbers, 50],
    ['word with a typing error', () => `/search?limit=24&q=${misspell(pick(words) ?? '')}`, 50],
    ['suggestions for three letters', () => `/search/suggestions?q=${(pick(words) ?? '').slice(0, 3)}`, 30],
  ]
}

/** Swaps two letters behind the first one. */
function misspell(word: string): string {
  const at = 1 + below(word.length - 2)
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
}
