import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/categories.ts'
import { languages } from '#contract/language.ts'
import { countCategories } from '#server/catalog/categories/category-tree.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

interface CategoriesRoutesDeps {
  db: Database
  responseCache: ResponseCache
}

export function categoriesRoutes(app: FastifyInstance, { db, responseCache }: CategoriesRoutesDeps): void {
  registerEndpoint(app, endpoints.getCategories, async ({ query, request, reply }) => {
    const { language = languages[0] } = query
    const cached = await responseCache.get(`/categories?language=${language}`, async () => {
      const text = reply.serialize(await countCategories(db, language)) as string
      return { status: 200, text, headers: { 'content-type': 'application/json; charset=utf-8' } }
    })
    return responseCache.send(request, reply, cached)
  })
}
