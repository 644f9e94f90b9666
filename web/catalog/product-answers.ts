import { getTool, listAllTools, listStockMovements, type ProductSort, type ProductState } from '#contract/catalog.ts'
import { keepAnswers } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'
import { keepPages } from '#web/api/keep-pages.ts'

/** The catalogue as an admin manages it, by who looks, the words it is searched for, the state of the products, and how they are sorted; empty is the shop's order. */
export const productsForAdmin = keepPages(
  ({ q, show, sort }: { viewer: string; q: string; show: ProductState; sort: ProductSort | '' }, page) =>
    call(listAllTools, { query: { ...page, show, ...(q && { q }), ...(sort && { sort }) } }),
)

/** A product as it is sold now, by its id. */
export const productById = keepAnswers((id) => call(getTool, { params: { id } }))

/** What came in and went out of a product, by its id. */
export const stockMovementsOf = keepPages(({ product }: { viewer: string; product: string }, page) =>
  call(listStockMovements, { params: { id: product }, query: page }),
)
