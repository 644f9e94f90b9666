import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/attributes.ts'
import { getFacets } from '#contract/facets.ts'
import * as attributes from '#server/catalog/attributes/edit-attributes.ts'
import * as brands from '#server/catalog/attributes/edit-brands.ts'
import * as options from '#server/catalog/attributes/edit-options.ts'
import { listAttributes, listCategoryAttributes } from '#server/catalog/attributes/read-attributes.ts'
import { findCategoryId } from '#server/catalog/categories/find-category.ts'
import { countProducts } from '#server/catalog/find-products.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

interface AttributesRoutesDeps {
  db: Database
  responseCache: ResponseCache
}

export function attributesRoutes(app: FastifyInstance, { db, responseCache }: AttributesRoutesDeps): void {
  /** Ends a change: public pages show it at once. */
  const done = () => {
    responseCache.renew()
    return { success: true as const }
  }

  registerEndpoint(app, getFacets, ({ query }) => countProducts(db, query))

  registerEndpoint(app, endpoints.listBrands, () => brands.listBrands(db))
  registerEndpoint(app, endpoints.addBrand, async ({ body, actor }) => {
    const slug = await brands.addBrand(db, body.name.trim(), actor)
    return { ...done(), slug }
  })
  registerEndpoint(app, endpoints.renameBrand, async ({ params, body, actor }) => {
    await brands.renameBrand(db, params.slug, body.name.trim(), actor)
    return done()
  })
  registerEndpoint(app, endpoints.mergeBrand, async ({ params, body, actor }) => {
    await brands.mergeBrand(db, params.slug, body.into, actor)
    return done()
  })
  registerEndpoint(app, endpoints.deleteBrand, async ({ params, actor }) => {
    await brands.deleteBrand(db, params.slug, actor)
    return done()
  })

  registerEndpoint(app, endpoints.listAttributes, () => listAttributes(db))
  registerEndpoint(app, endpoints.addAttribute, async ({ body, actor }) => {
    const code = await attributes.addAttribute(db, body, actor)
    return { ...done(), code }
  })
  registerEndpoint(app, endpoints.changeAttribute, async ({ params, body, actor }) => {
    await attributes.changeAttribute(db, params.code, body, actor)
    return done()
  })
  registerEndpoint(app, endpoints.deleteAttribute, async ({ params, actor }) => {
    await attributes.deleteAttribute(db, params.code, actor)
    return done()
  })

  registerEndpoint(app, endpoints.addAttributeOption, async ({ params, body, actor }) => {
    const code = await options.addOption(db, params.code, body.names, actor)
    return { ...done(), code }
  })
  registerEndpoint(app, endpoints.renameAttributeOption, async ({ params, body, actor }) => {
    await options.renameOption(db, params, body.names, actor)
    return done()
  })
  registerEndpoint(app, endpoints.mergeAttributeOption, async ({ params, body, actor }) => {
    await options.mergeOption(db, params, body.into, actor)
    return done()
  })
  registerEndpoint(app, endpoints.deleteAttributeOption, async ({ params, actor }) => {
    await options.deleteOption(db, params, actor)
    return done()
  })

  registerEndpoint(app, endpoints.listCategoryAttributes, async ({ params }) =>
    listCategoryAttributes(db, await findCategoryId(db, params.slug)),
  )
  registerEndpoint(app, endpoints.setCategoryAttributes, async ({ params, body, actor }) => {
    await attributes.setCategoryAttributes(db, params.slug, body, actor)
    return done()
  })
}
