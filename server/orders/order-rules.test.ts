import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { orderStates } from '#contract/orders.ts'
import { canMove, orderMoves, orderState, type OrderState } from '#server/orders/order-rules.ts'

const nothing = { paidAt: null, shippedAt: null, cancelledAt: null, expiredAt: null, refundedAt: null }
const factOf: Partial<Record<OrderState, keyof typeof nothing>> = {
  paid: 'paidAt',
  shipped: 'shippedAt',
  cancelled: 'cancelledAt',
  expired: 'expiredAt',
  refunded: 'refundedAt',
}

test('a walk along allowed moves always ends in the state of its last move', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (choices) => {
      let state: OrderState = 'unpaid'
      const facts: Record<keyof typeof nothing, Date | null> = { ...nothing }
      for (const choice of choices) {
        assert.equal(orderState(facts), state)
        const next: OrderState | undefined = orderMoves[state][choice % Math.max(orderMoves[state].length, 1)]
        if (!next) return
        const fact = factOf[next]
        if (fact) facts[fact] = new Date()
        state = next
      }
    }),
  )
})

test('only a paid order ships, only an unpaid one is paid, cancelled or expires', () => {
  const sources = (to: OrderState) => orderStates.filter((from) => canMove(from, to))
  assert.deepEqual(sources('shipped'), ['paid'])
  assert.deepEqual(sources('refunded'), ['paid'])
  for (const end of ['paid', 'cancelled', 'expired'] as const) assert.deepEqual(sources(end), ['unpaid'])
})
