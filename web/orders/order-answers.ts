import { listAllOrders, listOrders, type Order, orderFilters, orderSorts } from '#contract/orders.ts'
import { mostRows } from '#contract/paging.ts'
import { keepAnswers } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'
import { keepPages } from '#web/api/keep-pages.ts'

/** All orders of a buyer, by e-mail: their number stands in the heading. */
export const ordersByBuyer = keepAnswers(async (email) => {
  const orders: Order[] = []
  for (;;) {
    const after = orders.at(-1)?._id
    const page = await call(listOrders, { query: { email, limit: String(mostRows), ...(after && { after }) } })
    orders.push(...page)
    if (page.length < mostRows) return orders
  }
})

export type OrderFilter = (typeof orderFilters)[number]

export const isOrderFilter = (text: string | null): text is OrderFilter => orderFilters.some((known) => known === text)

export type OrderSort = (typeof orderSorts)[number]

export const isOrderSort = (text: string | null): text is OrderSort => orderSorts.some((known) => known === text)

/** The orders of everybody, by who looks, the words they contain, their state, and how they are sorted; an empty state is any. */
export const ordersForAdmin = keepPages(
  ({ q, state, sort }: { viewer: string; q: string; state: OrderFilter | ''; sort: OrderSort }, page) =>
    call(listAllOrders, { query: { ...page, sort, ...(q && { q }), ...(state && { state }) } }),
)
