import type { Facets } from '#contract/facets.ts'
import type { BenchRow } from '#bench/interleave.ts'
import { openShopProcess } from '#bench/shop-process.ts'
import { timeCall } from '#bench/size-calls.ts'
import { generate } from '#database/generate.ts'
import { seededRandom } from '#server/testing/random-search.ts'

const products = 100_000
const turns = 400
const category = 'brakes'
const words = ['brake', 'filter', 'wrench', 'absorber', 'gasket', 'bearing', 'clutch', 'battery']

const random = seededRandom()
const below = (limit: number) => Math.floor(random() * limit)
const pick = <Item>(items: readonly Item[]) => items[below(items.length)]

/** Measures the p95 of facets, lists, searches and suggestions in a shop of 100,000 products with eight attributes each. */
export async function benchCatalog(): Promise<BenchRow[]> {
  await using shop = await openShopProcess({ DEMO: 'false' })
  await generate(shop.databaseUrl, { products, orders: 1000, seed: 1 }, () => undefined)
  const response = await fetch(`${shop.url}/tools/facets?category=${category}`)
  const all = (await response.json()) as Facets
  process.stdout.write(`Made ${products} products, ${all.total} of them in one category.\n`)
  const groups = all.groups.filter(({ values }) => values.length > 1)
  const filters = (count: number) =>
    groups
      .toSorted(() => random() - 0.5)
      .slice(0, count)
      .map(({ code, values }) => `&f=${encodeURIComponent(`${code}:${pick(values)?.code}`)}`)
      .join('')
  const calls: [name: string, path: () => string, limitMs: number][] = [
    ['facets of a category', () => `/tools/facets?category=${category}`, 100],
    ['facets behind one filter', () => `/tools/facets?category=${category}${filters(1)}`, 100],
    ['facets behind three filters', () => `/tools/facets?category=${category}${filters(3)}`, 100],
    ['page of a list behind two filters', () => `/tools?limit=24&category=${category}${filters(2)}`, 30],
    ['part number in another spelling', () => `/search?limit=24&q=gen${String(below(products)).padStart(7, '0')}`, 5],
    ['word with a typing error', () => `/search?limit=24&q=${misspell(pick(words) ?? '')}`, 50],
    ['suggestions for three letters', () => `/search/suggestions?q=${(pick(words) ?? '').slice(0, 3)}`, 30],
  ]
  const rows: BenchRow[] = []
  for (const [name, path, baseline] of calls) {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn++) times.push(await timeCall(shop, { what: name, path: path() }))
    const sorted = times.toSorted((one, other) => one - other)
    rows.push({ name: `${name}, p95`, ours: sorted[Math.floor(turns * 0.95)] ?? 0, baseline, unit: 'ms', goal: 1 })
  }
  return rows
}

/** Swaps two letters behind the first one. */
function misspell(word: string): string {
  const at = 1 + below(word.length - 2)
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
}
