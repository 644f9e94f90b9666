import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { payableRange } from '#contract/payment-limits.ts'
import { orderCart } from '#server/carts/order-cart.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { createOrdering, type Ordering } from '#server/orders/insert-order.ts'
import { maxOpenOrders } from '#server/orders/order-rules.ts'
import { type PlaceOrderInput, placeOrder } from '#server/orders/place-order.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import Stripe from 'stripe'
import { createShipping } from '#server/shipping/quote-shipping.ts'
import { createTax } from '#server/tax/calculate-tax.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { search } from '#server/testing/random-search.ts'
import { range } from '#server/testing/range.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
/** Stands for another process of the same shop. */
let other: TestShop
let ordering: Ordering
let otherOrdering: Ordering
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ sharing: shop })
  const rules = { orderTtlMinutes: 60, limitOpenOrders: true }
  const parts = {
    orderCart,
    queueMail: async () => undefined,
    charging: { tax: createTax({ stripe: new Stripe('sk_test_unused') }), shipping: createShipping() },
  }
  ordering = createOrdering(shop.db, rules, parts)
  otherOrdering = createOrdering(other.db, rules, parts)
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

async function newBuyer(): Promise<Actor> {
  const { id, email } = await createCustomer(shop, newId())
  return {
    id,
    email,
    name: 'A Buyer',
    ip: '127.0.0.1',
    permissions: [],
    lacksVerification: false,
    emailVerified: true,
    signedInRecently: false,
    tokenVersion: 0,
  }
}

async function newProduct({ available, minimum, priceCents }: NewProduct): Promise<string> {
  const id = newId()
  await shop.db.execute(sql`
    WITH product AS (
      INSERT INTO products (id, name, description, image_url, price_cents, minimum_quantity, available_quantity)
      VALUES (${id}, ${id}, '', '', ${priceCents}, ${minimum}, ${available}) RETURNING id)
    INSERT INTO stock_movements (product_id, kind, reason, units, available_change, shelf_change)
    SELECT id, 'opening', 'opening', ${available}, ${available}, ${available} FROM product`)
  return id
}

interface NewProduct {
  available: number
  minimum: number
  priceCents: number
}

const product = fc.record({
  available: fc.integer({ min: 1, max: 25 }),
  minimum: fc.integer({ min: 1, max: 3 }),
  priceCents: fc.constantFrom(10, 700),
})
const twoProducts = fc.array(product, { minLength: 2, maxLength: 2 })
/** Generates a request for one of two products by one of two buyers to one of two processes. */
const request = fc.record({
  product: fc.nat(1),
  buyer: fc.nat(1),
  quantity: fc.integer({ min: 1, max: 9 }),
  expectedTotal: fc.constantFrom('right', 'none', 'wrong'),
  key: fc.option(fc.constantFrom('a', 'b')),
  process: fc.nat(1),
})
type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never
/** `outcome` is the id of an order or the code of a problem. */
type Answered = Request & { outcome: string }
const requests = fc.array(request, { minLength: 2, maxLength: 16 })
const openBefore = fc.constantFrom(0, maxOpenOrders - 2, maxOpenOrders)

test('orders that come at once end as if they had come one after the other, in one process or two', async () => {
  const property = fc.asyncProperty(twoProducts, requests, openBefore, async (given, asked, alreadyOpen) => {
    const buyers = [await newBuyer(), await newBuyer()]
    const products = await Promise.all(given.map(newProduct))
    await openSome(buyers[0], alreadyOpen)
    const outcomes = await Promise.all(
      asked.map(({ product, buyer, quantity, expectedTotal, key, process }) => {
        const total = given[product]!.priceCents * quantity
        const input = {
          ...bodyFor(products[product]!, quantity),
          expectedTotalCents: { none: undefined, right: total, wrong: total + 1 }[expectedTotal],
          idempotencyKey: key ?? undefined,
        }
        const through = process ? otherOrdering : ordering
        return placeOrder(shop.db, through, buyers[buyer]!, input).then(({ id }) => id, codeOf)
      }),
    )
    const answered = asked.map((each, index) => ({ ...each, outcome: outcomes[index]! }))
    const accepted = Map.groupBy(answered.filter(isAccepted), ({ outcome }) => outcome)
    const left = given.map(({ available }) => available)
    const open = [alreadyOpen, 0]
    for (const sameOrder of accepted.values()) {
      assertAcceptable(sameOrder, given)
      const [{ product, quantity, buyer }] = sameOrder as [Answered]
      left[product]! -= quantity
      open[buyer]! += 1
    }
    assert.ok(left.every((units) => units >= 0) && open.every((count) => count <= maxOpenOrders))
    const firsts = [...accepted.values()].map(([first]) => first!)
    for (const rejected of answered.filter((each) => !isAccepted(each)))
      assertReason(rejected, { given, left, open, firsts })
    assert.deepEqual(await readStock(products), left)
    assert.deepEqual(await readOrders(products), new Set(accepted.keys()))
  })
  await fc.assert(property, search(10))
  assert.deepEqual(await checkStock(shop.db), [])
  assert.deepEqual(await checkReservedStock(shop.db), [])
})

const isAccepted = ({ outcome }: Answered) => /^[0-9a-f]{8}-/.test(outcome)
const contentOf = ({ product, buyer, quantity, key }: Request) => JSON.stringify([product, buyer, quantity, key])

/** Asserts that an order answers one request and its repetitions, and that the rules allow it. */
function assertAcceptable(sameOrder: readonly Answered[], given: readonly NewProduct[]): void {
  const [first] = sameOrder as [Answered]
  const { minimum, priceCents } = given[first.product]!
  const isRepeated = sameOrder.every((each) => each.key !== null && contentOf(each) === contentOf(first))
  assert.ok(sameOrder.length === 1 || isRepeated)
  assert.ok(sameOrder.some(({ expectedTotal }) => expectedTotal !== 'wrong'))
  assert.ok(first.quantity >= minimum && first.quantity * priceCents >= payableRange('card').least)
}

/** Asserts the reason of a rejection by the end: stock and free places only decrease, so a reason still holds. */
function assertReason(
  rejected: Answered,
  end: { given: readonly NewProduct[]; left: readonly number[]; open: readonly number[]; firsts: readonly Answered[] },
): void {
  const { product, buyer, quantity, key, outcome } = rejected
  const { minimum, priceCents } = end.given[product]!
  const reasons: Record<string, boolean> = {
    'out-of-stock': quantity > end.left[product]!,
    'below-minimum': quantity < minimum,
    'price-changed': rejected.expectedTotal === 'wrong',
    'total-not-payable': quantity * priceCents < payableRange('card').least,
    'too-many-open-orders': end.open[buyer] === maxOpenOrders,
    'idempotency-key-reused': end.firsts.some(
      (first) => key !== null && first.key === key && first.buyer === buyer && contentOf(first) !== contentOf(rejected),
    ),
  }
  assert.ok(reasons[outcome], `${outcome} was no reason: ${JSON.stringify(reasons)}`)
}

async function readStock(products: readonly string[]): Promise<(number | undefined)[]> {
  const { rows } = await shop.db.execute<{ id: string; available: number }>(
    sql`SELECT id, available_quantity AS available FROM products WHERE id IN (${products[0]}, ${products[1]})`,
  )
  return products.map((id) => rows.find((row) => row.id === id)?.available)
}

async function readOrders(products: readonly string[]): Promise<Set<string>> {
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`SELECT order_id AS id FROM order_lines WHERE product_id IN (${products[0]}, ${products[1]})`,
  )
  return new Set(rows.map(({ id }) => id))
}

test('orders of one moment and one product are placed beside each other, and one that cannot be written fails alone', async () => {
  const productId = await newProduct({ available: 100, minimum: 1, priceCents: 100 })
  const buyers = await Promise.all(range(8).map(newBuyer))
  const anonymous = { ...(buyers[0] ?? (await newBuyer())), id: newId() }
  const outcomes = await Promise.allSettled(
    [...buyers, anonymous].map((buyer) => placeOrder(shop.db, ordering, buyer, bodyFor(productId))),
  )
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [...buyers.map(() => 'fulfilled'), 'rejected'],
  )
  const { rows } = await shop.db.execute(sql`SELECT available_quantity FROM products WHERE id = ${productId}`)
  assert.deepEqual(rows, [{ available_quantity: 92 }])
})

test('a buyer whose many orders wait for a product does not hold up another', async () => {
  const hot = await newProduct({ available: 100, minimum: 1, priceCents: 100 })
  const free = await newProduct({ available: 1, minimum: 1, priceCents: 100 })
  const [eager, patient] = [await newBuyer(), await newBuyer()]
  let waiting: Promise<unknown> | undefined
  await other.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM products WHERE id = ${hot} FOR NO KEY UPDATE`)
    waiting = Promise.allSettled(range(40).map(() => placeOrder(shop.db, ordering, eager, bodyFor(hot))))
    await waitUntil(async () => {
      const { rows } = await tx.execute(
        sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
      )
      return rows.length > 0
    }, 'an order waits for the product')
    assert.ok(await placeOrder(shop.db, ordering, patient, bodyFor(free)))
  })
  await waiting
})

function codeOf(error: unknown): string {
  if (error instanceof Problem) return error.code
  throw error
}

const bodyFor = (productId: string, quantity = 1): PlaceOrderInput => ({
  isList: false,
  payBy: 'card',
  code: undefined,
  shippingMethod: undefined,
  vehicle: undefined,
  lines: [{ productId, quantity, unitPriceCents: undefined, job: null }],
  poNumber: null,
  note: null,
  buyerName: 'A Buyer',
  address: '1 Test Street',
  phoneNumber: '1',
  expectedTotalCents: undefined,
  idempotencyKey: undefined,
  acceptTerms: async () => undefined,
  language: 'en',
})

/** Creates unpaid orders of a buyer. */
async function openSome(buyer: Actor | undefined, count: number): Promise<void> {
  assert.ok(buyer)
  const productId = await newProduct({ available: 100, minimum: 1, priceCents: 100 })
  await Promise.all(range(count).map(() => placeOrder(shop.db, ordering, buyer, bodyFor(productId))))
}
