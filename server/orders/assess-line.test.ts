import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assessLine,
  fillUpQuantity,
  isRaised,
  largestQuantity,
  type LineFacts,
  lineTotalCents,
  type QuantityRule,
} from '#contract/assess-line.ts'
import type { priceLines } from '#contract/carts.ts'
import type { Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { requestOrder } from '#server/testing/place-order.ts'

let customer: Person
const shop = provideTestShop({}, async () => {
  customer = await shop.signUp('customer')
})

const upTo = (last: number, first = 0) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Lists every rule of small numbers: minimum and maximum are multiples. */
const rules: QuantityRule[] = upTo(4, 1).flatMap((multiple) =>
  upTo(3, 1).flatMap((low) =>
    [undefined, ...upTo(3).map((more) => (low + more) * multiple)].flatMap((maximum) =>
      upTo(14).map((available) => ({ minimum: low * multiple, multiple, maximum, available })),
    ),
  ),
)

const onSale = (rule: QuantityRule): LineFacts => ({ ...rule, active: true, priceCents: 1000, pricePer: 1 })

test('a quantity is taken if it is a multiple within minimum, maximum and stock; else the nearest such one is named', () => {
  for (const rule of rules) {
    const { minimum, multiple, maximum = Infinity, available } = rule
    const valid = upTo(30).filter(
      (units) => units % multiple === 0 && units >= minimum && units <= maximum && units <= available,
    )
    assert.equal(largestQuantity(rule), valid.at(-1))
    for (const quantity of upTo(30)) {
      const { code, offer } = assessLine(onSale(rule), { quantity, seenPriceCents: 1000 })
      const about = JSON.stringify({ ...rule, quantity, code, offer })
      assert.equal(code === null, valid.includes(quantity), about)
      if (code === null) continue
      const distance = Math.min(...valid.map((units) => Math.abs(units - quantity)))
      const nearest = valid.filter((units) => Math.abs(units - quantity) === distance).at(-1)
      assert.deepEqual(offer, nearest === undefined ? { remove: true } : { quantity: nearest }, about)
      // Several lines are mended at once only upwards: fewer than were wanted are the buyer's decision.
      assert.equal(isRaised({ quantity, offer }), nearest !== undefined && nearest > quantity, about)
    }
  }
})

test('a shelf is filled up to its quantity with the fewest units that can be ordered', () => {
  for (const rule of rules) {
    for (const par of upTo(12, 1)) {
      for (const onShelf of upTo(13)) {
        const fits = (units: number) => units >= rule.minimum && units % rule.multiple === 0 && onShelf + units >= par
        const expected = onShelf >= par ? 0 : upTo(40).find(fits)
        assert.equal(fillUpQuantity(par, onShelf, rule), expected, JSON.stringify({ ...rule, par, onShelf }))
      }
    }
  }
})

test('what is gone is removed, a new price is offered last, and half a cent of a line is rounded up', () => {
  const facts = onSale({ minimum: 5, multiple: 5, available: 20 })
  const successorId = 'successor'
  for (const quantity of [1, 5, 99]) {
    const removed = { code: 'product-not-found', offer: { remove: true } }
    assert.deepEqual(assessLine(null, { quantity }), removed)
    assert.deepEqual(assessLine({ ...facts, active: false, successorId }, { quantity }), {
      ...removed,
      offer: { remove: true, successorId },
    })
  }
  assert.deepEqual(assessLine({ ...facts, available: 4, successorId }, { quantity: 5, seenPriceCents: 1 }), {
    code: 'out-of-stock',
    offer: { remove: true, successorId },
  })
  assert.equal(assessLine(facts, { quantity: 7, seenPriceCents: 999 }).code, 'not-a-multiple')
  assert.deepEqual(assessLine(facts, { quantity: 5, seenPriceCents: 999 }), {
    code: 'price-changed',
    offer: { unitPrice: 10 },
  })
  assert.deepEqual(assessLine(facts, { quantity: 5, seenPriceCents: 1000 }), { code: null })
  const perHundred = { ...facts, pricePer: 100 }
  assert.deepEqual(assessLine(perHundred, { quantity: 5, seenPriceCents: 1000 }), {
    code: 'price-changed',
    offer: { unitPrice: 10, pricePer: 100 },
  })
  assert.equal(assessLine(perHundred, { quantity: 5, seenPriceCents: 1000, seenPricePer: 100 }).code, null)
  const totals = [
    [{ priceCents: 123, pricePer: 1 }, 7, 861],
    [{ priceCents: 123, pricePer: 100 }, 50, 62],
    [{ priceCents: 123, pricePer: 1000 }, 500, 62],
    [{ priceCents: 123, pricePer: 1000 }, 4, 0],
    [{ priceCents: 99_999_999, pricePer: 1 }, 1_000_000, 99_999_999_000_000],
  ] as const
  for (const [price, quantity, cents] of totals) assert.equal(lineTotalCents(price, quantity), cents)
})

test('the order statement and the prices of lines decide as the function does, and name the nearest quantity', async () => {
  const chosen = rules.filter((_, index) => index % 37 === 5)
  assert.ok(chosen.length > 12)
  for (const rule of chosen) {
    const { minimum, multiple, maximum, available } = rule
    const product = await shop.addProduct({
      minQuantity: minimum,
      orderMultiple: multiple,
      available,
      ...(maximum !== undefined && { maxOrder: maximum }),
    })
    let left = available
    for (const quantity of [1, 3, 4, 6, 8, 9, 12, 14, 15]) {
      const { lines } = (
        await shop.call<ResponseBody<typeof priceLines>>('POST', '/price-lines', {
          body: { lines: [{ productId: product._id, quantity }] },
        })
      ).body
      const { status, body } = await requestOrder(shop, customer, product, quantity)
      const refusal = assessLine(onSale({ ...rule, available: left }), { quantity })
      const about = JSON.stringify({ ...rule, left, quantity, body })
      assert.deepEqual([lines[0]?.code ?? null, lines[0]?.offer], [refusal.code, refusal.offer], about)
      assert.equal(status, refusal.code ? 409 : 200, about)
      if (!refusal.code) left -= quantity
      else {
        const { code, facts } = body as { code?: string; facts?: { nearest?: number } }
        assert.deepEqual([code, facts?.nearest], [refusal.code, refusal.offer.quantity], about)
      }
    }
  }
  assert.deepEqual(await checkStock(shop.db), [])
})

const change = (product: Tool, body: object) =>
  shop.call<{ tool: Tool; code?: string }>('PUT', `/tools/${product._id}`, { token: shop.admin.token, body })

test('minimum and maximum are multiples, whichever of the three is changed', async () => {
  const product = await shop.addProduct({ minQuantity: 10, orderMultiple: 10, maxOrder: 40 })
  assert.partialDeepStrictEqual(product, { minOrder: 10, orderMultiple: 10, maxOrder: 40 })
  for (const body of [{ minQuantity: 5 }, { orderMultiple: 15 }, { maxOrder: 45 }, { minQuantity: 50 }]) {
    assert.equal((await change(product, body)).body.code, 'quantities-do-not-fit', JSON.stringify(body))
  }
  const { tool } = (await change(product, { minQuantity: 5, orderMultiple: 1, maxOrder: 0 })).body
  assert.deepEqual([tool.minOrder, tool.orderMultiple, tool.maxOrder], [5, undefined, undefined])
})
