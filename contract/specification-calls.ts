import type { Endpoint } from '#contract/endpoint.ts'

/** Lists the calls of the specification that change something: clients that others wrote for it may send more than it names. */
const specificationCalls: ReadonlySet<string> = new Set([
  'POST /tools',
  'PUT /tools/:id',
  'DELETE /tools/:id',
  'POST /add-review',
  'PUT /user/:email',
  'POST /login',
  'PUT /user-info-update/:email',
  'POST /orders',
  'DELETE /orders/:id',
  'PATCH /ship-order/:id',
  'PUT /user-update/:email',
  'POST /create-payment-intent',
  'PATCH /order/:id',
])

/** Whether a call ignores fields of its body that it does not know; all others refuse them. */
export const ignoresUnknownFields = ({ method, path }: Endpoint): boolean => specificationCalls.has(`${method} ${path}`)

/** Lists the fields that no call ignores: without them, it would do something else than was asked. */
export const neverIgnoredFields = [
  'lines',
  'units',
  'items',
  'quantity',
  'amount',
  'refund',
  'role',
  'admin',
  'paid',
  'shipped',
  'coupon',
  'discountCode',
] as const
