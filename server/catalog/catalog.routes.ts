import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/catalog.ts'
import type { Body } from '#contract/endpoint.ts'
import { addProduct } from '#server/catalog/add-product.ts'
import { adjustStock } from '#server/catalog/adjust-stock.ts'
import { archiveProduct } from '#server/catalog/archive-product.ts'
import { changeProduct, type ProductChange } from '#server/catalog/change-product.ts'
import { countShelves } from '#server/catalog/count-shelves.ts'
import { getProduct, listManagedProducts, listProducts } from '#server/catalog/find-products.ts'
import { listStockMovements } from '#server/catalog/list-stock-movements.ts'
import { presentManagedProduct, presentMovement, presentProduct } from '#server/catalog/present-product.ts'
import { restoreProduct } from '#server/catalog/restore-product.ts'
import { assertOurImage } from '#server/media/image-address.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import { type Copies, makeCopy, sendCopy } from '#server/platform/copies.ts'
import type { Database } from '#server/platform/database.ts'
import { answerPage, nextLink, readPage } from '#server/platform/paging.ts'
import { toCents } from '#server/platform/money.ts'
import { problem } from '#server/platform/problem.ts'

const productFields = ['name', 'content', 'available', 'minOrder', 'price', 'img', 'sku', 'category'] as const
const json = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' }

export function catalogRoutes(app: FastifyInstance, { db, copies }: { db: Database; copies: Copies }): void {
  answerEndpoint(app, endpoints.listTools, async ({ query, request, reply }) => {
    const page = readPage(query)
    if (query.limit ?? query.after ?? query.q ?? query.category) {
      return answerPage({ request, reply }, page, await listProducts(db, page, query)).map(presentProduct)
    }
    const copy = await copies.get('/tools', async () => {
      const rows = await listProducts(db, page)
      const link = nextLink('/tools', page, rows)
      const list = rows.slice(0, page.limit).map(presentProduct)
      return makeCopy(200, JSON.stringify(list), { ...json, ...(link ? { link } : {}) })
    })
    reply.hijack()
    sendCopy(request.raw, reply.raw, copy)
    return reply
  })

  answerEndpoint(app, endpoints.getShelves, () => countShelves(db))

  answerEndpoint(app, endpoints.getTool, async ({ params }) => presentProduct(await getProduct(db, params.id)))

  answerEndpoint(app, endpoints.addTool, async ({ body, actor }) => {
    assertOurImage(body.img)
    const minimumQuantity = body.minQuantity ?? body.minOrder
    if (minimumQuantity === undefined) {
      const errors = [{ field: 'minQuantity', message: 'is missing' }]
      throw problem('invalid-request', { detail: 'minQuantity is missing.' }, errors)
    }
    const row = await addProduct(db, { ...toProduct(body), minimumQuantity }, actor)
    copies.renew()
    return { success: true as const, _id: row.id, tool: presentProduct(row) }
  })

  answerEndpoint(app, endpoints.updateTool, async ({ params, body, actor }) => {
    if (actor.role !== 'admin') {
      const tool = presentProduct(await getProduct(db, params.id))
      // The order itself took the units: a client that sends the reduced stock asks for what is so already.
      const isSo = productFields.every((field) => body[field] === undefined || body[field] === tool[field])
      if (!isSo || (body.minQuantity ?? tool.minOrder) !== tool.minOrder) throw problem('not-allowed')
      return { success: true as const, tool }
    }
    if (body.img !== undefined) assertOurImage(body.img)
    const change: ProductChange = {
      ...toProduct(body),
      minimumQuantity: body.minQuantity ?? body.minOrder,
    }
    const row = await changeProduct(db, params.id, change, actor)
    copies.renew()
    return { success: true as const, tool: presentProduct(row) }
  })

  answerEndpoint(app, endpoints.listAllTools, async ({ query, request, reply }) => {
    const page = readPage(query)
    const rows = await listManagedProducts(db, page, query)
    return answerPage({ request, reply }, page, rows).map(presentManagedProduct)
  })

  answerEndpoint(app, endpoints.adjustStock, async ({ params, body, actor }) => {
    const row = await adjustStock(db, params.id, { change: body.change, reason: body.reason.trim() }, actor)
    copies.renew()
    return { success: true as const, tool: presentProduct(row) }
  })

  answerEndpoint(app, endpoints.listStockMovements, async ({ params, query, request, reply }) => {
    const page = readPage(query)
    return answerPage({ request, reply }, page, await listStockMovements(db, params.id, page)).map(presentMovement)
  })

  answerEndpoint(app, endpoints.restoreTool, async ({ params, actor }) => {
    const row = await restoreProduct(db, params.id, actor)
    copies.renew()
    return { success: true as const, tool: presentProduct(row) }
  })

  answerEndpoint(app, endpoints.deleteTool, async ({ params, actor }) => {
    await archiveProduct(db, params.id, actor)
    copies.renew()
    return { success: true as const }
  })
}

function toProduct<B extends Body<typeof endpoints.addTool> | Body<typeof endpoints.updateTool>>(body: B) {
  type Maybe<Field> = undefined extends B['name'] ? Field | undefined : Field
  return {
    name: body.name?.trim() as Maybe<string>,
    description: body.content?.trim() as Maybe<string>,
    imageUrl: body.img as Maybe<string>,
    priceCents: (body.price === undefined ? undefined : toCents(body.price)) as Maybe<number>,
    availableQuantity: body.available as Maybe<number>,
    sku: body.sku,
    category: body.category,
  }
}
