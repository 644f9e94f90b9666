import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { orderStates } from '#contract/orders.ts'
import { canMove, isPayable, orderMoves, orderState, type OrderState } from '#server/orders/order-rules.ts'
import { search } from '#server/testing/random-search.ts'

const nothing = {
  paidAt: null,
  shippedAt: null,
  cancelledAt: null,
  expiredAt: null,
  refundedAt: null,
  awaitingStockSince: null,
  confirmedAt: null,
}
type Facts = Record<keyof typeof nothing, Date | null>
const now = new Date()
/** Maps each state to the facts recorded for it. */
const factsOf: Record<OrderState, Partial<Facts>> = {
  unpaid: {},
  paid: { paidAt: now, expiredAt: null, refundedAt: null, awaitingStockSince: null },
  paid_short: { paidAt: now, expiredAt: null, refundedAt: null, awaitingStockSince: now },
  shipped: { shippedAt: now, refundedAt: null },
  cancelled: { cancelledAt: now },
  expired: { expiredAt: now },
  confirmed: { confirmedAt: now },
  refunded: { refundedAt: now },
}

test('a walk along allowed moves always ends in the state of its last move', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), (choices) => {
      let state: OrderState = 'unpaid'
      const facts: Facts = { ...nothing }
      for (const choice of choices) {
        // A refund that failed leads back to where the order was.
        const moves: OrderState[] = orderMoves[state].filter(
          (to) => state !== 'refunded' || (to === 'shipped') === (facts.shippedAt !== null),
        )
        const next: OrderState | undefined = moves[choice % Math.max(moves.length, 1)]
        if (!next) return
        Object.assign(facts, factsOf[next])
        state = next
        assert.equal(orderState(facts), state)
      }
    }),
    search(),
  )
})

// spec 4.8
// security 29
test('only orders that are paid with stock or on account ship; only unpaid orders expire', () => {
  const sources = (to: OrderState) => orderStates.filter((from) => canMove(from, to))
  assert.deepEqual(sources('shipped'), ['confirmed', 'paid', 'refunded'])
  assert.deepEqual(sources('refunded'), ['paid', 'paid_short', 'shipped'])
  assert.deepEqual(sources('paid'), ['unpaid', 'confirmed', 'paid_short', 'expired', 'refunded'])
  assert.deepEqual(sources('paid_short'), ['expired', 'refunded'])
  assert.deepEqual(sources('cancelled'), ['unpaid', 'confirmed'])
  assert.deepEqual(sources('expired'), ['unpaid'])
  const payable = orderStates.filter((state) =>
    isPayable({
      ...nothing,
      ...factsOf[state],
      totalCents: 100,
      creditedCents: 0,
      receivedCents: 0,
      currency: 'usd',
      shipping: null,
    }),
  )
  // An order on account can be paid after it has shipped.
  assert.deepEqual(payable, ['unpaid', 'confirmed', 'shipped', 'refunded'])
  assert.ok(
    !isPayable({
      ...nothing,
      paidAt: now,
      totalCents: 100,
      creditedCents: 0,
      receivedCents: 0,
      currency: 'usd',
      shipping: null,
    }),
  )
})
