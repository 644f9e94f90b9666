import { sql } from 'drizzle-orm'
import type { BenchRow } from '#bench/interleave.ts'
import { allocate } from '#contract/allocate.ts'
import { newId } from '#server/platform/ids.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

const lines = 1000
const runs = 60
const limitMs = 60

/** Measures `POST /order-quote` of 1,000 lines with price breaks, a discount, shipping and two taxes, in this process; p95 in milliseconds. */
export async function benchQuotes(): Promise<BenchRow[]> {
  await using shop = await openTestShop()
  await chargeOrders(shop)
  const { token } = shop.admin
  await shop.call('POST', '/discounts', { token, body: { name: 'Bench', kind: 'percent', value: 7.5 } })
  const prices = allocate(
    20_000_000,
    Array.from({ length: lines }, (_, index) => 1000 + index),
  )
  await shop.db.execute(sql`INSERT INTO tax_classes (code, name) VALUES ('reduced', 'Reduced')`)
  await shop.db.execute(sql`
    INSERT INTO tax_rates (country, region, tax_class, name, rate, starts_on)
    VALUES ('US', 'TX', 'reduced', 'Texas, reduced', 0.02, '2020-01-01')`)
  const { rows: products } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO products (id, name, description, category_id, category, image_url, price_cents, minimum_quantity, available_quantity, tax_class)
    SELECT input.id, 'Quoted ' || n, 'Bench', category.id, category.slug, '/x.webp', cents, 1, 100000, CASE WHEN n % 2 = 0 THEN 'standard' ELSE 'reduced' END
    FROM unnest(${sql.param(prices.map(() => newId()))}::uuid[], ${sql.param(prices)}::integer[]) WITH ORDINALITY AS input (id, cents, n),
      (SELECT id, slug FROM categories LIMIT 1) category RETURNING products.id`)
  await shop.db.execute(sql`
    INSERT INTO prices (price_list_id, product_id, from_quantity, cents)
    SELECT price_lists.id, products.id, step, price_cents * (100 - step) / 100 FROM products, price_lists, unnest(ARRAY[5, 10, 25]) step WHERE is_base`)
  // As the database does by itself within a minute.
  await shop.db.execute(sql`ANALYZE`)
  const body = {
    lines: products.map(({ id }, index) => ({ productId: id, quantity: 1 + (index % 40) })),
    place: { country: texanDelivery.country, region: texanDelivery.region, postalCode: texanDelivery.postalCode },
  }
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const begin = performance.now()
    const { status } = await shop.call('POST', '/order-quote', { body })
    if (status !== 200) throw new Error(`The quote was refused: ${status}.`)
    times.push(performance.now() - begin)
  }
  const p95 = times.slice(10).toSorted((one, other) => one - other)[Math.floor((runs - 10) * 0.95)] ?? Infinity
  return [{ name: 'Quote of 1,000 lines, p95', ours: p95, baseline: limitMs, unit: 'ms', goal: 1 }]
}
