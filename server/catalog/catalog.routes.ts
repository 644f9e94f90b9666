import { mainLanguage } from '#contract/main-language.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/catalog.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import { fieldProblem } from '#contract/field-problems.ts'
import { type Language, languages } from '#contract/language.ts'
import { isSameProductValue, productValue } from '#contract/product-values.ts'
import { assertUnchanged } from '#server/catalog/assert-seen.ts'
import { addProduct } from '#server/catalog/add-product.ts'
import { adjustStock } from '#server/catalog/adjust-stock.ts'
import { archiveProduct } from '#server/catalog/archive-product.ts'
import { updateProduct } from '#server/catalog/update-product.ts'
import { attributesRoutes } from '#server/catalog/attributes/attributes.routes.ts'
import { categoriesRoutes } from '#server/catalog/categories/categories.routes.ts'
import {
  findProducts,
  getManagedProduct,
  listManagedProducts,
  prepareGetProduct,
} from '#server/catalog/find-products.ts'
import { listStockMovements } from '#server/catalog/list-stock-movements.ts'
import {
  presentDetailedProduct,
  presentEditedProduct,
  presentManagedProduct,
  presentMovement,
  presentProduct,
} from '#server/catalog/present-product.ts'
import { manageProductsRoutes } from '#server/catalog/manage-products.routes.ts'
import { productTextNames } from '#server/catalog/catalog.tables.ts'
import { toProduct } from '#server/catalog/product-fields.ts'
import { readProductStock } from '#server/catalog/reserved-stock.ts'
import { restoreProduct } from '#server/catalog/restore-product.ts'
import { searchRoutes } from '#server/catalog/search/search.routes.ts'
import type { NoticeMail } from '#server/catalog/stock-notices/send-notices.ts'
import { stockNoticesRoutes } from '#server/catalog/stock-notices/stock-notices.routes.ts'
import type { AssertUploadedImage } from '#server/media/image-url.ts'
import { readAnswerLanguage, readLanguage } from '#server/platform/http/page-language.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { sendPageOfRows, nextLink, readPage } from '#server/platform/database/pagination.ts'
import { readListPrices } from '#server/pricing/read-list-prices.ts'
import { problem } from '#server/platform/http/problem.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }

interface CatalogRoutesDeps {
  db: Database
  limits: VisitorLimits
  responseCache: ResponseCache
  assertUploadedImage: AssertUploadedImage
  /** Returns the numbers of sitemaps; 0 of products while their pages are not public. */
  countSitemaps: () => Promise<ResponseBody<typeof endpoints.countProductSitemaps>>
  nameOfUser: (id: SQLWrapper) => SQL<string | null>
  queueMail: (tx: Transaction, mail: NoticeMail) => Promise<void>
}

export function catalogRoutes(
  app: FastifyInstance,
  { db, limits, responseCache, assertUploadedImage, countSitemaps, nameOfUser, queueMail }: CatalogRoutesDeps,
): void {
  registerEndpoint(app, endpoints.countProductSitemaps, countSitemaps)
  manageProductsRoutes(app, { db, responseCache })
  categoriesRoutes(app, { db, responseCache, assertUploadedImage })
  attributesRoutes(app, { db, responseCache })
  searchRoutes(app, { db, limits, responseCache })
  stockNoticesRoutes(app, { db, limits, queueMail })
  const getProductIn = Object.fromEntries(
    languages.map((language) => [language, prepareGetProduct(db, language, { withReplaced: true })]),
  ) as Record<Language, ReturnType<typeof prepareGetProduct>>

  registerEndpoint(app, endpoints.listTools, async ({ query, request, reply }) => {
    const page = readPage(query)
    const language = readAnswerLanguage(request, reply)
    if (
      query.limit ??
      query.after ??
      query.offset ??
      query.q ??
      query.category ??
      query.f ??
      query.sort ??
      query.vehicle
    ) {
      const { rows } = await findProducts(db, page, query, language)
      return sendPageOfRows({ request, reply }, page, rows).map(presentProduct)
    }
    const make = async () => {
      const { rows } = await findProducts(db, page, {}, language)
      const link = nextLink('/tools', page, rows)
      const list = rows.slice(0, page.limit).map(presentProduct)
      return { status: 200, text: reply.serialize(list) as string, headers: { ...json, ...(link ? { link } : {}) } }
    }
    return responseCache.send(request, reply, await responseCache.get('/tools', make, language))
  })

  registerEndpoint(app, endpoints.getTool, async ({ params, request, reply }) =>
    presentDetailedProduct(await getProductIn[readAnswerLanguage(request, reply)](params.id)),
  )

  function assertPictures({ img, images = [] }: Body<typeof endpoints.updateTool>) {
    if (img !== undefined) assertUploadedImage(img)
    for (const { url } of images) assertUploadedImage(url)
  }

  registerEndpoint(app, endpoints.addTool, async ({ body, actor }) => {
    assertPictures(body)
    if ((body.minQuantity ?? body.minOrder) === undefined) {
      const errors = [{ field: 'minQuantity', ...fieldProblem('required') }]
      throw problem('invalid-request', { detail: 'minQuantity is missing.' }, errors)
    }
    const { draft, withoutBrand } = body
    const state = draft ? 'draft' : 'active'
    const row = await addProduct(db, { ...toProduct(body), state }, actor, { withoutBrand })
    responseCache.renew()
    return { success: true as const, _id: row.id, tool: presentProduct(row) }
  })

  registerEndpoint(app, endpoints.updateTool, async ({ params, body, actor, request }) => {
    const language = readLanguage(request.headers)
    if (!hasPermission(actor, 'catalog')) {
      const tool = presentDetailedProduct(await getProductIn[language](params.id))
      // The order itself took the units: a client that sends the reduced stock requests no change.
      const isUnchanged = endpoints.productInputFields.every(
        (field) => body[field] === undefined || isSameProductValue(field, body[field], productValue(tool, field)),
      )
      if (!isUnchanged) throw problem('not-allowed')
      return { success: true as const, tool }
    }
    assertPictures(body)
    const change = toProduct(body)
    if (language !== mainLanguage()) {
      // A client that sends back the translation it was shown leaves the own text as it is.
      // A draft is shown to nobody.
      const shown = await getProductIn[language](params.id).catch(() => undefined)
      for (const text of productTextNames) if (change[text] === shown?.[text]) change[text] = undefined
      if (shown && isSameProductValue('images', change.images, shown.images)) change.images = undefined
    }
    const { was, withoutBrand } = body
    const assertAsSeen = was && ((tx: Transaction) => assertUnchanged(tx, params.id, was))
    const row = await updateProduct(db, params.id, change, actor, { withoutBrand, assertAsSeen })
    responseCache.renew()
    return { success: true as const, tool: presentProduct(row) }
  })

  registerEndpoint(app, endpoints.listAllTools, async ({ query, request, reply }) => {
    const page = readPage(query)
    const rows = await listManagedProducts(db, page, query)
    return sendPageOfRows({ request, reply }, page, rows).map(presentManagedProduct)
  })

  registerEndpoint(app, endpoints.getManagedTool, async ({ params }) => {
    const product = await getManagedProduct(db, params.id)
    return presentEditedProduct(product, (await readListPrices(db, [product.id])).get(product.id) ?? [])
  })

  registerEndpoint(app, endpoints.adjustStock, async ({ params, body, actor, idempotencyKey }) => {
    const row = await adjustStock(db, params.id, { ...body, reason: body.reason.trim(), idempotencyKey }, actor)
    responseCache.renew()
    return { success: true as const, tool: presentProduct(row) }
  })

  registerEndpoint(app, endpoints.getToolStock, ({ params }) => readProductStock(db, params.id))

  registerEndpoint(app, endpoints.listStockMovements, async ({ params, query, request, reply }) => {
    const page = readPage(query)
    return sendPageOfRows({ request, reply }, page, await listStockMovements(db, params.id, page, nameOfUser)).map(
      presentMovement,
    )
  })

  registerEndpoint(app, endpoints.restoreTool, async ({ params, actor }) => {
    const row = await restoreProduct(db, params.id, actor)
    responseCache.renew()
    return { success: true as const, tool: presentProduct(row) }
  })

  registerEndpoint(app, endpoints.deleteTool, async ({ params, actor }) => {
    await archiveProduct(db, params.id, actor)
    responseCache.renew()
  })
}
