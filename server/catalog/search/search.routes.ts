import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/search.ts'
import type { NamedFamily, Synonym } from '#contract/search.ts'
import { findProducts } from '#server/catalog/find-products.ts'
import { presentProduct } from '#server/catalog/present-product.ts'
import { findLookAlikes } from '#server/catalog/search/find-look-alikes.ts'
import { deleteSearchMiss, listSearchMisses, recordSearchMiss } from '#server/catalog/search/search-misses.ts'
import {
  addSynonym,
  changeTradeSynonym,
  deleteSynonym,
  listSynonyms,
  listTradeSynonyms,
  restoreTradeSynonym,
} from '#server/catalog/search/synonyms.ts'
import type { FamilyOfSearch } from '#server/catalog/search/read-vehicle.ts'
import type { synonyms } from '#server/catalog/search/search.tables.ts'
import { suggestSearches } from '#server/catalog/search/suggest-searches.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import { readAnswerLanguage } from '#server/platform/http/page-language.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { onPrimary } from '#server/platform/database/read-replicas.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

interface SearchRoutesDeps {
  db: Database
  limits: VisitorLimits
  responseCache: ResponseCache
}

/** Suggestions have a limit of their own: typing fast leaves a visitor's other calls alone. */
const suggestionsPerMinute = 600

export function searchRoutes(app: FastifyInstance, { db, limits, responseCache }: SearchRoutesDeps): void {
  registerEndpoint(app, endpoints.searchProducts, async ({ query, request, reply }) => {
    const page = readPage(query)
    const language = readAnswerLanguage(request, reply)
    const { rows, matches, readings, family } = await findProducts(db, page, query, language)
    // An empty list because of a filter is no miss: the shop has the product.
    const isWhole = family && (rows.length > 0 || readings.every(({ kind }) => kind !== 'left-out'))
    const isOfVehicle = query.vehicle !== undefined || isWhole || readings.some(({ kind }) => kind === 'vehicle')
    const isNarrowed = query.after || query.category || query.f || isOfVehicle
    const isMiss = rows.length === 0 && !isNarrowed
    // What was left out is missing, too.
    if (isMiss || (!isNarrowed && readings.some(({ kind }) => kind === 'left-out'))) {
      // A shop that cannot count still searches.
      await onPrimary(() => recordSearchMiss(db, limits, query.q, request.ip)).catch(() => undefined)
    }
    const products = sendPageOfRows({ request, reply }, page, rows).map((row) => {
      const match = matches.get(row.id)
      return { ...presentProduct(row), ...(match && { match }) }
    })
    return {
      products,
      readings,
      ...(family && { family: presentFamily(family) }),
      ...(isMiss && { lookAlikes: await findLookAlikes(db, query.q, language) }),
    }
  })

  registerEndpoint(
    app,
    endpoints.suggestSearches,
    ({ query, request, reply }) => suggestSearches(db, query.q, readAnswerLanguage(request, reply)),
    { callsPerMinute: suggestionsPerMinute },
  )

  registerEndpoint(app, endpoints.listSynonyms, async ({ query, request, reply }) => {
    const page = readPage(query)
    return sendPageOfRows({ request, reply }, page, await listSynonyms(db, page)).map(presentSynonym)
  })

  registerEndpoint(app, endpoints.addSynonym, async ({ body, actor }) => {
    const synonym = presentSynonym(await addSynonym(db, body, actor))
    responseCache.renew()
    return { success: true as const, synonym }
  })

  registerEndpoint(app, endpoints.deleteSynonym, async ({ params, actor }) => {
    await deleteSynonym(db, params.id, actor)
    responseCache.renew()
  })

  registerEndpoint(app, endpoints.listTradeSynonyms, ({ query }) => listTradeSynonyms(db, query.language))

  registerEndpoint(app, endpoints.changeTradeSynonym, async ({ body, actor }) => {
    const synonym = await changeTradeSynonym(db, body, actor)
    responseCache.renew()
    return synonym
  })

  registerEndpoint(app, endpoints.restoreTradeSynonym, async ({ query, actor }) => {
    const synonym = await restoreTradeSynonym(db, query.id, actor)
    responseCache.renew()
    return synonym
  })

  registerEndpoint(app, endpoints.listSearchMisses, async () =>
    (await listSearchMisses(db)).map(({ words, times, lastOn }) => ({ _id: words, times, lastOn })),
  )

  registerEndpoint(app, endpoints.deleteSearchMiss, ({ query }) => deleteSearchMiss(db, query.words))
}

const presentFamily = ({ words, models }: FamilyOfSearch): NamedFamily => ({
  words,
  models: models.map(({ id, make, family, generation, from, to }) =>
    withoutNulls({ id, name: [make, family, generation].filter(Boolean).join(' '), from, to }),
  ),
})

const presentSynonym = ({ id, term, means, isTwoWay }: typeof synonyms.$inferSelect): Synonym => ({
  _id: String(id),
  term,
  means,
  bothWays: isTwoWay,
})
