import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/product-selection.ts'
import { changeProduct, findProductNames } from '#server/catalog/change-products.ts'
import { editCell } from '#server/catalog/edit-cell.ts'
import { countManagedProducts, findSelectedProducts } from '#server/catalog/find-products.ts'
import { presentManagedProduct } from '#server/catalog/present-product.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { runBulk } from '#server/platform/http/run-bulk.ts'
import { presentListPrice, readListPrices } from '#server/pricing/read-list-prices.ts'

/** Serves what admins do within the list of products, with one or several at once. */
export function manageProductsRoutes(
  app: FastifyInstance,
  { db, responseCache }: { db: Database; responseCache: ResponseCache },
): void {
  registerEndpoint(app, endpoints.countAllTools, ({ query }) => countManagedProducts(db, query.category))

  registerEndpoint(app, endpoints.selectTools, async ({ body }) => {
    const ids = await findSelectedProducts(db, body.filter)
    const more = ids.length > endpoints.maxSelectedProducts && { more: true as const }
    return { ids: ids.slice(0, endpoints.maxSelectedProducts), ...more }
  })

  registerEndpoint(app, endpoints.changeTools, async ({ body, actor }) => {
    const { ids, action, preview = false } = body
    const category = body.category?.trim() || null
    const result = await runBulk(
      ids,
      (id) => changeProduct(db, id, { action, category, preview }, actor),
      (refused) => findProductNames(db, refused),
    )
    if (!preview && result.done.length > 0) responseCache.renew()
    return result
  })

  registerEndpoint(app, endpoints.editToolCell, async ({ params, body, actor }) => {
    const row = await editCell(db, params.id, body, actor)
    responseCache.renew()
    const kept = body.field === 'price' && body.value !== body.was ? await readListPrices(db, [row.id]) : undefined
    const listPrices = kept?.get(row.id)?.map(presentListPrice)
    return { success: true as const, tool: presentManagedProduct(row), ...(listPrices && { listPrices }) }
  })
}
