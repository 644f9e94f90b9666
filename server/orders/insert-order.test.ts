import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { checkStock } from '#server/catalog/check-stock.ts'
import { checkUnits } from '#server/orders/check-units.ts'
import { mostOpenOrders, payableCents } from '#server/orders/order-rules.ts'
import { type OrderWish, placeOrder } from '#server/orders/place-order.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import { Problem } from '#server/platform/problem.ts'
import { enrolled } from '#server/testing/enrolled.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
/** Another process of the same shop. */
let other: TestShop
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ beside: shop })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const rules = { orderTtlMinutes: 60, limitOpenOrders: true }
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

async function newBuyer(): Promise<Actor> {
  const { id, email } = await enrolled(shop, newId())
  return {
    id,
    email,
    name: 'Somebody',
    ip: '127.0.0.1',
    role: 'customer',
    lacksVerification: false,
    signedInLately: false,
    tokenVersion: 0,
  }
}

async function newProduct({ available, minimum, priceCents }: Shelf): Promise<string> {
  const id = newId()
  await shop.db.execute(sql`
    WITH product AS (
      INSERT INTO products (id, name, description, image_url, price_cents, minimum_quantity, available_quantity)
      VALUES (${id}, ${id}, '', '', ${priceCents}, ${minimum}, ${available}) RETURNING id)
    INSERT INTO stock_movements (product_id, quantity, reason) SELECT id, ${available}, 'opening' FROM product`)
  return id
}

interface Shelf {
  available: number
  minimum: number
  priceCents: number
}

const shelves = fc.array(
  fc.record({
    available: fc.integer({ min: 1, max: 25 }),
    minimum: fc.integer({ min: 1, max: 3 }),
    priceCents: fc.constantFrom(10, 700),
  }),
  { minLength: 2, maxLength: 2 },
)
const ask = fc.record({
  product: fc.nat(1),
  buyer: fc.nat(1),
  quantity: fc.integer({ min: 1, max: 9 }),
  expected: fc.constantFrom('right', 'none', 'wrong'),
  key: fc.option(fc.constantFrom('a', 'b')),
  process: fc.nat(1),
})
type Ask = typeof ask extends fc.Arbitrary<infer Value> ? Value : never
const asks = fc.array(ask, { minLength: 2, maxLength: 16 })
const wishOf = ({ product, buyer, quantity, key }: Ask) => JSON.stringify([product, buyer, quantity, key])

test('orders that come at once end as if they had come one after the other, in one process or two', async () => {
  await fc.assert(
    fc.asyncProperty(
      shelves,
      asks,
      fc.constantFrom(0, mostOpenOrders - 2, mostOpenOrders),
      async (given, asked, openBefore) => {
        const buyers = [await newBuyer(), await newBuyer()]
        const products = await Promise.all(given.map(newProduct))
        await openSome(buyers[0], openBefore)
        const outcomes = await Promise.all(
          asked.map(async ({ product, buyer, quantity, expected, key, process }) => {
            const agreed = (given[product]?.priceCents ?? 0) * quantity
            const wish = {
              ...wishFor(products[product] ?? ''),
              quantity,
              expectedTotalCents: { none: undefined, right: agreed, wrong: agreed + 1 }[expected],
              idempotencyKey: key ?? undefined,
            }
            const who = buyers[buyer]
            assert.ok(who)
            return placeOrder((process ? other : shop).db, who, wish, rules).then(({ id }) => id, codeOf)
          }),
        )
        const answered = asked.map((ask, index) => ({ ...ask, outcome: outcomes[index] ?? '' }))
        const taken = Map.groupBy(
          answered.filter(({ outcome }) => isId(outcome)),
          ({ outcome }) => outcome,
        )
        const left = given.map(({ available }) => available)
        const open = [openBefore, 0]
        for (const same of taken.values()) {
          const [first] = same
          const shelf = given[first?.product ?? -1]
          assert.ok(first && shelf)
          const isRepeated = (ask: Ask) => ask.key !== null && wishOf(ask) === wishOf(first)
          assert.ok(same.length === 1 || same.every(isRepeated), 'an order answers one wish and its repetitions')
          assert.ok(same.some((ask) => ask.expected !== 'wrong'))
          assert.ok(first.quantity >= shelf.minimum && first.quantity * shelf.priceCents >= payableCents.least)
          left[first.product] = (left[first.product] ?? 0) - first.quantity
          open[first.buyer] = (open[first.buyer] ?? 0) + 1
        }
        assert.ok(left.every((units) => units >= 0) && open.every((count) => count <= mostOpenOrders))
        // The refused ones come last in that row: stock and places only dwindle, so whatever refused them is still true.
        for (const ask of answered.filter(({ outcome }) => !isId(outcome))) {
          const shelf = given[ask.product]
          assert.ok(shelf)
          const reasons: Record<string, boolean> = {
            'out-of-stock': ask.quantity > (left[ask.product] ?? 0),
            'below-minimum': ask.quantity < shelf.minimum,
            'price-changed': ask.expected === 'wrong',
            'total-not-payable': ask.quantity * shelf.priceCents < payableCents.least,
            'too-many-open-orders': open[ask.buyer] === mostOpenOrders,
            'idempotency-key-reused': [...taken.values()].some(
              ([first]) =>
                first &&
                ask.key !== null &&
                first.key === ask.key &&
                first.buyer === ask.buyer &&
                wishOf(first) !== wishOf(ask),
            ),
          }
          assert.ok(reasons[ask.outcome], `${ask.outcome} was no reason: ${JSON.stringify(reasons)}`)
        }
        const { rows } = await shop.db.execute<{ id: string; available: number }>(
          sql`SELECT id, available_quantity AS available FROM products WHERE id IN (${products[0]}, ${products[1]})`,
        )
        assert.deepEqual(
          products.map((id) => rows.find((row) => row.id === id)?.available),
          left,
        )
        const { rows: written } = await shop.db.execute<{ id: string }>(
          sql`SELECT order_id AS id FROM order_lines WHERE product_id IN (${products[0]}, ${products[1]})`,
        )
        assert.deepEqual(new Set(written.map(({ id }) => id)), new Set(taken.keys()))
      },
    ),
    { numRuns: 30 },
  )
  assert.deepEqual(await checkStock(shop.db), [])
  assert.deepEqual(await checkUnits(shop.db), [])
})

test('orders of one moment travel in one statement, and one that cannot be written fails alone', async (t) => {
  const productId = await newProduct({ available: 100, minimum: 1, priceCents: 100 })
  const buyers = await Promise.all(range(8).map(newBuyer))
  const query = t.mock.method(shop.db.$client, 'query')
  const orders = await Promise.all(buyers.map((buyer) => placeOrder(shop.db, buyer, wishFor(productId), rules)))
  assert.equal(query.mock.callCount(), 1)
  assert.equal(new Set(orders.map(({ id }) => id)).size, 8)

  const nobody = { ...(buyers[0] ?? (await newBuyer())), id: newId() }
  const outcomes = await Promise.allSettled(
    [...buyers, nobody].map((buyer) => placeOrder(shop.db, buyer, wishFor(productId), rules)),
  )
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [...buyers.map(() => 'fulfilled'), 'rejected'],
  )
  const { rows } = await shop.db.execute(sql`SELECT available_quantity FROM products WHERE id = ${productId}`)
  assert.deepEqual(rows, [{ available_quantity: 84 }])
})

const isId = (outcome: string) => /^[0-9a-f]{8}-/.test(outcome)

function codeOf(error: unknown): string {
  if (error instanceof Problem) return error.code
  throw error
}

const wishFor = (productId: string): OrderWish => ({
  productId,
  quantity: 1,
  buyerName: 'Somebody',
  address: '1 Test Street',
  phoneNumber: '1',
  expectedTotalCents: undefined,
  idempotencyKey: undefined,
})

/** Unpaid orders that a buyer has already. */
async function openSome(buyer: Actor | undefined, count: number): Promise<void> {
  assert.ok(buyer)
  const productId = await newProduct({ available: 100, minimum: 1, priceCents: 100 })
  await Promise.all(range(count).map(() => placeOrder(shop.db, buyer, wishFor(productId), rules)))
}
