import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decideQuantity, largestQuantity, type QuantityRule } from '#contract/quantity.ts'
import type { Tool } from '#contract/catalog.ts'
import { checkStock } from '#server/catalog/check-stock.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { requestOrder } from '#server/testing/place-order.ts'

let shop: TestShop
let customer: Person
before(async () => {
  shop = await openTestShop()
  customer = await shop.signUp('customer')
})
after(() => shop[Symbol.asyncDispose]())

const upTo = (last: number, first = 0) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Lists every rule of small numbers: minimum and maximum are multiples. */
const rules: QuantityRule[] = upTo(4, 1).flatMap((multiple) =>
  upTo(3, 1).flatMap((low) =>
    [undefined, ...upTo(3).map((more) => (low + more) * multiple)].flatMap((maximum) =>
      upTo(14).map((available) => ({ minimum: low * multiple, multiple, maximum, available })),
    ),
  ),
)

test('a quantity is taken if it is a multiple within minimum, maximum and stock; else the nearest such one is named', () => {
  for (const rule of rules) {
    const { minimum, multiple, maximum = Infinity, available } = rule
    const valid = upTo(30).filter(
      (units) => units % multiple === 0 && units >= minimum && units <= maximum && units <= available,
    )
    assert.equal(largestQuantity(rule), valid.at(-1))
    for (const quantity of upTo(30)) {
      const refusal = decideQuantity(rule, quantity)
      const about = JSON.stringify({ ...rule, quantity, refusal })
      assert.equal(refusal === undefined, valid.includes(quantity), about)
      if (!refusal) continue
      const distance = Math.min(...valid.map((units) => Math.abs(units - quantity)))
      const nearest = valid.filter((units) => Math.abs(units - quantity) === distance).at(-1)
      assert.equal(refusal.nearest, nearest, about)
    }
  }
})

test('the order statement decides as the function does, and its refusal names the nearest quantity', async () => {
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
      const { status, body } = await requestOrder(shop, customer, product, quantity)
      const refusal = decideQuantity({ ...rule, available: left }, quantity)
      const about = JSON.stringify({ ...rule, left, quantity, body })
      assert.equal(status, refusal ? 409 : 200, about)
      if (!refusal) left -= quantity
      else {
        const { code, facts } = body as { code?: string; facts?: { nearest?: number } }
        assert.deepEqual([code, facts?.nearest], [refusal.code, refusal.nearest], about)
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
