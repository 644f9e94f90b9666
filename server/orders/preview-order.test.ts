import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { OrderQuote } from '#contract/orders.ts'
import { askPreview } from '#server/testing/ask-preview.ts'
import { chargeOrders } from '#server/testing/charge-orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { dumpTables } from '#server/testing/dump-tables.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

let buyer: Awaited<ReturnType<typeof createCustomer>>
let pads: Tool
let oil: Tool
const shop = provideTestShop({}, async () => {
  buyer = await createCustomer(shop, 'previewed')
  pads = await shop.addProduct({ name: 'Pads', sku: 'PAD-1', price: 50, weight: '2 kg', minQuantity: 4 })
  oil = await shop.addProduct({ name: 'Oil', sku: 'OIL-1', price: 20, weight: '1 kg' })
  await chargeOrders(shop)
  await shop.db.execute(sql`
    WITH garages AS (INSERT INTO customer_groups (name) VALUES ('Garages') RETURNING id),
    fleets AS (INSERT INTO customer_groups (name) VALUES ('Fleets') RETURNING id),
    member AS (INSERT INTO group_members (group_id, user_id) SELECT id, ${buyer.id} FROM garages),
    lists AS (
      INSERT INTO price_lists (name, group_id, active, starts_at, ends_at)
      SELECT 'Garage prices', id, true, NULL::timestamptz, NULL::timestamptz FROM garages
      UNION ALL SELECT 'Fleet prices', id, true, NULL, NULL FROM fleets
      UNION ALL SELECT 'Higher', NULL, true, NULL, NULL
      UNION ALL SELECT 'Off', NULL, false, NULL, NULL
      UNION ALL SELECT 'Next year', NULL, true, now() + interval '1 year', NULL
      UNION ALL SELECT 'Last year', NULL, true, NULL, now() - interval '1 year' RETURNING id, name)
    INSERT INTO prices (price_list_id, product_id, from_quantity, cents)
    SELECT id, ${pads._id}, 1, CASE name WHEN 'Garage prices' THEN 4000 WHEN 'Higher' THEN 4500 ELSE 3000 END FROM lists`)
})

const texas = { country: 'US', postalCode: '78701' }
const charge = (on: boolean) =>
  shop.db.execute(sql`
  WITH tax AS (UPDATE tax_settings SET enabled = ${on}) UPDATE shipping_settings SET enabled = ${on}`)

test('a preview says price, list, discount, shipping and tax of a buyer before they are charged, and is the later quote', async () => {
  await shop.call('POST', '/discounts', {
    token: shop.admin.token,
    body: { name: 'Spring', code: 'SPRING', kind: 'percent', value: 10 },
  })
  const lines = [{ partNumber: 'pad 1', quantity: 8 }, { productId: oil._id }]
  const question = { lines, email: buyer.email, place: texas, code: 'spring' }
  await charge(false)
  const before = await dumpTables(shop.db)
  const preview = await askPreview(shop, question)
  assert.equal(await dumpTables(shop.db), before)
  const { lines: told, groups, omitted, zone, weight, ...amounts } = preview
  assert.deepEqual(amounts.charges, { tax: false, shipping: false })
  assert.deepEqual([zone, weight, omitted], ['United States', 17, []])
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Garages'],
  )
  assert.partialDeepStrictEqual(told, [
    { name: 'Pads', quantity: 8, unitPrice: 40, total: 320, discount: 32, rule: { minOrder: 4 } },
    { name: 'Oil', quantity: 1, unitPrice: 20, total: 20, discount: 2, offers: [] },
  ])
  assert.deepEqual(
    told[0]?.offers.map(({ name, unitPrice, state }) => [name, unitPrice, state]),
    [
      ['Garage prices', 40, 'chosen'],
      ['Fleet prices', 30, 'not-a-member'],
      ['Higher', 45, 'higher'],
      ['Off', 30, 'off'],
      ['Next year', 30, 'planned'],
      ['Last year', 30, 'ended'],
    ],
  )
  assert.partialDeepStrictEqual(amounts, {
    items: 340,
    discount: { name: 'Spring', amount: 34 },
    shipping: 12,
    taxes: [{ region: 'TX', name: 'Texas', rate: '0.0825', reason: 'standard', taxable: 318, amount: 26.24 }],
    total: 344.24,
  })

  await charge(true)
  const { body: quote } = await shop.call<OrderQuote>('POST', '/order-quote', {
    token: buyer.token,
    body: {
      lines: told.map(({ productId, quantity }) => ({ productId, quantity })),
      place: texas,
      code: 'spring',
    },
  })
  assert.deepEqual({ ...amounts, charges: quote.charges }, quote)

  const visitor = await askPreview(shop, { lines, place: texas })
  assert.deepEqual([visitor.lines[0]?.unitPrice, visitor.groups], [45, []])
  assert.deepEqual(visitor.charges, { tax: true, shipping: true })
})

test('a method that is chosen counts; a discount on shipping that is being written takes off its price', async () => {
  const lines = [{ productId: oil._id, quantity: 1 }]
  const free = { name: 'Free', kind: 'shipping' as const }
  const ground = await askPreview(shop, { lines, place: texas, discount: free })
  assert.deepEqual(ground.written, { saved: 12, applies: true })
  assert.deepEqual([ground.discount, ground.shipping], [{ name: 'Free', amount: 0, shipping: 12 }, 0])
  const freight = ground.shippingMethods.find(({ kind }) => kind === 'quoted')
  const chosen = await askPreview(shop, { lines, place: texas, shippingMethod: freight?.id ?? '' })
  assert.deepEqual([chosen.shippingMethod, chosen.shipping], [freight?.id, undefined])
})

test('without a quantity, a line has the smallest one; a quantity that cannot be ordered is priced, with the reason', async () => {
  const of = async (quantity?: number) =>
    (await askPreview(shop, { lines: [{ productId: pads._id, ...(quantity && { quantity }) }] })).lines[0]
  assert.deepEqual([(await of())?.quantity, (await of())?.refusal], [4, undefined])
  const few = await of(3)
  assert.deepEqual([few?.total, few?.refusal?.code, few?.refusal?.offer.quantity], [135, 'below-minimum', 4])
  assert.equal((await of(101))?.refusal?.code, 'out-of-stock')
})

test('what is unknown is refused with a sentence about it', async () => {
  const message = async (more: object) =>
    (await askPreview(shop, { lines: [{ partNumber: 'PAD-1' }], ...more })).message
  assert.equal(
    await message({ lines: [{ partNumber: 'NONE-1' }, { partNumber: 'PAD-1' }, { partNumber: 'NONE-2' }] }),
    'No product has these part numbers: NONE-1, NONE-2.',
  )
  await shop.addProduct({ name: 'One', partNumbers: [{ kind: 'competitor', maker: 'Acme', number: 'X-9' }] })
  await shop.addProduct({ name: 'Two', partNumbers: [{ kind: 'competitor', maker: 'Bolt', number: 'X-9' }] })
  assert.match(await message({ lines: [{ partNumber: 'x9' }] }), /^Several products have the part number “x9”/)
  assert.equal(await message({ lines: [{ productId: 'none' }] }), 'This product does not exist or is no longer sold.')
  assert.equal(await message({ lines: [{}] }), 'This product does not exist or is no longer sold.')
  assert.equal(await message({ email: 'nobody@customer.test' }), 'There is no user with this email address.')
  assert.equal(await message({ code: 'NOPE' }), 'There is no discount code “NOPE”. Please check its spelling.')
  assert.match(await message({ place: { country: 'XX' } }), /^There is no country “XX”/)
})
