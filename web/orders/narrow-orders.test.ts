import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '#contract/orders.ts'
import { countOrders, narrowOrders } from '#web/orders/narrow-orders.ts'

const orderOf = (part: Partial<Order>): Order => ({
  _id: '1',
  name: 'Brake disc',
  buyerName: 'Jo Sanders',
  email: 'jo@garage.example',
  address: '12 Dock Road',
  phoneNumber: '0612345678',
  quantity: 4,
  totalPrice: 184,
  paid: false,
  shipped: false,
  state: 'unpaid',
  productId: 'p',
  placedAt: '2026-01-01T00:00:00Z',
  ...part,
})

const unpaid = orderOf({ _id: 'unpaid' })
const paid = orderOf({ _id: 'paid', state: 'paid', paid: true, transactionId: 'pi_7Abc', buyerName: 'Max Verhoef' })
const shipped = orderOf({ _id: 'shipped', state: 'shipped', paid: true, shipped: true, name: 'Torque wrench' })
const orders = [unpaid, paid, shipped, orderOf({ _id: 'cancelled', state: 'cancelled' })]

test('only paid orders that were not shipped are to be shipped', () => {
  assert.deepEqual(narrowOrders(orders, 'to-ship', ''), [paid])
})

test('every word has to occur somewhere, in any case', () => {
  assert.deepEqual(narrowOrders(orders, 'all', ' VERHOEF brake '), [paid])
  assert.deepEqual(narrowOrders(orders, 'all', 'wrench verhoef'), [])
  assert.deepEqual(narrowOrders(orders, 'all', 'PI_7abc'), [paid])
})

test('kind and words narrow together', () => {
  assert.deepEqual(narrowOrders(orders, 'shipped', 'brake'), [])
  assert.deepEqual(narrowOrders(orders, 'shipped', 'wrench'), [shipped])
})

test('the counts are those of all orders', () => {
  assert.deepEqual(
    countOrders(orders).map(({ kind, count }) => [kind, count]),
    [
      ['all', 4],
      ['to-ship', 1],
      ['unpaid', 1],
      ['shipped', 1],
    ],
  )
})
