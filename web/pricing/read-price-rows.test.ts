import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPriceRows } from '#web/pricing/read-price-rows.ts'

test('rows of a spreadsheet are part number, quantity and price, in any way of writing numbers', () => {
  const text =
    'Part\tQty\tPrice\r\nPAD-1\t10\t$1,234.50\nPAD-2;5;9,5\n\nPAD-3\t8.25\nPAD-4\t1.000\t\nPAD-5\t1\ton request'
  assert.deepEqual(readPriceRows(text), [
    { number: 'PAD-1', from: '10', price: '1,234.50' },
    { number: 'PAD-2', from: '5', price: '9,5' },
    { number: 'PAD-3', from: '1', price: '8.25' },
    { number: 'PAD-4', from: '1000', price: '' },
    { number: 'PAD-5', from: '1', price: 'on request' },
  ])
  assert.deepEqual(readPriceRows('PAD-6\tBosch\t5\t9\nBosch\t300\t5\t9\nPAD-7\t5\t9\t2026'), [
    { number: 'PAD-6 Bosch', from: '5', price: '9' },
    { number: 'Bosch 300', from: '5', price: '9' },
    { number: 'PAD-7', from: '5', price: '9' },
  ])
  assert.deepEqual(readPriceRows('PAD-8\t１０\t￥１，２３４'), [{ number: 'PAD-8', from: '10', price: '1,234' }])
  assert.deepEqual(readPriceRows('T-5\t1\tabc\nT-6\t1\t5'), [
    { number: 'T-5', from: '1', price: 'abc' },
    { number: 'T-6', from: '1', price: '5' },
  ])
})
