import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ManagedCategory } from '#contract/categories.ts'
import type { Tool } from '#contract/catalog.ts'
import type { DiscountInput, ManagedDiscount } from '#contract/discounts.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { chooseDiscount } from '#server/pricing/discounts/choose-discount.ts'
import { findDiscounts } from '#server/pricing/discounts/find-discounts.ts'
import { useDiscount } from '#server/pricing/discounts/use-discount.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { askPreview } from '#server/testing/ask-preview.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, provideTestShop } from '#server/testing/open-test-shop.ts'
import { type Placed, placeOrder } from '#server/testing/place-order.ts'

const shop = provideTestShop()

type Saved = { discount: ManagedDiscount } & Partial<ProblemBody>
const byAdmin = <Body = Saved>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body === undefined ? {} : { body }) })
const input = (parts: Partial<DiscountInput> = {}): DiscountInput => ({
  name: 'Test discount',
  kind: 'percent',
  value: 10,
  ...parts,
})
const add = async (parts: Partial<DiscountInput> = {}): Promise<ManagedDiscount> => {
  const { status, body } = await byAdmin('POST', '/discounts', input(parts))
  assert.equal(status, 200, JSON.stringify(body))
  return body.discount
}
const change = (id: string, body: object) => byAdmin('PUT', `/discount/${id}`, body)
const find = (code?: string, buyerId?: string) => findDiscounts(shop.db, { buyerId, code })
const codeOf = ({ status, body }: { status: number; body: unknown }) => `${status} ${(body as ProblemBody).code}`
/** Returns the code of the problem that a promise is rejected with; `ok` if it is not. */
const outcomeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Problem) return error.code
      throw error
    },
  )
const use = (discountId: string, { orderId, buyerId, version }: Use) =>
  shop.db.transaction((tx) => useDiscount(tx, { discountId, orderId, buyerId, version }))
interface Use {
  orderId: string
  buyerId: string
  version?: string
}
const cancel = (orderId: string) => byAdmin('DELETE', `/orders/${orderId}`)
const usesOf = async (id: string) => (await byAdmin<ManagedDiscount>('GET', `/discount/${id}`)).body.used
async function newUse(buyer: Awaited<ReturnType<typeof createCustomer>>, product: Tool): Promise<Use> {
  return { orderId: (await placeOrder(shop, buyer, product, 1))._id, buyerId: buyer.id }
}

test('a discount is found by its code in any case, and an automatic one without a code', async () => {
  const byCode = await add({ code: 'Spring-10' })
  const automatic = await add({ name: 'Always', value: 1 })
  assert.deepEqual(
    (await find(' sPRING-10 ')).map(({ id, code, value }) => [id, code, value]),
    [
      [automatic._id, null, 100],
      [byCode._id, 'Spring-10', 1000],
    ],
  )
  assert.deepEqual(
    (await find()).map(({ id }) => id),
    [automatic._id],
  )
  assert.equal(await outcomeOf(find('spring-11')), 'discount-code-unknown')
  await change(automatic._id, { active: false })
  assert.deepEqual(await find(), [])
})

test('a code that cannot be used is refused with its reason', async () => {
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  await add({ code: 'early', startsAt: hour(1) })
  await add({ code: 'late', endsAt: hour(1) })
  await shop.db.execute(sql`UPDATE discounts SET ends_at = now() - interval '1 hour' WHERE code = 'late'`)
  await add({ code: 'off', active: false })
  await add({ code: 'running', startsAt: hour(-1), endsAt: hour(1) })
  await add({ code: 'large', kind: 'fixed', value: 5, minimum: 50 })
  assert.equal(await outcomeOf(find('early')), 'discount-not-valid')
  assert.equal(await outcomeOf(find('late')), 'discount-ended')
  assert.equal(await outcomeOf(find('off')), 'discount-not-valid')
  assert.equal((await find('running')).length, 1)

  const large = await find('large')
  const line = (totalCents: number) => [{ productId: 'p', categoryIds: [], totalCents }]
  assert.throws(() => chooseDiscount(large, line(4200), 0), {
    code: 'discount-below-minimum',
    message: 'The discount “large” needs products for $50.00. Add products for $8.00 to use it.',
  })
  assert.deepEqual(chooseDiscount(large, line(5000), 0)?.lineCents, [500])
  // A better automatic one takes the place of the code.
  const automatic = await add({ name: 'Half', value: 50 })
  assert.equal(chooseDiscount(await find('large'), line(5000), 0)?.discount.name, 'Half')
  await change(automatic._id, { active: false })
})

test('a category stands for all categories below it, also for one that is added later', async () => {
  const { body: all } = await byAdmin<ManagedCategory[]>('GET', '/all-categories')
  const brakes = all.find(({ category }) => category === 'brakes')?._id ?? ''
  const below = (parent: string) => byAdmin<{ _id: string }>('POST', '/categories', { names: { en: 'Below' }, parent })
  const discount = await add({ code: 'brakes', target: 'categories', categoryIds: [brakes] })
  assert.deepEqual(discount.categories, [{ _id: brakes, name: 'Brakes' }])
  const pads = (await below(brakes)).body._id
  const ceramic = (await below(pads)).body._id
  const [found] = await find('brakes')
  assert.deepEqual(new Set(found?.categoryIds), new Set([brakes, pads, ceramic]))

  const product = await shop.addProduct({ name: 'Ceramic pad', price: 20, category: 'below-2' })
  const other = await shop.addProduct({ name: 'Oil', price: 5, category: 'fluids' })
  const preview = await askPreview(shop, {
    discount: input({ target: 'categories', categoryIds: [brakes], value: 12.5 }),
    lines: [
      { productId: other._id, quantity: 2 },
      { productId: product._id, quantity: 3 },
    ],
  })
  assert.partialDeepStrictEqual(preview, {
    lines: [
      { productId: other._id, name: 'Oil', quantity: 2, total: 10, discount: 0 },
      { productId: product._id, name: 'Ceramic pad', quantity: 3, total: 60, discount: 7.5 },
    ],
    items: 70,
    discount: { name: 'Test discount', amount: 7.5 },
    written: { saved: 7.5, applies: true },
    total: 62.5,
  })
})

test('a preview says why a discount does not apply, and which automatic one takes its place', async () => {
  const product = await shop.addProduct({ price: 40 })
  const lines = [{ productId: product._id, quantity: 1 }]
  const preview = (parts: Partial<DiscountInput>, more: Partial<Parameters<typeof askPreview>[1]> = {}) =>
    askPreview(shop, { lines, discount: input(parts), ...more })
  const low = await preview({ minimum: 100 })
  const minimum = { saved: 0, applies: false, misfit: 'discount-below-minimum', missing: 60 }
  assert.deepEqual([low.written, low.discount, low.total], [minimum, undefined, 40])
  const other = await preview({ target: 'products', productIds: [(await shop.addProduct())._id] })
  assert.equal(other.written?.misfit, 'discount-no-products')
  // It is calculated as if its code had been entered, it had begun and was switched on.
  const off = await preview({ code: 'soon', active: false, startsAt: '2099-01-01T00:00Z' })
  assert.deepEqual([off.written, off.total], [{ saved: 4, applies: true }, 36])
  const automatic = await add({ name: 'A quarter', value: 25 })
  const beaten = await preview({})
  assert.deepEqual(beaten.written, { saved: 4, applies: false })
  assert.deepEqual(beaten.discount, { name: 'A quarter', amount: 10 })
  const edited = await preview({ value: 50 }, { discountId: automatic._id })
  assert.deepEqual([edited.written, edited.total], [{ saved: 20, applies: true }, 20])
  assert.equal((await preview({ value: 5 }, { discountId: automatic._id })).written?.applies, true)
  await change(automatic._id, { active: false })
  const unknown = await preview({}, { lines: [{ productId: crypto.randomUUID() }] })
  assert.equal(unknown.code, 'product-not-found')
  assert.equal((await preview({ value: 0 })).code, 'discount-value-invalid')
})

test('what no discount can be is refused, and nothing is written', async () => {
  const taken = await add({ code: 'Taken' })
  const count = async () => (await byAdmin<ManagedDiscount[]>('GET', '/discounts')).body.length
  const before_ = await count()
  const refusals: [Partial<DiscountInput>, string][] = [
    [{ code: 'tAKEN' }, '409 discount-code-taken'],
    [{ code: 'two words' }, '400 invalid-request'],
    [{ value: 0 }, '400 discount-value-invalid'],
    [{ value: 100.01 }, '400 discount-value-invalid'],
    [{ kind: 'fixed', value: 1_000_000.01 }, '400 discount-value-invalid'],
    [{ value: 0.001 }, '400 invalid-request'],
    [{ target: 'products' }, '400 discount-without-targets'],
    [{ target: 'products', productIds: [crypto.randomUUID()] }, '404 product-not-found'],
    [{ target: 'categories', categoryIds: ['999999'] }, '404 category-not-found'],
    [{ kind: 'shipping', target: 'categories', categoryIds: ['1'] }, '400 discount-without-targets'],
    [{ startsAt: '2026-05-02T00:00Z', endsAt: '2026-05-01T00:00Z' }, '400 discount-dates-invalid'],
    [{ startsAt: 'tomorrow' }, '400 invalid-request'],
    [{ usageLimit: 0 }, '400 discount-limit-zero'],
    [{ endsAt: '2020-01-01T00:00Z' }, '400 discount-already-over'],
  ]
  for (const [parts, expected] of refusals) {
    assert.equal(codeOf(await byAdmin('POST', '/discounts', input(parts))), expected, JSON.stringify(parts))
  }
  assert.equal(await count(), before_)
  const second = await add({ code: 'second' })
  assert.equal(codeOf(await change(second._id, { code: 'taken' })), '409 discount-code-taken')
  assert.equal(codeOf(await change(crypto.randomUUID(), { active: false })), '404 discount-not-found')
  assert.equal((await change(taken._id, { code: '' })).body.discount.code, undefined)
  assert.equal(codeOf(await change(taken._id, { endsAt: '2020-01-01T00:00Z' })), '400 discount-already-over')
  assert.equal(codeOf(await change(taken._id, { usageLimit: 0 })), '400 discount-limit-zero')
  assert.equal((await change(taken._id, { usageLimit: 3 })).body.discount.usageLimit, 3)
  assert.equal((await change(taken._id, { usageLimit: null })).body.discount.usageLimit, undefined)
  // A discount that has ended can still be renamed by a form that sends its end again.
  await shop.db.execute(sql`UPDATE discounts SET ends_at = '2020-01-01' WHERE id = ${taken._id}`)
  assert.equal((await change(taken._id, { name: 'Old', endsAt: '2020-01-01T00:00Z' })).status, 200)
  await change(taken._id, { active: false })
})

test('discounts are listed by state and words, edited in part, and each change is on record', async () => {
  const product = await shop.addProduct({ name: 'Winch', sku: 'W-1' })
  const discount = await add({
    name: 'Winches of May',
    code: 'MAY',
    kind: 'fixed',
    value: 12.34,
    target: 'products',
    productIds: [product._id, product._id],
    minimum: 100,
    startsAt: '2030-05-01T00:00:00.000Z',
    usageLimit: 20,
  })
  const { _id, updatedAt, ...facts } = discount
  assert.ok(_id && updatedAt)
  assert.deepEqual(facts, {
    name: 'Winches of May',
    code: 'MAY',
    kind: 'fixed',
    value: 12.34,
    target: 'products',
    products: [{ _id: product._id, name: 'Winch', sku: 'W-1' }],
    categories: [],
    minimum: 100,
    startsAt: '2030-05-01T00:00:00.000Z',
    active: true,
    usageLimit: 20,
    used: 0,
    oncePerBuyer: false,
    state: 'scheduled',
  })
  const found = async (query: string) =>
    (await byAdmin<ManagedDiscount[]>('GET', `/discounts?${query}`)).body.map(({ name }) => name)
  assert.deepEqual(await found('q=may+winch'), ['Winches of May'])
  assert.deepEqual(await found('q=may&state=running'), [])
  assert.deepEqual((await change(_id, { startsAt: '', target: 'order', value: 5 })).body.discount.products, [])
  assert.deepEqual(await found('q=may&state=running'), ['Winches of May'])
  await change(_id, { active: false })
  await change(_id, { active: false })
  assert.deepEqual(await found('q=may&state=off'), ['Winches of May'])
  const { body: log } = await byAdmin<AuditEvent[]>('GET', '/audit-log?q=winches+of+may')
  assert.deepEqual(log.map(({ kind, subject, before: was, after: is }) => [kind, subject.name, was, is]).slice(0, 2), [
    ['discount-changed', 'Winches of May', { active: true }, { active: false }],
    [
      'discount-changed',
      'Winches of May',
      { amountCents: 1234, target: 'products', products: ['Winch'], startsAt: '2030-05-01T00:00:00.000Z' },
      { amountCents: 500, target: 'order', products: [], startsAt: null },
    ],
  ])
  assert.equal(log.at(-1)?.kind, 'discount-added')
})

test('of 200 orders at once in two processes, as many use a discount as its limit says', async () => {
  await using other = await openTestShop({ sharing: shop })
  const product = await shop.addProduct({ available: 1000 })
  const buyers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => createCustomer(shop, `limit-${name}`)))
  const newUses = async (rounds: number) => {
    const made: Use[] = []
    for (let round = 0; round < rounds; round++) {
      made.push(...(await Promise.all(buyers.map((buyer) => newUse(buyer, product)))))
    }
    return made
  }
  const uses = await newUses(50)
  const limited = await add({ code: 'limited', usageLimit: 30 })
  const outcomes = await Promise.all(
    uses.map((each, index) =>
      outcomeOf(
        (index % 2 === 0 ? shop : other).db.transaction((tx) => useDiscount(tx, { discountId: limited._id, ...each })),
      ),
    ),
  )
  assert.equal(outcomes.filter((outcome) => outcome === 'ok').length, 30)
  assert.equal(outcomes.filter((outcome) => outcome === 'discount-used-up').length, 170)
  assert.equal(await usesOf(limited._id), 30)
  assert.equal(await outcomeOf(find('limited')), 'discount-used-up')

  // A cancelled order gives its use back, once: the second of two calls at once changes nothing.
  const used = uses.filter((_, index) => outcomes[index] === 'ok')
  await Promise.all(used.slice(0, 10).flatMap(({ orderId }) => [0, 1].map(() => cancel(orderId))))
  assert.equal(await usesOf(limited._id), 20)
  const again = await Promise.all(
    uses
      .filter((_, index) => outcomes[index] !== 'ok')
      .slice(0, 40)
      .map((each) => outcomeOf(use(limited._id, each))),
  )
  assert.equal(again.filter((outcome) => outcome === 'ok').length, 10)
  assert.equal(codeOf(await change(limited._id, { usageLimit: 29 })), '409 discount-limit-below-uses')

  const once = await add({ code: 'once', oncePerBuyer: true })
  const firsts = await Promise.all((await newUses(5)).map((each) => outcomeOf(use(once._id, each))))
  assert.ok(firsts.every((outcome) => ['ok', 'discount-used-before'].includes(outcome)))
  assert.equal(firsts.filter((outcome) => outcome === 'ok').length, buyers.length)
  const [buyer] = buyers
  assert.equal(await outcomeOf(find('once', buyer?.id)), 'discount-used-before')
  const { rows } = await shop.db.execute<{ orderId: string }>(sql`
    SELECT order_id AS "orderId" FROM discount_uses WHERE discount_id = ${once._id} AND buyer_id = ${buyer?.id}`)
  await cancel(rows[0]?.orderId ?? '')
  assert.equal((await find('once', buyer?.id)).length, 1)
})

test('of 200 orders placed at once with a code, as many get it as its limit says; cancelled and expired ones give it back', async () => {
  await using other = await openTestShop({ sharing: shop })
  const product = await shop.addProduct({ price: 10, available: 1000 })
  const buyers = await Promise.all(['e', 'f', 'g', 'h'].map((name) => createCustomer(shop, `placing-${name}`)))
  const { _id } = await add({ code: 'rush', value: 25, usageLimit: 40 })
  const place = (index: number) => {
    const { token = '' } = buyers[index % buyers.length] ?? {}
    const body = {
      lines: [{ productId: product._id, quantity: 2 }],
      address: '1 Test Street',
      phoneNumber: '5550100',
      code: 'RUSH',
    }
    return (index % 2 === 0 ? shop : other).call<Placed>('POST', '/orders', { token, body })
  }
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => place(index)))
  const orders = answers.flatMap(({ body }) => (body.order ? [body.order] : []))
  assert.equal(orders.length, 40)
  assert.deepEqual(new Set(orders.map(({ totalPrice }) => totalPrice)), new Set([15]))
  const refusals = answers.flatMap(({ body }) => (body.order ? [] : [body.code]))
  assert.deepEqual(new Set(refusals), new Set(['discount-used-up']))
  assert.equal(await usesOf(_id), 40)
  const { rows } = await shop.db.execute<{ left: number }>(sql`
    SELECT available_quantity AS left FROM products WHERE id = ${product._id}`)
  assert.equal(rows[0]?.left, 1000 - 2 * 40)

  await Promise.all(orders.slice(0, 10).map((order) => cancel(order._id)))
  assert.equal(await usesOf(_id), 30)
  await shop.db.execute(sql`
    UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = ANY (${sql.param(orders.slice(10, 15).map((order) => order._id))}::uuid[])`)
  await expireOrders(shop.db, {
    releasePayment: async () => undefined,
    queueMail: async () => undefined,
    log: createLog('silent'),
  })
  assert.equal(await usesOf(_id), 25)
  const again = await Promise.all(Array.from({ length: 30 }, (_, index) => place(index)))
  assert.equal(again.filter(({ status }) => status === 200).length, 15)
})

test('an order does not use a discount that was edited, switched off or ended since it was calculated', async () => {
  const buyer = await createCustomer(shop, 'changed')
  const product = await shop.addProduct()
  const { _id } = await add({ code: 'changing' })
  const [found] = await find('changing')
  const { version = '' } = found ?? {}
  const attempt = async () => outcomeOf(use(_id, { ...(await newUse(buyer, product)), version }))
  assert.equal(await attempt(), 'ok')
  // A use is no edit.
  assert.equal(await attempt(), 'ok')
  await change(_id, { value: 5 })
  assert.equal(await attempt(), 'discount-changed')
  await change(_id, { active: false })
  const order = await newUse(buyer, product)
  assert.equal(await outcomeOf(use(_id, order)), 'discount-changed')
  await change(_id, { active: true })
  assert.equal(await outcomeOf(use(_id, order)), 'ok')
})
