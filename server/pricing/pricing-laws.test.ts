import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { getCart, PricedLine, priceLines } from '#contract/carts.ts'
import type { DetailedTool, Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { getMyPrices } from '#contract/my-prices.ts'
import { lineTotalCents } from '#contract/assess-line.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { explainPrices } from '#server/pricing/explain-prices.ts'
import { askPreview } from '#server/testing/ask-preview.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import type { Placed } from '#server/testing/place-order.ts'
import {
  arbitraryPricing,
  isEntitled,
  modelPrice,
  modelQuantities,
  modelRule,
  type PricingModel,
  writePricing,
} from '#server/testing/pricing-model.ts'
import { search } from '#server/testing/random-search.ts'

const ownCents = [1000, 999, 1, 350]
const pricePer = [1, 1, 1, 100] as const
const buyerCount = 3

let shop: TestShop
const products: Tool[] = []
const buyers: Awaited<ReturnType<typeof createCustomer>>[] = []
before(async () => {
  // A buyer may have 20 unpaid orders otherwise.
  shop = await openTestShop({ env: { RATE_LIMITS: 'off' } })
  for (const [index, cents] of ownCents.entries())
    products.push(await shop.addProduct({ price: cents / 100, pricePer: pricePer[index] ?? 1, available: 1_000_000 }))
  while (buyers.length < buyerCount) buyers.push(await createCustomer(shop, `buyer-${buyers.length}`))
})
after(() => shop[Symbol.asyncDispose]())

const model = arbitraryPricing(ownCents, buyerCount)
const write = (world: PricingModel) =>
  writePricing(shop.db, world, {
    productIds: products.map(({ _id }) => _id),
    buyerIds: buyers.map(({ id }) => id),
  })

type Priced = { product: number; buyer: number; quantity: number; cents: number; list: string | null }

/** Returns what the database says of every product, buyer and quantity; buyer -1 is a visitor. */
async function readPrices(): Promise<Priced[]> {
  const ids = sql.param(products.map(({ _id }) => _id))
  const { rows } = await shop.db.execute<Priced>(sql`
    SELECT product::int - 1 AS product, buyer::int - 1 AS buyer, quantity, price.price_cents AS cents, price_list_id::text AS list
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS product (product_id, product) JOIN products ON products.id = product_id,
      (SELECT NULL::uuid, 0 UNION ALL SELECT * FROM unnest(${sql.param(buyers.map(({ id }) => id))}::uuid[]) WITH ORDINALITY) AS buyer (buyer_id, buyer),
      unnest(${sql.param(modelQuantities)}::int[]) AS quantity,
      price_for(products.id, products.price_cents, buyer_id, quantity) price
    ORDER BY 1, 2, 3`)
  return rows
}

const about = (world: PricingModel, row: object) => JSON.stringify({ row, world })

test('the price is the lowest one that a buyer is entitled to at a quantity, as a naive model says, and names its list', async () => {
  await fc.assert(
    fc.asyncProperty(model, async (world) => {
      const ids = await write(world)
      for (const row of await readPrices()) {
        const { product, quantity } = row
        const buyer = row.buyer < 0 ? undefined : row.buyer
        const expected = modelPrice(world, { ownCents: ownCents[product] ?? 0, product, buyer, quantity })
        assert.deepEqual([row.cents, row.list], [expected.cents, ids[expected.list] ?? null], about(world, row))
      }
    }),
    search(50),
  )
})

test('lists count in any order, and those that are switched off, planned or over count for nobody', async () => {
  await fc.assert(
    fc.asyncProperty(model, async (world) => {
      await write(world)
      const centsOf = (rows: readonly Priced[]) => rows.map(({ cents }) => cents)
      const prices = centsOf(await readPrices())
      const [base, ...others] = world.lists
      assert.ok(base)
      const inForce = others.filter((list) => isEntitled({ ...list, group: undefined }, []))
      await write({ ...world, lists: [base, ...inForce.toReversed()] })
      assert.deepEqual(centsOf(await readPrices()), prices, about(world, {}))
    }),
    search(20),
  )
})

test('of several groups all count, another group never raises a price, and neither do more units', async () => {
  await fc.assert(
    fc.asyncProperty(model, async ({ lists, rules }) => {
      const fair = lists.map((list) => ({ ...list, isExclusive: false }))
      // The first buyer is in two groups, the others in one of them each.
      const world = { lists: fair, rules, members: [[0, 1], [0], [1]] }
      await write(world)
      const rows = await readPrices()
      const of = ({ product, quantity }: Priced, buyer: number) =>
        rows.find((row) => row.product === product && row.quantity === quantity && row.buyer === buyer)?.cents ?? NaN
      for (const row of rows) {
        if (row.buyer === 0) assert.equal(row.cents, Math.min(of(row, 1), of(row, 2)), about(world, row))
        assert.ok(row.cents <= of(row, -1), about(world, row))
        assert.ok(row.cents <= (ownCents[row.product] ?? 0), about(world, row))
      }
      await write({ ...world, lists })
      const priced = await readPrices()
      priced.forEach((row, index) => {
        const before = priced[index - 1]
        const isSame = before?.product === row.product && before.buyer === row.buyer
        assert.ok(!isSame || row.cents <= before.cents, about({ ...world, lists }, row))
      })
    }),
    search(20),
  )
})

test('the explanation names the price, and of each list the price that it would set alone', async () => {
  await fc.assert(
    fc.asyncProperty(model, fc.nat(buyerCount - 1), async (world, buyer) => {
      await write(world)
      const priced = (await readPrices()).filter((row) => row.buyer === buyer)
      const lines = priced.map(({ product, quantity }) => ({ productId: products[product]?._id ?? '', quantity }))
      const explained = await explainPrices(shop.db, lines, buyers[buyer]?.id)
      for (const [index, row] of priced.entries()) {
        const chosen = explained[index]?.filter(({ state }) => state === 'chosen') ?? []
        const expected = row.list === null ? [] : [[row.list, row.cents / 100]]
        assert.deepEqual(
          chosen.map(({ _id, unitPrice }) => [_id, unitPrice]),
          expected,
          about(world, row),
        )
      }
      const { rows: lists } = await shop.db.execute<{ id: string }>(sql`
        UPDATE price_lists SET group_id = NULL, starts_at = NULL, ends_at = NULL, is_exclusive = true WHERE NOT is_base
        RETURNING id::text`)
      for (const { id } of lists) {
        await shop.db.execute(sql`UPDATE price_lists SET active = id = ${id}::bigint WHERE NOT is_base`)
        for (const [index, row] of (await readPrices()).filter((one) => one.buyer === buyer).entries()) {
          const offer = explained[index]?.find(({ _id }) => _id === id)
          // The public breaks are behind an exclusive list.
          const alone = row.list === id ? row.cents / 100 : undefined
          assert.equal(offer?.unitPrice, alone, about(world, { ...row, id }))
        }
      }
    }),
    search(20),
  )
})

test('product page, own prices, list, cart, preview and order have one price, which only they accept', async () => {
  const call = async <Body>(method: string, path: string, token?: string, body?: object) =>
    (await shop.call<Body>(method, path, { ...(token && { token }), ...(body && { body }) })).body
  await fc.assert(
    fc.asyncProperty(
      model,
      fc.record({
        at: fc.nat(ownCents.length - 1),
        buyer: fc.nat(buyerCount - 1),
        quantity: fc.constantFrom(...modelQuantities),
      }),
      async (world, { at, buyer, quantity }) => {
        const ids = await write(world)
        const [product, person] = [products[at], buyers[buyer]]
        assert.ok(product && person)
        const { token, email } = person
        const { _id: productId } = product
        const expected = modelPrice(world, { ownCents: ownCents[at] ?? 0, product: at, buyer, quantity })
        const visitors = modelPrice(world, { ownCents: ownCents[at] ?? 0, product: at, quantity })
        const rule = modelRule(world, { product: at, buyer }) ?? { minimum: 1, multiple: 1, maximum: null }
        const what = about(world, { at, buyer, quantity })

        const page = await call<DetailedTool>('GET', `/tools/${productId}`)
        assert.equal(unitPriceAt(page, quantity), visitors.cents / 100, what)
        const { prices } = await call<ResponseBody<typeof getMyPrices>>('POST', '/my-prices', token, {
          productIds: [productId],
        })
        const own = prices.find((mine) => mine.productId === productId) ?? page
        assert.equal(unitPriceAt(own, quantity), expected.cents / 100, what)
        const ruleOf = ({
          minOrder,
          orderMultiple = 1,
          maxOrder,
        }: {
          minOrder: number
          orderMultiple?: number
          maxOrder?: number
        }) => [minOrder, orderMultiple, maxOrder ?? null]
        assert.deepEqual(ruleOf(own), [rule.minimum, rule.multiple, rule.maximum], what)

        const line = { productId, quantity, seenPrice: expected.cents / 100, seenPricePer: product.pricePer ?? 1 }
        const listed = await call<ResponseBody<typeof priceLines>>('POST', '/price-lines', token, { lines: [line] })
        const priced: PricedLine | undefined = listed.lines[0]
        assert.equal(priced?.product?.price, expected.cents / 100, what)
        assert.deepEqual(ruleOf(priced.product), [rule.minimum, rule.multiple, rule.maximum], what)
        const isFine =
          quantity >= rule.minimum && quantity % rule.multiple === 0 && quantity <= (rule.maximum ?? Infinity)
        assert.equal(priced.code === undefined, isFine, what)
        const totalCents = lineTotalCents({ priceCents: expected.cents, pricePer: product.pricePer ?? 1 }, quantity)
        assert.equal(priced.total, totalCents / 100, what)

        for (const units of [0, quantity])
          await call('PATCH', '/cart/active/lines', token, { lines: [{ productId, quantity: units }] })
        const cart = await call<ResponseBody<typeof getCart>>('GET', '/cart/active', token)
        const cartLine = cart.lines.find((one) => one.productId === productId)
        assert.equal(cartLine?.product?.price, expected.cents / 100, what)
        assert.equal(cartLine.seenPrice, expected.cents / 100, what)
        const [preview] = (await askPreview(shop, { email, lines: [{ productId, quantity }] })).lines
        const chosen = preview?.offers.filter(({ state }) => state === 'chosen').map(({ _id }) => _id)
        assert.equal(preview?.unitPrice, expected.cents / 100, what)
        assert.deepEqual(chosen, expected.list < 0 ? [] : [ids[expected.list]], what)
        assert.deepEqual(ruleOf(preview.rule), [rule.minimum, rule.multiple, rule.maximum], what)
        assert.equal(preview.refusal === undefined, isFine, what)

        const address = { address: '1 Test Street', phoneNumber: '5550100' }
        const single = { ...address, productId, quantity, totalPrice: totalCents / 100 }
        const wide = {
          ...address,
          lines: [1, 2].map(() => ({
            productId,
            quantity,
            unitPrice: expected.cents / 100,
            pricePer: product.pricePer ?? 1,
          })),
        }
        for (const [body, count] of [
          [single, 1],
          [wide, 2],
        ] as const) {
          const placed = await call<Placed>('POST', '/orders', token, body)
          const fits = isFine && count * quantity <= (rule.maximum ?? Infinity)
          const isPayable = count * totalCents >= 50
          assert.equal(placed.success, fits && isPayable, `${JSON.stringify(placed)} ${what}`)
          if (!placed.order) continue
          const { rows } = await shop.db.execute<{ cents: number; list: string | null }>(sql`
            SELECT unit_price_cents AS cents, price_list_id::text AS list FROM order_lines WHERE order_id = ${placed._id}`)
          assert.deepEqual(
            rows,
            Array.from({ length: count }, () => ({ cents: expected.cents, list: ids[expected.list] ?? null })),
            what,
          )
          const dearer = await call<Placed>('POST', '/orders', token, {
            ...single,
            totalPrice: totalCents / 100 + 0.01,
          })
          assert.equal(dearer.code, 'price-changed', what)
        }
      },
    ),
    search(20),
  )
})
