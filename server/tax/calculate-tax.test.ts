import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { createTax } from '#server/tax/calculate-tax.ts'
import type { TaxRequest } from '#server/tax/compute-tax.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { stopTime } from '#server/testing/stop-time.ts'

let stripe: Stripe
const shop = provideTestShop({}, async () => {
  const { hostname, port } = new URL(shop.url)
  stripe = new Stripe(shop.secrets.cardsSecretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  await shop.db.execute(sql`
    INSERT INTO tax_registrations (country, region, starts_on) VALUES ('US', 'TX', '2020-01-01'), ('DE', '', '2020-01-01')`)
  await shop.db.execute(sql`
    INSERT INTO tax_classes (code, name, tax_code) VALUES ('food', 'Food', 'txcd_40060003')`)
  await shop.db.execute(sql`
    INSERT INTO tax_rates (country, region, postal_prefix, tax_class, name, rate, starts_on) VALUES
      ('US', 'TX', '', 'standard', 'Texas', 0.0625, '2020-01-01'),
      ('US', 'TX', '', 'food', 'Texas', 0, '2020-01-01'),
      ('US', 'TX', '787', 'standard', 'Austin', 0.02, '2020-01-01'),
      ('US', 'TX', '787', 'standard', 'Austin', 0.05, '2099-01-01'),
      ('DE', '', '', 'standard', 'USt', 0.19, '2020-01-01')`)
})

const at = new Date('2026-03-01T12:00:00Z')
const austin = { country: 'US', region: 'TX', postalCode: '78701' }
const request = (parts: Partial<TaxRequest> = {}): TaxRequest => ({
  lines: [{ taxClass: 'standard', taxCode: null, amountCents: 10_000 }],
  shippingCents: 0,
  place: austin,
  buyerId: undefined,
  at,
  ...parts,
})
const set = (settings: string) => shop.db.execute(sql.raw(`UPDATE tax_settings SET ${settings}`))
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

test('the rates of a place are added up, and rules that are kept hold as long as their edition', async () => {
  const tax = createTax({ stripe })
  await set(`enabled = true, country = 'DE'`)
  const edition = await readEdition()
  const ask = async (of?: number) => tax.calculate(shop.db, request(), of === undefined ? undefined : { edition: of })
  const { taxCents, groups } = await ask(edition)
  assert.equal(taxCents, 825)
  assert.deepEqual(
    groups.map(({ name, rate }) => `${name} ${rate}`),
    ['Texas 0.0625', 'Austin 0.02'],
  )
  await shop.db.execute(sql`UPDATE tax_rates SET rate = 0.03 WHERE name = 'Austin'`)
  assert.equal((await ask(await readEdition())).taxCents, 925)
  assert.equal((await ask()).taxCents, 925)
  await shop.db.execute(sql`UPDATE tax_rates SET rate = 0.02 WHERE name = 'Austin'`)
  assert.equal((await ask(await readEdition())).taxCents, 825)
})

async function readEdition(): Promise<number> {
  const { rows } = await shop.db.execute<{ edition: string }>(sql`SELECT edition FROM tax_settings`)
  return Number(rows[0]?.edition)
}

test('verified numbers and certificates of the buyer count, others do not', async () => {
  await set(`enabled = true, country = 'DE'`)
  const tax = createTax({ stripe })
  const { email } = await shop.signUp('taxed-buyer')
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${email}`)
  const buyerId = rows[0]?.id
  const toFrance = request({ place: { country: 'FR' }, buyerId })
  const reasonOf = async (asked: TaxRequest) => (await tax.calculate(shop.db, asked)).groups[0]?.reason
  await shop.db.execute(sql`
    INSERT INTO tax_ids (id, user_id, kind, country, value, status)
    VALUES (gen_random_uuid(), ${buyerId}, 'eu_vat', 'FR', 'FR40303265045', 'unavailable')`)
  assert.equal(await reasonOf(toFrance), 'standard')
  await shop.db.execute(sql`UPDATE tax_ids SET status = 'verified' WHERE user_id = ${buyerId}`)
  assert.equal(await reasonOf(toFrance), 'intra_community')
  await set(`provider = 'stripe'`)
  assert.equal(await reasonOf(toFrance), 'intra_community', 'which Stripe calls a reverse charge')
  await set(`provider = 'tables'`)
  assert.equal(await reasonOf({ ...toFrance, buyerId: undefined }), 'standard')

  await shop.db.execute(sql`
    INSERT INTO exemption_certificates (id, user_id, country, region, starts_on)
    VALUES (gen_random_uuid(), ${buyerId}, 'US', 'TX', '2026-01-01')`)
  assert.equal(await reasonOf(request({ buyerId })), 'standard')
  await shop.db.execute(sql`UPDATE exemption_certificates SET verified_by = user_id`)
  assert.equal(await reasonOf(request({ buyerId })), 'customer_exempt')
})

test('every change of a table of tax counts', async () => {
  const changes = [
    sql`UPDATE tax_settings SET shipping_tax = 'highest'`,
    sql`INSERT INTO tax_registrations (country, starts_on) VALUES ('CH', '2026-01-01')`,
    sql`UPDATE tax_classes SET name = 'Foods' WHERE code = 'food'`,
    sql`DELETE FROM tax_rates WHERE starts_on = '2099-01-01'`,
    sql`DELETE FROM tax_ids`,
    sql`DELETE FROM exemption_certificates`,
    sql`UPDATE tax_settings SET shipping_tax = 'proportional'`,
  ]
  for (const change of changes) {
    const before = await readEdition()
    await shop.db.execute(change)
    assert.ok((await readEdition()) > before)
  }
})

test('Stripe Tax gets lines merged by tax code, and what it answers is shared out again', async (t) => {
  stopTime(t)
  await set(`enabled = true, provider = 'stripe', prices_include_tax = false`)
  const tax = createTax({ stripe })
  const lines = Array.from({ length: 1000 }, (_, index) => ({
    taxClass: index % 2 === 0 ? 'standard' : 'food',
    taxCode: index % 10 === 0 ? `txcd_${String(20_000_000 + (index % 1200))}` : null,
    amountCents: 5 + index,
  }))
  const amounts = await tax.calculate(shop.db, request({ lines, shippingCents: 1234 }))
  assert.equal(amounts.provider, 'stripe')
  assert.match(amounts.reference ?? '', /^taxcalc_\w+/)
  assert.equal(sumOf(amounts.groups.map(({ taxCents }) => taxCents)), amounts.taxCents)
  assert.equal(sumOf(amounts.lines.map(({ taxCents }) => taxCents)) + amounts.shipping.taxCents, amounts.taxCents)
  assert.equal(sumOf(amounts.lines.map(({ netCents }) => netCents)), sumOf(lines.map((line) => line.amountCents)))
  for (const [index, { taxClass, taxCode }] of lines.entries())
    if (taxClass === 'food' && taxCode === null) assert.equal(amounts.lines[index]?.taxCents, 0)
  // Stripe rounds each merged line and not each tax; there are a hundred of them.
  await set(`provider = 'tables'`)
  const own = await tax.calculate(shop.db, request({ lines, shippingCents: 1234 }))
  assert.ok(Math.abs(own.taxCents - amounts.taxCents) <= 101, `${own.taxCents} ${amounts.taxCents}`)
})

test('Stripe Tax answers with the taxes of our tables, in prices with tax as well', async (t) => {
  stopTime(t)
  await set(`enabled = true, provider = 'stripe', prices_include_tax = true, country = 'DE'`)
  const tax = createTax({ stripe })
  const line = { taxClass: 'standard', taxCode: null, amountCents: 11_900 }
  const asked = request({ lines: [line], shippingCents: 595, place: { country: 'DE' } })
  const amounts = await tax.calculate(shop.db, asked)
  assert.deepEqual(amounts.lines, [{ netCents: 10_000, taxCents: 1900 }])
  assert.deepEqual(amounts.shipping, { netCents: 500, taxCents: 95 })
  assert.deepEqual(
    amounts.groups.map(({ country, name, rate, reason, taxableCents }) => [country, name, rate, reason, taxableCents]),
    [['DE', 'USt', '0.19', 'standard', 10_500]],
  )
  const abroad = await tax.calculate(shop.db, { ...asked, place: { country: 'JP' } })
  assert.deepEqual([abroad.taxCents, abroad.groups[0]?.reason], [0, 'out_of_scope'])
})

test('without an answer of Stripe Tax within two seconds, there is a sentence and no guess', async (t) => {
  await set(`enabled = true, provider = 'stripe'`)
  const unavailable = { code: 'tax-unavailable' }
  const refused = new Stripe('sk_test_other', { host: '127.0.0.1', port: 1, protocol: 'http', telemetry: false })
  await assert.rejects(createTax({ stripe: refused }).calculate(shop.db, request()), unavailable)

  let asked = () => undefined as void
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const silence: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      asked()
    })
  const silent = new Stripe('sk_test_silent', { httpClient: Stripe.createFetchHttpClient(silence), telemetry: false })
  const time = stopTime(t)
  const calculation = createTax({ stripe: silent }).calculate(shop.db, request())
  const refusal = assert.rejects(calculation, unavailable)
  await isAsked
  time.pass(2000)
  await refusal
})

test('the stand-in refuses what Stripe refuses', async () => {
  const params = (count: number, extra: object = {}): Stripe.Tax.CalculationCreateParams => ({
    currency: 'usd',
    line_items: Array.from({ length: count }, (_, index) => ({
      amount: 100,
      reference: String(index),
      tax_code: 'txcd_99999999',
      tax_behavior: 'exclusive',
    })),
    customer_details: { address: { country: 'US', state: 'TX', postal_code: '78701' }, address_source: 'shipping' },
    ...extra,
  })
  const { line_items } = await stripe.tax.calculations.create(
    params(100, { expand: ['line_items.data.tax_breakdown'] }),
  )
  assert.deepEqual([line_items?.data.length, line_items?.has_more], [10, true])
  const once = { maxNetworkRetries: 0 }
  const refused = (message: RegExp) => ({ type: 'StripeInvalidRequestError', message })
  await assert.rejects(stripe.tax.calculations.create(params(101), once), refused(/at most 100/))
  await assert.rejects(stripe.tax.calculations.create(params(1, { metadata: { a: 'b' } }), once), refused(/Invalid/))
  await assert.rejects(stripe.tax.calculations.listLineItems('taxcalc_none'), refused(/No such calculation/))
  const other = await fetch(`${shop.url}/v1/tax/calculations`, {
    method: 'POST',
    headers: { authorization: 'Bearer x' },
  })
  assert.equal(other.status, 401)
})
