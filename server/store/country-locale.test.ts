import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { localeOf } from '#contract/locale.ts'
import { defaultStore } from '#contract/settings.ts'
import type { Store } from '#contract/store.ts'
import { readDecimal } from '#contract/units.ts'
import type { VisitReport } from '#contract/visits.ts'
import { pino } from 'pino'
import { runWithStore } from '#server/platform/current-store.ts'
import { formatMoney } from '#server/platform/money.ts'
import { localesOfZone } from '#server/store/locales-of-zone.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { createVisitCounter } from '#server/visits/count-visits.ts'

const shop = provideTestShop({ withPages: true })

const put = (body: object) => shop.call<Store>('PUT', '/store', { token: shop.admin.token, body })
function inZone<Result>(timeZone: string, work: () => Result): Result {
  const locales = localesOfZone(timeZone)
  return runWithStore({ ...defaultStore, timeZone, ...(locales && { locales }) }, work)
}

test('the country of the time zone decides how numbers and dates are written', () => {
  for (const [timeZone, language, locale, amount] of [
    ['UTC', 'en', 'en-GB', 'CHF\u00A01,234.50'],
    ['America/New_York', 'en', 'en-US', 'CHF\u00A01,234.50'],
    ['Europe/London', 'en', 'en-GB', 'CHF\u00A01,234.50'],
    ['Europe/Berlin', 'en', 'en-GB', 'CHF\u00A01,234.50'],
    ['Europe/Berlin', 'de', 'de-DE', '1.234,50\u00A0CHF'],
    ['America/New_York', 'de', 'de-DE', '1.234,50\u00A0CHF'],
    ['Europe/Vienna', 'de', 'de-AT', 'CHF\u00A01.234,50'],
    ['Europe/Zurich', 'de', 'de-CH', 'CHF\u00A01’234.50'],
  ] as const) {
    const found = inZone(timeZone, () => [localeOf(language), formatMoney(123_450, 'chf', language)])
    assert.deepEqual(found, [locale, amount], `${timeZone} ${language}`)
  }
})

test('a decimal is read as the country writes it', () => {
  const read = (timeZone: string, text: string, language: Language) =>
    inZone(timeZone, () => readDecimal(text, language))
  assert.deepEqual([read('Europe/Berlin', '1.500', 'de'), read('Europe/Berlin', '1,5', 'de')], ['1500', '1.5'])
  assert.deepEqual([read('Europe/Zurich', '1.500', 'de'), read('Europe/Zurich', "1'500", 'de')], ['1.500', '1500'])
  assert.equal(read('Europe/Zurich', '1,500', 'en'), '1500')
})

test('mails, pages and days of visits are those of the store’s country and time zone', async () => {
  await put({ currency: 'CHF', timeZone: 'Europe/Zurich', languages: ['de', 'en'] })
  const product = await shop.addProduct({ name: 'Presse', price: 1234.5 })
  const page = await fetch(`${shop.url}/products`, { headers: { 'accept-language': 'de' } })
  assert.match(await page.text(), /CHF\u00A01’234\.50/)
  const buyer = await createCustomer(shop, 'swiss')
  const { _id } = await placeOrder(shop, buyer, product, 1)
  await shop.call('DELETE', `/orders/${_id}`, { token: buyer.token, headers: { 'accept-language': 'de' } })
  const [cancelled] = (await mailsTo(shop, buyer.email)).filter(({ kind }) => kind === 'order-cancelled')
  assert.match(cancelled?.text ?? '', /CHF\u00A01’234\.50/)

  // 22:30 UTC on New Year's Eve is the next day in Zurich.
  const counter = createVisitCounter({
    db: shop.db,
    now: () => new Date('2029-12-31T23:30:00Z'),
    log: pino({ level: 'silent' }),
  })
  inZone('Europe/Zurich', () => counter.count({ ip: '192.0.2.1', agent: 'Firefox' }, [['page', '/']], { isView: true }))
  await counter.stop()
  const late = await placeOrder(shop, buyer, product, 1)
  await shop.db.execute(sql`UPDATE orders SET placed_at = '2029-12-31T23:30:00Z' WHERE id = ${late._id}`)
  const daysOf = async (day: string) =>
    (await shop.call<VisitReport>('GET', `/visit-counts?from=${day}&to=${day}`, { token: shop.admin.token })).body.days
  assert.deepEqual(await daysOf('2029-12-31'), [])
  assert.deepEqual(await daysOf('2030-01-01'), [{ day: '2030-01-01', views: 1, visits: 1, orders: 1 }])

  const file = await fetch(`${shop.url}/exports/orders?format=csv&from=2030-01-01&to=2030-01-01`, {
    headers: { authorization: `Bearer ${shop.admin.token}` },
  })
  const [head, line] = (await file.text()).split('\r\n')
  assert.match(head ?? '', /Placed \(Europe\/Zurich\)/)
  assert.match(line ?? '', /2030-01-01 00:30:00/)
})
