import { queryOptions } from '@tanstack/react-query'
import { listOrders, type Order } from '#contract/orders.ts'
import { maxRows } from '#contract/pagination.ts'
import { call } from '#web/api/call-endpoint.ts'

/** Queries the orders of a buyer: all of them, since the heading shows their number. */
export const ordersByBuyer = (email: string) =>
  queryOptions({
    queryKey: [listOrders.name, email],
    queryFn: async () => {
      const orders: Order[] = []
      for (;;) {
        const after = orders.at(-1)?._id
        const page = await call(listOrders, { query: { email, limit: String(maxRows), ...(after && { after }) } })
        orders.push(...page)
        if (page.length < maxRows) return orders
      }
    },
  })
