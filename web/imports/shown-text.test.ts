import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownText } from '#web/imports/shown-text.ts'

test('days and the prices of lists are written as the page writes them', () => {
  assert.equal(shownText('2026-12-24', { code: 'saleTo', label: 'Sale until', isDay: true }), '24 Dec 2026')
  assert.equal(
    shownText('Dealers × 1 = 15.75 | A = 5 × 10 = 1234.5', { code: 'listPrices', label: 'Prices of lists' }),
    'Dealers × 1 = $15.75 | A = 5 × 10 = $1,234.50',
  )
})
