import type { BenchRow } from '#bench/interleave.ts'
import { openShopProcess } from '#bench/shop-process.ts'
import { type SizeCall, timeCall } from '#bench/size-calls.ts'
import { generate } from '#database/generate.ts'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { seededRandom } from '#server/testing/random-search.ts'
import { readFits } from '#server/vehicles/read-fits.ts'

const size = { products: 200_000, orders: 1000, fitments: 1_300_000, seed: 1 }
const turns = 300
const category = 'brakes'
const texts = 100_000
const maxReadSeconds = 20

const random = seededRandom()
const below = (limit: number) => Math.floor(random() * limit)
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item

/** Measures lists, counts, verdicts and what a part fits with a million ranges, and reads texts of sellers. */
export async function benchVehicles(): Promise<BenchRow[]> {
  await using shop = await openShopProcess({ DEMO: 'false' })
  const begun = performance.now()
  await generate(shop.databaseUrl, size, () => undefined)
  const pool = createPool({ connectionString: shop.databaseUrl, max: 1 })
  // By popularity: a model is drawn as often as parts list it.
  const { rows: vehicles } = await pool.query<{ model: number; year: number }>(`
    SELECT model_id AS model, coalesce(vehicle_models.year_from, 2000) + 3 AS year
    FROM fitments TABLESAMPLE SYSTEM (1) REPEATABLE (1) JOIN vehicle_models ON vehicle_models.id = model_id LIMIT 5000`)
  const { rows: ids } = await pool.query<{ id: string }>(
    'SELECT id FROM products WHERE archived_at IS NULL LIMIT 20000',
  )
  const { rows: counted } = await pool.query<{ ranges: number }>('SELECT count(*)::integer AS ranges FROM fitments')
  await pool.end()
  process.stdout.write(`Made ${counted[0]?.ranges} ranges in ${Math.round((performance.now() - begun) / 1000)} s.\n`)
  const vehicle = () => pick(vehicles)
  const address = () => {
    const { model, year } = vehicle()
    return `vehicle=${model}-${year}`
  }
  const calls: [name: string, draw: () => string | Omit<SizeCall, 'what'>, limitMs: number][] = [
    ['page of a category with a vehicle', () => `/tools?limit=61&category=${category}&${address()}`, 30],
    ['page of the shop with a vehicle', () => `/tools?limit=61&${address()}`, 30],
    ['the same with universal parts', () => `/tools?limit=61&category=${category}&${address()}&universal=yes`, 60],
    ['facets of a category with a vehicle', () => `/tools/facets?category=${category}&${address()}`, 60],
    [
      'verdicts of 120 products',
      () => {
        const { model, year } = vehicle()
        const from = below(ids.length - 120)
        const productIds = ids.slice(from, from + 120).map(({ id }) => id)
        return { method: 'POST', path: '/fitment-verdicts', body: { vehicle: { modelId: model, year }, productIds } }
      },
      20,
    ],
    ['what a part fits', () => `/tools/${pick(ids).id}/fitments`, 2],
  ]
  const rows: BenchRow[] = []
  for (const [name, draw, baseline] of calls) {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn++) {
      const call = draw()
      times.push(await timeCall(shop, { what: name, ...(typeof call === 'string' ? { path: call } : call) }))
    }
    const ours = times.toSorted((one, other) => one - other)[Math.ceil(turns * 0.95) - 1] ?? 0
    rows.push({ name: `${name}, p95`, ours, baseline, unit: 'ms', goal: 1 })
  }
  return [...rows, readTexts()]
}

/** Reads texts as sellers write them, each another one. */
function readTexts(): BenchRow {
  const names = readSeedNames()
  const all = [...names.years.values()].flat()
  const parts = [
    'Brake pads front',
    'Bremsscheibe vorne',
    'Filtr oleju',
    'Amortisseur arrière',
    'Pastiglie freno',
    'Alternator 14V 120A',
  ]
  const written = Array.from({ length: texts }, (_, index) => {
    const { make, family, generation, from } = pick(all)
    const year = (from ?? 2000) + below(4)
    return `${pick(parts)} ${make} ${family} ${generation ?? ''} ${year}-${year + below(6)} ${index % 3 === 0 ? '1.9 TDI' : ''} P${index}`
  })
  const begun = performance.now()
  let read = 0
  for (const text of written) read += readFits(text, names).readings.length > 0 ? 1 : 0
  const seconds = (performance.now() - begun) / 1000
  process.stdout.write(`Read a vehicle in ${read} of ${texts} texts.\n`)
  return { name: `${texts} texts are read`, ours: seconds * 1000, baseline: maxReadSeconds * 1000, unit: 'ms', goal: 1 }
}
