import { listAllOrders, listOrders } from '#contract/orders.ts'
import { keepAnswers } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'

/** The orders of a buyer, by e-mail. */
export const ordersByBuyer = keepAnswers((email) => call(listOrders, { query: { email } }))

/** The orders of everybody, by the e-mail of the admin who looks. */
export const ordersForAdmin = keepAnswers(() => call(listAllOrders))
