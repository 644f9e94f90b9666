import { queryOptions } from '@tanstack/react-query'
import { listAllOrders } from '#contract/orders.ts'
import { listUnmatchedPayments } from '#contract/payments.ts'
import { call } from '#web/api/call-endpoint.ts'

/** Limits the counts shown; larger ones are shown as 'more than'. */
export const maxCounted = 99

/** Queries what needs an admin's decision. */
export const decisions = queryOptions({
  queryKey: ['decisions'],
  queryFn: async () => {
    const limit = String(maxCounted + 1)
    const [short, disputed, overdue, held] = await Promise.all([
      call(listAllOrders, { query: { limit, state: 'paid_short' } }),
      call(listAllOrders, { query: { limit, state: 'disputed' } }),
      call(listAllOrders, { query: { limit, state: 'overdue' } }),
      call(listUnmatchedPayments),
    ])
    return { short: short.length, disputed: disputed.length, overdue: overdue.length, held }
  },
})
