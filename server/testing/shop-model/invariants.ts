import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Tool, ToolStock } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { ManagedReview } from '#contract/reviews.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkShipments } from '#server/orders/shipments/check-shipments.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { checkReturns } from '#server/returns/check-returns.ts'
import { type Model, reservedOf, shippedOf, unitsOf } from './model.ts'
import type { ScenarioState, ShopPair } from './shop-pair.ts'

/** Returns violations of the invariants of stock, orders and payments. */
export async function findViolations({ first: { db } }: ShopPair): Promise<object[]> {
  return [
    await checkStock(db),
    await checkReservedStock(db),
    await checkOrderLines(db),
    await checkShipments(db),
    await checkReturns(db),
    await checkPayments(db),
    await checkDocuments(db),
  ].flat()
}

/** Asserts that a response to a customer shows no e-mail address and no secret of another person. */
export function assertPrivate(state: ScenarioState, reader: string, text: string, path: string): void {
  if (state.everAdmin.has(reader)) return
  for (const [name, { secret, email }] of Object.entries(state.people)) {
    if (name === reader) continue
    assert.ok(!text.includes(secret) && !text.includes(email), `${reader} reads of ${name} at ${path}: ${text}`)
  }
}

/** Asserts that the shop shows one of the possible states. */
export async function assertEqualsModel(shop: ShopPair, { models, ids }: ScenarioState): Promise<void> {
  const [model] = models
  assert.ok(model)
  const found = await readShop(shop, model, ids)
  const expected = models.map(visible)
  assert.ok(
    expected.some((each) => isDeepStrictEqual(each, found)),
    `${JSON.stringify(found)} is not ${JSON.stringify(expected)}`,
  )
}

/** Reads what the shop shows of the model's objects. */
async function readShop(shop: ShopPair, model: Model, ids: ScenarioState['ids']) {
  const { token } = shop.onlooker
  const products: Record<string, unknown> = {}
  for (const name of Object.keys(model.products)) {
    const { status, body } = await shop.next().call<Tool>('GET', `/tools/${ids[name]}`)
    const { available, minOrder: minimum, price } = body
    const { body: stock } = await shop.next().call<ToolStock>('GET', `/all-tools/${ids[name]}/stock`, { token })
    const { reserved } = stock
    assert.equal(stock.onShelf, stock.available + reserved)
    products[name] =
      status === 404 ? { archived: true, reserved } : { available, minimum, cents: Math.round(price * 100), reserved }
  }
  const orders: Record<string, unknown> = {}
  for (const name of Object.keys(model.orders)) {
    const { body } = await shop.next().call<Order>('GET', `/order/${ids[name]}`, { token })
    orders[name] = {
      state: body.state,
      units: body.quantity,
      shipped: body.shippedUnits ?? 0,
      cents: Math.round(body.totalPrice * 100),
    }
  }
  const reviews: Record<string, unknown> = {}
  const { body: all } = await shop.next().call<ManagedReview[]>('GET', '/all-reviews', { token })
  for (const name of Object.keys(model.reviews)) {
    const review = all.find(({ _id }) => _id === ids[name])
    reviews[name] = review ? { text: review.massage, hidden: review.hidden } : 'withdrawn'
  }
  return { products, orders, reviews }
}

/** Returns what the shop must show for a state. */
function visible(model: Model) {
  const { products, orders, reviews } = model
  const each = <Facts, Shown>(things: Record<string, Facts>, show: (facts: Facts, name: string) => Shown) =>
    Object.fromEntries(Object.entries(things).map(([name, facts]) => [name, show(facts, name)]))
  return {
    products: each(products, ({ archived, ...facts }, name) => ({
      ...(archived ? { archived } : facts),
      reserved: reservedOf(model, name),
    })),
    orders: each(orders, (order, name) => ({
      state: order.state,
      units: unitsOf(order),
      shipped: shippedOf(model, name),
      cents: order.cents,
    })),
    reviews: each(reviews, ({ text, hidden, withdrawn }) => (withdrawn ? 'withdrawn' : { text, hidden })),
  }
}
