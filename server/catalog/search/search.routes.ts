import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/search.ts'
import { findProducts } from '#server/catalog/find-products.ts'
import { presentProduct } from '#server/catalog/present-product.ts'
import { suggestSearches } from '#server/catalog/search/suggest-searches.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'

interface SearchRoutesDeps {
  db: Database
}

/** Suggestions have a limit of their own: typing fast leaves a visitor's other calls alone. */
const suggestionsPerMinute = 600

export function searchRoutes(app: FastifyInstance, { db }: SearchRoutesDeps): void {
  registerEndpoint(app, endpoints.searchProducts, async ({ query, request, reply }) => {
    const page = readPage(query)
    const { rows, matches, readings } = await findProducts(db, page, query, readLanguage(request.headers))
    const products = sendPageOfRows({ request, reply }, page, rows).map((row) => {
      const match = matches.get(row.id)
      return { ...presentProduct(row), ...(match && { match }) }
    })
    return { products, readings }
  })

  registerEndpoint(
    app,
    endpoints.suggestSearches,
    ({ query, request }) => suggestSearches(db, query.q, readLanguage(request.headers)),
    { callsPerMinute: suggestionsPerMinute },
  )
}
