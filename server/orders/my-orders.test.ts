import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

let discs: Tool
let pads: Tool
const shop = provideTestShop({}, async () => {
  discs = await shop.addProduct({ name: 'Vented brake disc', sku: 'BRK-312V5', available: 1000, price: 20 })
  pads = await shop.addProduct({ name: 'Ceramic pad set', sku: 'PAD-7', available: 1000, price: 5 })
})

type Buyer = Awaited<ReturnType<typeof createCustomer>>

const read = (buyer: Buyer, query = '') =>
  shop.call<Order[]>('GET', `/orders?email=${buyer.email}${query}`, { token: buyer.token })
const idsOf = (orders: Order[]) => orders.map(({ _id }) => _id)
const find = async (buyer: Buyer, words: string) => idsOf((await read(buyer, `&q=${encodeURIComponent(words)}`)).body)
const count = (buyer: Buyer, email = buyer.email) =>
  shop.call<{ count: number; states: { state: string; count: number }[] }>('GET', `/order-counts?email=${email}`, {
    token: buyer.token,
  })

async function placeLines(buyer: Buyer, products: readonly Tool[], more: object = {}): Promise<Order> {
  const lines = products.map(({ _id, price }) => ({ productId: _id, quantity: 1, unitPrice: price }))
  const body = { lines, address: '1 Test Street', phoneNumber: '5550100', ...more }
  const { body: placed } = await shop.call<{ order: Order }>('POST', '/orders', { token: buyer.token, body })
  return placed.order
}

test('a buyer finds orders by number, PO number, and product or part number of any line, and no others', async () => {
  const buyer = await createCustomer(shop, 'finder')
  const other = await createCustomer(shop, 'elsewhere')
  const filler = await shop.addProduct({ name: 'Filler', sku: 'FIL-1', available: 1000 })
  await placeOrder(shop, buyer, filler, 1)
  const one = await placeLines(buyer, [discs], { poNumber: 'PO-2026/77' })
  // The words of an order have its first ten lines only.
  const long = await placeLines(buyer, [...range(11).map(() => filler), pads])
  await placeLines(other, [...range(11).map(() => filler), pads])
  await placeOrder(shop, other, discs, 1)

  const digits = one.number.replace('BY-', '')
  for (const words of [
    one.number,
    `by${digits}`,
    `BY ${digits}`,
    `#${digits}`,
    digits,
    '2026/77',
    'PO-2026',
    'vented',
  ]) {
    assert.deepEqual(await find(buyer, words), [one._id], words)
  }
  for (const words of ['brk312v5', 'BRK 312-V5', 'disc brake']) {
    assert.deepEqual(await find(buyer, words), [one._id], words)
  }
  for (const words of ['ceramic', 'pad set', 'PAD-7', 'pad7', 'CERAMIC PAD']) {
    assert.deepEqual(await find(buyer, words), [long._id], words)
  }
  for (const words of ['ramic', 'ceramic vented', "' OR 1=1 --", '%', '--']) {
    assert.deepEqual(await find(buyer, words), [], words)
  }
  assert.equal((await find(buyer, 'filler')).length, 2)
  assert.equal((await find(buyer, ' ')).length, 3, 'a blank search is none')
})

test('a buyer’s list has cancelled and expired orders only when they are asked for, and so does its count', async () => {
  const buyer = await createCustomer(shop, 'counter')
  const facts = {
    unpaid: '',
    paid: "paid_at = now(), transaction_id = 'pi_my_1'",
    shipped: "paid_at = now(), transaction_id = 'pi_my_2', shipped_at = now()",
    cancelled: 'cancelled_at = now()',
    expired: 'expired_at = now()',
  }
  const created: Record<string, string> = {}
  for (const [state, set] of Object.entries(facts)) {
    created[state] = (await placeOrder(shop, buyer, discs, 1))._id
    if (set) await shop.db.execute(sql.raw(`UPDATE orders SET ${set} WHERE id = '${created[state]}'`))
  }
  const { shipped, paid, unpaid } = created
  assert.deepEqual(idsOf((await read(buyer)).body), [shipped, paid, unpaid])
  for (const [state, id] of Object.entries(created)) {
    assert.deepEqual(idsOf((await read(buyer, `&state=${state}`)).body), [id])
    assert.deepEqual(idsOf((await read(buyer, `&state=${state}&q=vented`)).body), [id])
  }
  assert.equal((await read(buyer, '&state=disputed')).status, 400)
  const { body } = await count(buyer)
  assert.equal(body.count, 3)
  assert.deepEqual(
    Object.fromEntries(body.states.map(({ state, count: each }) => [state, each])),
    Object.fromEntries(Object.keys(facts).map((state) => [state, 1])),
  )
  const stranger = await createCustomer(shop, 'nosy')
  assert.equal((await count(stranger, buyer.email)).status, 403)
  assert.equal((await count(stranger)).body.count, 0)
})

test('pages of a buyer’s orders hold every order once in each order, also when searched', async () => {
  const buyer = await createCustomer(shop, 'leafer')
  for (const index of range(7)) await placeOrder(shop, buyer, index % 2 ? discs : pads, 1 + (index % 3))
  const walk = async (query: string) => {
    const pages: Order[][] = []
    for (let next: string | undefined = `/orders?email=${buyer.email}&limit=2${query}`; next !== undefined;) {
      const page: Awaited<ReturnType<typeof read>> = await shop.call('GET', next, { token: buyer.token })
      pages.push(page.body)
      next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    return pages.flat()
  }
  const newest = idsOf(await walk(''))
  assert.equal(new Set(newest).size, 7)
  assert.deepEqual(idsOf(await walk('&sort=placed')), newest.toReversed())
  const largest = await walk('&sort=-total')
  const totals = largest.map(({ totalPrice }) => totalPrice)
  assert.deepEqual(
    totals,
    totals.toSorted((one, two) => two - one),
  )
  assert.deepEqual(idsOf(await walk('&sort=total')), idsOf(largest).toReversed())
  const padOrders = await walk('&q=ceramic')
  assert.deepEqual(
    idsOf(padOrders),
    newest.filter((_, index) => index % 2 === 0),
  )
})
