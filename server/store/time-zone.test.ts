import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Sales } from '#contract/reports.ts'
import { addDays, dayIn, fromClockTime, toClockTime } from '#contract/time-zone.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'

let buyer: Person
const shop = provideTestShop({}, async () => {
  buyer = await shop.signUp('buyer')
})

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
const minute = fc
  .integer({ min: Date.parse('2001-01-01') / 60_000, max: Date.parse('2037-01-01') / 60_000 })
  .map((minutes) => minutes * 60_000)

test('a moment that is written in any zone reads as the same moment, or as the first of two', () => {
  fc.assert(
    fc.property(zone, minute, (timeZone, time) => {
      const text = toClockTime(time, timeZone)
      const read = fromClockTime(text, timeZone).getTime()
      assert.equal(toClockTime(read, timeZone), text)
      assert.ok(read <= time && time - read <= 3 * 3_600_000)
      assert.equal(dayIn(time, timeZone), text.slice(0, 10))
    }),
    { numRuns: 1000 },
  )
})

test('clocks that are set forward or back are read as the database reads them', async () => {
  for (const [text, timeZone, expected] of [
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-06-01T12:00', 'Asia/Kathmandu', '2026-06-01T06:15:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ] as const) {
    assert.equal(fromClockTime(text, timeZone).toISOString(), expected, text)
    if (text === '2026-10-25T02:30' || text === '2026-04-05T01:45') continue
    const { rows } = await shop.db.execute<{ at: string }>(
      sql`SELECT ${text}::timestamp AT TIME ZONE ${timeZone} AS at`,
    )
    assert.equal(new Date(rows[0]?.at ?? '').toISOString(), expected, text)
  }
})

test('a day of sales begins and ends with the clocks of the store, also when they change', async () => {
  await shop.call('PUT', '/store', { token: shop.admin.token, body: { timeZone: 'Europe/Berlin' } })
  const product = await shop.addProduct({ price: 10, available: 1000 })
  // The 25th has 25 hours, from 22:00 to 23:00 UTC; the 29th of March has 23.
  const moments = [
    ['2026-10-24T21:59:59Z', '2026-10-24'],
    ['2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
    ['2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T21:59:59Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
  ] as const
  for (const [at] of moments) {
    const order = await placeOrder(shop, buyer, product, 1)
    await payFor(shop, buyer, order)
    await shop.db.execute(sql`UPDATE orders SET placed_at = ${at} WHERE id = ${order._id}`)
  }
  const salesOf = async (from: string, to: string) =>
    (await shop.call<Sales>('GET', `/sales?by=day&from=${from}&to=${to}`, { token: shop.admin.token })).body
  for (const day of new Set(moments.map(([, each]) => each))) {
    const expected = moments.filter(([, each]) => each === day).length
    const { total, rows } = await salesOf(day, day)
    assert.deepEqual([total.orders, rows.map(({ key, orders }) => [key, orders])], [expected, [[day, expected]]], day)
  }
  const october = await salesOf('2026-10-25', '2026-10-26')
  assert.deepEqual([october.total.orders, october.before.orders], [3, 1])
  assert.equal(addDays('2026-10-24', 2), '2026-10-26')
})

test('every name of a time zone is taken and kept, and the database knows it', async () => {
  const put = async (timeZone: string) =>
    (
      await shop.call<{ timeZone: string; code?: string }>('PUT', '/store', {
        token: shop.admin.token,
        body: { timeZone },
      })
    ).body
  const { rows } = await shop.db.execute<{ name: string }>(sql`SELECT name FROM pg_timezone_names`)
  const known = new Set(rows.map(({ name }) => name))
  assert.deepEqual(
    Intl.supportedValuesOf('timeZone').filter((name) => !known.has(name)),
    [],
  )
  const aliases = [
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'Europe/Kiev',
    'US/Eastern',
    'Etc/GMT+5',
    'Asia/Ho_Chi_Minh',
  ]
  for (const name of [...aliases, 'UTC']) {
    assert.equal((await put(name)).timeZone, name)
    assert.equal(
      (await shop.call('GET', '/sales?by=day&from=2026-01-01&to=2026-01-31', { token: shop.admin.token })).status,
      200,
      name,
    )
  }
  for (const wrong of ['Kyiv', '+05:30', 'Europe/Nowhere'])
    assert.equal((await put(wrong)).code, 'invalid-request', wrong)
})
