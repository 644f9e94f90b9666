import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryOfStore } from '#server/store/country-of-store.ts'

test('the country of a store is that of its address, else that of its time zone', () => {
  for (const [address, timeZone, expected] of [
    ['', 'Europe/Berlin', 'DE'],
    ['Hauptstraße 1\n10115 Berlin', 'Europe/Berlin', 'DE'],
    ['Ringstraße 1\n1010 Wien\nÖsterreich\n', 'Europe/Berlin', 'AT'],
    ['1 High Street\nLondon\nunited kingdom', 'UTC', 'GB'],
    ['', 'America/Chicago', 'US'],
    ['', 'Europe/Zurich', 'CH'],
    ['', 'Asia/Kolkata', 'IN'],
    ['', 'Europe/Kyiv', 'UA'],
    ['', 'UTC', undefined],
  ] as const) {
    assert.equal(countryOfStore({ address, timeZone }), expected, `${address} ${timeZone}`)
  }
})
