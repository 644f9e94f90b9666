import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDoubts, readPriceRows } from '#web/pricing/read-price-rows.ts'

const prices = (text: string) => readPriceRows(text).map(({ price, doubts }) => (doubts ? `${price}?` : price))
const quantities = (text: string) => readPriceRows(text).map(({ from, doubts }) => (doubts ? `${from}?` : from))

test('rows of a spreadsheet are part number, quantity and price, in any way of writing numbers', () => {
  const text = 'Part\tQty\tPrice\r\nPAD-1\t10\t$1,234.50\nPAD-2;5;9.5\n\nPAD-3\t8.25\nPAD-5\t1\ton request'
  assert.deepEqual(readPriceRows(text), [
    { number: 'PAD-1', from: '10', price: '1234.50' },
    { number: 'PAD-2', from: '5', price: '9.50' },
    { number: 'PAD-3', from: '1', price: '8.25' },
    { number: 'PAD-5', from: '1', price: 'on request' },
  ])
  assert.deepEqual(readPriceRows('PAD-6\tBosch\t5\t9\nBosch\t300\t5\t9\nPAD-7\t5\t9\t2026'), [
    { number: 'PAD-6 Bosch', from: '5', price: '9.00' },
    { number: 'Bosch 300', from: '5', price: '9.00' },
    { number: 'PAD-7', from: '5', price: '9.00' },
  ])
  assert.deepEqual(readPriceRows('\uFEFFPart,Qty,Price\r\n"PAD-9",10,"7.5"\r\nPAD-10,1,9'), [
    { number: 'PAD-9', from: '10', price: '7.50' },
    { number: 'PAD-10', from: '1', price: '9.00' },
  ])
  assert.deepEqual(readPriceRows('PAD-8\t１０\t＄１，２３４．５０'), [
    { number: 'PAD-8', from: '10', price: '1234.50' },
  ])
})

test('a percentage, a minus, another currency and broken quantities stay as they are, to be refused', () => {
  assert.deepEqual(prices('A\t1\t-5 %\nB\t1\t-5\nC\t1\tEUR 99.00\nD\t1\t5 €\nE\t1\t15%'), [
    '-5 %',
    '-5.00',
    'EUR 99.00',
    '5 €',
    '15%',
  ])
  assert.deepEqual(quantities('A\t10.0\t5\nB\t2.5\t5\nC\t-3\t5\nD\t10 kg\t5'), ['10', '2.5', '-3', '10 kg'])
  assert.deepEqual(quantities('A\t1,5\t5'), ['1,5'])
})

test('all values of a column say what is before its decimals; what none says is a question', () => {
  assert.deepEqual(prices('A\t1\t1.234\nB\t1\t9,50\nC\t1\t1.234,5'), ['1234.00', '9.50', '1234.50'])
  assert.deepEqual(prices('A\t1\t1,234\nB\t1\t9.50'), ['1234.00', '9.50'])
  assert.deepEqual(prices('A\t1\t1,234\nB\t1\t9,50'), ['1,234?', '9.50'], 'a third decimal is no price in dollars')
  assert.deepEqual(prices('A\t1\t1,234\nB\t1\t9'), ['1,234?', '9.00'])
  assert.deepEqual(prices('A\t1\t1,234\nB\t1\t9,50\nC\t1\t9.50'), ['1,234?', '9.50', '9.50'])
  assert.deepEqual(quantities('A\t1.000\t9,50'), ['1000'], 'another column says it')
  assert.deepEqual(quantities('A\t1.000\t9.50'), ['1.000?'])
  assert.deepEqual(quantities('A\t1.000\t9'), ['1.000?'])
  const [open] = readPriceRows('A\t10\t1,234')
  assert.ok(open)
  assert.deepEqual(readDoubts(open, 'point'), { number: 'A', from: '10', price: '1234.00' })
  assert.deepEqual(readDoubts(open, 'comma'), open)
})
