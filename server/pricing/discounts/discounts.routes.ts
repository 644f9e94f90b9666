import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/discounts.ts'
import { getDiscount, listDiscounts } from '#server/pricing/discounts/list-discounts.ts'
import { presentDiscount } from '#server/pricing/discounts/present-discount.ts'
import { addDiscount, updateDiscount } from '#server/pricing/discounts/save-discount.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

export function discountsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, endpoints.listDiscounts, async ({ query, request, reply }) => {
    const page = readPage(query)
    return sendPageOfRows({ request, reply }, page, await listDiscounts(db, query, page)).map(presentDiscount)
  })

  registerEndpoint(app, endpoints.getDiscount, async ({ params }) => presentDiscount(await getDiscount(db, params.id)))

  registerEndpoint(app, endpoints.addDiscount, async ({ body, actor }) => ({
    success: true as const,
    discount: presentDiscount(await addDiscount(db, body, actor)),
  }))

  registerEndpoint(app, endpoints.updateDiscount, async ({ params, body, actor }) => ({
    success: true as const,
    discount: presentDiscount(await updateDiscount(db, params.id, body, actor)),
  }))
}
