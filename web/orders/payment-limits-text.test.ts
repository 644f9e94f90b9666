import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentMethods } from '#contract/orders.ts'
import { paymentLimitsText } from '#web/orders/payment-limits-text.ts'
import { enDashboard } from '#web/i18n/en-dashboard.ts'
import { addEnglish } from '#web/i18n/messages.ts'

addEnglish(enDashboard)

test('each way to pay says its own limits, in the currency of the order', () => {
  assert.deepEqual(
    paymentMethods.map((way) => paymentLimitsText(way, 'USD')),
    [
      'Cards can pay $0.50 to $999,999.99.',
      'Bank transfers can pay $9,999,999,999.99 at most.',
      'An order on account can come to $9,999,999,999.99 at most.',
    ],
  )
  assert.match(paymentLimitsText('transfer', 'JPY'), /¥999,999,999,999 at most/)
})
