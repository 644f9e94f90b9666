import type { FastifyInstance } from 'fastify'
import { getMyPrices } from '#contract/my-prices.ts'
import * as endpoints from '#contract/pricing.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { addGroup, deleteGroup, renameGroup } from '#server/pricing/edit-groups.ts'
import { addPriceList, deletePriceList, updatePriceList } from '#server/pricing/edit-price-lists.ts'
import { findMyPrices } from '#server/pricing/find-my-prices.ts'
import { addGroupMember, listGroupMembers, removeGroupMember } from '#server/pricing/group-members.ts'
import { getGroup, listGroups } from '#server/pricing/list-groups.ts'
import { listPrices, listQuantityRules } from '#server/pricing/list-prices.ts'
import { getPriceList, readPriceLists } from '#server/pricing/read-price-lists.ts'
import { writePrices } from '#server/pricing/write-prices.ts'
import { writeQuantityRules } from '#server/pricing/write-quantity-rules.ts'

const success = { success: true as const }

export function pricingRoutes(
  app: FastifyInstance,
  { db, responseCache }: { db: Database; responseCache: ResponseCache },
): void {
  registerEndpoint(
    app,
    getMyPrices,
    async ({ actor, body }) => ({ prices: await findMyPrices(db, actor.id, body.productIds) }),
    { isWide: () => true },
  )

  registerEndpoint(app, endpoints.listCustomerGroups, ({ query }) => listGroups(db, query))

  registerEndpoint(app, endpoints.addCustomerGroup, async ({ body, actor }) => ({
    ...success,
    group: await addGroup(db, body.name, actor),
  }))

  registerEndpoint(app, endpoints.getCustomerGroup, ({ params }) => getGroup(db, params.id))

  registerEndpoint(app, endpoints.renameCustomerGroup, async ({ params, body, actor }) => ({
    ...success,
    group: await renameGroup(db, params.id, body.name, actor),
  }))

  registerEndpoint(app, endpoints.deleteCustomerGroup, ({ params, actor }) => deleteGroup(db, params.id, actor))

  registerEndpoint(app, endpoints.listGroupMembers, async ({ params, query, request, reply }) => {
    const page = readPage(query)
    const rows = sendPageOfRows({ request, reply }, page, await listGroupMembers(db, params.id, page, query.q))
    return rows.map(({ id, email, name }) => ({ _id: id, email, name }))
  })

  registerEndpoint(app, endpoints.addGroupMember, ({ params, actor }) =>
    addGroupMember(db, params.id, params.email, actor),
  )

  registerEndpoint(app, endpoints.removeGroupMember, ({ params, actor }) =>
    removeGroupMember(db, params.id, params.email, actor),
  )

  registerEndpoint(app, endpoints.listQuantityRules, async ({ params, query, request, reply }) => {
    const page = readPage(query)
    return sendPageOfRows({ request, reply }, page, await listQuantityRules(db, params.id, page, query.q))
  })

  registerEndpoint(app, endpoints.writeQuantityRules, async ({ params, body, actor }) => ({
    ...success,
    changed: await writeQuantityRules(db, params.id, body.rows, actor),
  }))

  registerEndpoint(app, endpoints.listPriceLists, ({ query }) => readPriceLists(db, query))

  registerEndpoint(app, endpoints.addPriceList, async ({ body, actor }) => {
    const priceList = await addPriceList(db, body, actor)
    responseCache.renew()
    return { ...success, priceList }
  })

  registerEndpoint(app, endpoints.getPriceList, ({ params }) => getPriceList(db, params.id))

  registerEndpoint(app, endpoints.updatePriceList, async ({ params, body, actor }) => {
    const priceList = await updatePriceList(db, params.id, body, actor)
    responseCache.renew()
    return { ...success, priceList }
  })

  registerEndpoint(app, endpoints.deletePriceList, async ({ params, actor }) => {
    await deletePriceList(db, params.id, actor)
    responseCache.renew()
  })

  registerEndpoint(app, endpoints.listPrices, async ({ params, query, request, reply }) => {
    const page = readPage(query)
    return sendPageOfRows({ request, reply }, page, await listPrices(db, params.id, page, query.q))
  })

  registerEndpoint(app, endpoints.writePrices, async ({ params, body, actor }) => {
    const changed = await writePrices(db, params.id, body.rows, actor)
    responseCache.renew()
    return { ...success, changed }
  })
}
