import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { getEcSalesList, getTaxReport } from '#contract/documents.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import type { Placed } from '#server/testing/place-order.ts'
import { runs, seededRandom } from '#server/testing/random-search.ts'

const shop = provideTestShop({}, async () => {
  await shop.db.execute(sql`UPDATE tax_settings SET enabled = true, country = 'DE', region = ''`)
  await shop.db.execute(
    sql`INSERT INTO tax_registrations (country, region, number, starts_on) VALUES ('DE', '', 'DE136695976', '2020-01-01')`,
  )
  await shop.db.execute(sql`
    INSERT INTO tax_rates (country, region, tax_class, name, rate, starts_on) VALUES ('DE', '', 'standard', 'USt.', 0.19, '2020-01-01')`)
})

const asAdmin = <Body>(method: string, path: string, body?: object) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body && { body }) })

const listOf = async (query = '') =>
  (await asAdmin<ResponseBody<typeof getEcSalesList>>('GET', `/ec-sales-list${query}`)).body

/** Creates a business that buys on account, with a verified VAT number. */
async function createBusiness(name: string, country: string, number: string) {
  const buyer = await createCustomer(shop, name)
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
  await shop.db.execute(sql`
    INSERT INTO tax_ids (id, user_id, kind, country, value, status)
    VALUES (gen_random_uuid(), ${buyer.id}, 'eu_vat', ${country}, ${number}, 'verified')`)
  return { ...buyer, country, number, company: `${name} Ltd.` }
}
type Business = Awaited<ReturnType<typeof createBusiness>>

async function order(buyer: Business, productId: string, quantity: number, payBy?: 'invoice'): Promise<Order> {
  const delivery = {
    country: buyer.country,
    recipient: 'Goods In',
    company: buyer.company,
    street: '1 Main Street',
    city: 'Town',
    postalCode: buyer.country === 'AT' ? '1010' : '75001',
  }
  const { body } = await shop.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: {
      lines: [{ productId, quantity }],
      address: 'see delivery',
      phoneNumber: '5550100',
      delivery,
      ...(payBy && { payBy }),
    },
  })
  assert.ok(body.order, body.message)
  return body.order
}

const creditUnits = (id: string, units: number) =>
  asAdmin('POST', `/order/${id}/refunds`, { reason: 'requested_by_customer', lines: [{ line: 1, units }] })

test('deliveries to businesses in the EU are listed by VAT number, less what was credited, and one without a number is said', async () => {
  assert.deepEqual(await listOf(), [])
  const paris = await createBusiness('paris', 'FR', 'FR40303265045')
  const vienna = await createBusiness('vienna', 'AT', 'ATU12345675')
  const product = await shop.addProduct({ price: 10.27, available: 1000 })
  const first = await order(paris, product._id, 10, 'invoice')
  await order(paris, product._id, 5, 'invoice')
  const wrong = await order(vienna, product._id, 3, 'invoice')
  // Nobody has a number of another member state on this one.
  const unnumbered = await order(vienna, product._id, 2)
  await shop.db.execute(
    sql`UPDATE orders SET buyer_tax_number = NULL, placed_at = placed_at - interval '40 days' WHERE id = ${unnumbered._id}`,
  )
  await asAdmin('POST', `/order/${unnumbered._id}/offline-payment`, { method: 'bank_transfer', reference: 'A1' })
  await asAdmin('POST', `/order/${first._id}/offline-payment`, { method: 'bank_transfer', reference: 'P1' })
  await creditUnits(first._id, 4)
  const parisian = {
    country: 'FR',
    taxNumber: 'FR40303265045',
    buyerName: 'paris Ltd.',
    net: 112.97,
    wholeNet: 113,
    currency: 'usd',
  }
  const unknown = { country: 'AT', buyerName: 'vienna Ltd.', net: 20.54, wholeNet: 21, currency: 'usd' }
  assert.deepEqual(await listOf(), [
    { ...unknown, taxNumber: 'ATU12345675', net: 30.81, wholeNet: 31 },
    parisian,
    unknown,
  ])
  // An order of another month counts with its invoice.
  const recently = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  assert.deepEqual((await listOf(`?from=${recently}`)).length, 3)
  // What was wholly credited is not reported.
  await asAdmin('POST', `/order/${wrong._id}/offline-payment`, { method: 'bank_transfer', reference: 'V1' })
  await creditUnits(wrong._id, 3)
  assert.deepEqual(await listOf(), [parisian, unknown])
  assert.deepEqual(await listOf('?from=2000-01-01&to=2000-01-31'), [])

  const csv = await asAdmin<string>('GET', '/exports/ec-sales?format=csv&delimiter=semicolon&language=de')
  assert.deepEqual(String(csv.body).replace('\uFEFF', '').trim().split(/\r?\n/), [
    'Land;USt-IdNr.;Kunde;Voller Betrag;Netto;Währung',
    'FR;FR40303265045;paris Ltd.;113;112,97;USD',
    'AT;;vienna Ltd.;21;20,54;USD',
  ])
  await shop.db.execute(sql`UPDATE tax_settings SET country = 'US'`)
  assert.deepEqual(await listOf(), [], 'a shop outside of the EU has no such list')
  await shop.db.execute(sql`UPDATE tax_settings SET country = 'DE'`)
})

test('the list of any days adds up to what the tax report has of these days as delivered free of tax within the EU', async () => {
  const random = seededRandom()
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const buyers = [
    await createBusiness('lyon', 'FR', 'FR83404833048'),
    await createBusiness('athens', 'GR', 'EL094259216'),
    // A branch abroad: the number is what counts.
    { ...(await createBusiness('linz', 'AT', 'ATU12345675')), country: 'FR' },
    // Taxed, since the number is of the own country.
    { ...(await createBusiness('berlin', 'DE', 'DE136695976')), country: 'FR' },
  ]
  const product = await shop.addProduct({ price: 3.33, available: 10_000 })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  for (let run = 0; run < runs(30); run += 1) {
    const buyer = buyers[upTo(buyers.length) - 1] as Business
    const quantity = upTo(20)
    const { _id } = await order(buyer, product._id, quantity)
    const ago = upTo(60)
    await shop.db.execute(sql`
      UPDATE orders SET placed_at = placed_at - ${ago} * interval '1 day',
        buyer_tax_number = CASE WHEN ${random()}::float8 < 0.8 THEN buyer_tax_number END
      WHERE id = ${_id}`)
    const paid = await asAdmin('POST', `/order/${_id}/offline-payment`, {
      method: 'check',
      reference: String(run),
      receivedOn: day(upTo(ago)),
    })
    assert.equal(paid.status, 200, JSON.stringify(paid.body))
    if (random() < 0.5) await creditUnits(_id, upTo(quantity))
  }
  for (const [from, to] of [
    [61, -1],
    [61, 30],
    [upTo(60), 1],
    [upTo(30), -1],
  ] as const) {
    const query = `?from=${day(Math.max(from, to))}&to=${day(Math.min(from, to))}`
    const report = (await asAdmin<ResponseBody<typeof getTaxReport>>('GET', `/tax-report${query}`)).body
    const reported = report.filter(({ reason }) => reason === 'intra_community')
    const cents = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + Math.round(one * 100), 0)
    const list = await listOf(query)
    assert.equal(cents(list.map(({ net }) => net)), cents(reported.map(({ exempt }) => exempt)), query)
    assert.ok(list.every(({ taxNumber }) => !taxNumber?.startsWith('DE')))
    assert.equal(
      new Set(list.map(({ taxNumber, ...row }) => taxNumber ?? row.country + row.buyerName)).size,
      list.length,
    )
  }
  assert.ok((await listOf()).some(({ country }) => country === 'EL'))
})
