import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/carts.ts'
import { pricesOf } from '#server/carts/price-lines.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

/** A cart asks again with each change; a call with 1,000 lines costs as much as some twenty others. */
const pricingsPerMinute = 120

export function cartsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(
    app,
    endpoints.priceLines,
    ({ body, request }) => pricesOf(db, body.lines, readLanguage(request.headers)),
    { callsPerMinute: pricingsPerMinute },
  )
}
