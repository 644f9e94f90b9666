import { listAllOrders } from '#contract/orders.ts'
import { getOrderDetails, listHeldPayments } from '#contract/payments.ts'
import { keepAnswers } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'

/** Everything about one order, by its id. */
export const orderDetails = keepAnswers((id) => call(getOrderDetails, { params: { id } }))

/** More than this many of a kind are told as 'more than'. */
export const mostCounted = 99

/** What waits for an admin's decision, by the e-mail of the admin who looks. */
export const decisions = keepAnswers(async () => {
  const limit = String(mostCounted + 1)
  const [short, disputed, held] = await Promise.all([
    call(listAllOrders, { query: { limit, state: 'paid_short' } }),
    call(listAllOrders, { query: { limit, state: 'disputed' } }),
    call(listHeldPayments),
  ])
  return { short: short.length, disputed: disputed.length, held }
})
