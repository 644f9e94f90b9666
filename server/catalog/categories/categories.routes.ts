import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/categories.ts'
import { languages } from '#contract/language.ts'
import * as pages from '#contract/vehicle-pages.ts'
import { addCategory } from '#server/catalog/categories/add-category.ts'
import {
  countCategories,
  getCategory,
  getVehiclePage,
  listAllCategories,
} from '#server/catalog/categories/category-tree.ts'
import { deleteCategory } from '#server/catalog/categories/delete-category.ts'
import { updateCategory } from '#server/catalog/categories/update-category.ts'
import { findFitting } from '#server/catalog/facets/fitting-of.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { AssertUploadedImage } from '#server/media/image-url.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

interface CategoriesRoutesDeps {
  db: Database
  responseCache: ResponseCache
  assertUploadedImage: AssertUploadedImage
}

export function categoriesRoutes(
  app: FastifyInstance,
  { db, responseCache, assertUploadedImage }: CategoriesRoutesDeps,
): void {
  registerEndpoint(app, endpoints.getCategories, async ({ query, request, reply }) => {
    const { language = languages[0] } = query
    const { fitting } = await findFitting(db, query)
    if (fitting) return countCategories(db, language, fitting)
    const cached = await responseCache.get(`/categories?language=${language}`, async () => {
      const text = reply.serialize(await countCategories(db, language)) as string
      return { status: 200, text, headers: { 'content-type': 'application/json; charset=utf-8' } }
    })
    return responseCache.send(request, reply, cached)
  })

  registerEndpoint(app, endpoints.getCategory, ({ params, query }) =>
    getCategory(db, params.slug, query.language ?? languages[0]),
  )

  registerEndpoint(app, pages.getVehiclePage, ({ params, query }) =>
    getVehiclePage(db, params.slug, query.language ?? languages[0]),
  )

  registerEndpoint(app, endpoints.listAllCategories, () => listAllCategories(db))

  registerEndpoint(app, endpoints.addCategory, async ({ body, actor }) => {
    if (body.img) assertUploadedImage(body.img)
    const { id, slug } = await addCategory(db, body, actor)
    responseCache.renew()
    return { success: true as const, _id: String(id), category: slug }
  })

  registerEndpoint(app, endpoints.updateCategory, async ({ params, body, actor }) => {
    if (body.img) assertUploadedImage(body.img)
    const { slug } = await updateCategory(db, Number(params.id), body, actor)
    responseCache.renew()
    return { success: true as const, category: slug }
  })

  registerEndpoint(app, endpoints.deleteCategory, async ({ params, actor }) => {
    await deleteCategory(db, Number(params.id), actor)
    responseCache.renew()
  })
}
