import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/language.ts'
import * as endpoints from '#contract/shipping.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import { countries } from '#server/platform/country-data.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { problem } from '#server/platform/http/problem.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Place } from '#contract/place.ts'
import { findIssues, findLosses, findReach, type Home } from '#server/shipping/check-setup.ts'
import { addMethod, type AssertNotOfDemo, changeMethod, deleteMethod } from '#server/shipping/edit-methods.ts'
import { changeSettings, listShipClasses, setShipClasses, setShippingEnabled } from '#server/shipping/edit-settings.ts'
import { addZone, changeZone, deleteZone } from '#server/shipping/edit-zones.ts'
import { presentMethod, presentOffer, presentZone } from '#server/shipping/present-setup.ts'
import type { Shipping, ShippingAnswer } from '#server/shipping/quote-shipping.ts'
import type { ShippingLine } from '#server/shipping/shipping-rules.ts'

export interface ShippingRoutesDeps {
  db: Database
  assertNotOfDemo: AssertNotOfDemo
  responseCache: ResponseCache
  shipping: Shipping
  /** Whether carriers can be asked: not at all, the stand-in, or with a real account. */
  carriers: 'off' | 'test' | 'live'
  /** Returns the lines of products on sale with what their delivery depends on; others are left out. */
  findShippingLines: (
    db: Database,
    lines: readonly { productId: string; quantity: number }[],
    language: Language,
  ) => Promise<ShippingLine[]>
  /** Returns a place as addresses have it. Throws `country-unknown`, `region-unknown` or `postal-code-elsewhere`. */
  readPlace: (place: Place) => Place
  /** Lists where the shop collects tax and has orders. */
  findHome: (db: Database) => Promise<Home>
  /** Counts the products on sale without a weight. */
  countWeightless: (db: Database) => Promise<number>
}

export function shippingRoutes(app: FastifyInstance, deps: ShippingRoutesDeps): void {
  const { db, responseCache, shipping, carriers } = deps
  const hasCarriers = carriers !== 'off'
  /** Ends a change: public pages show it at once. */
  const done = () => {
    responseCache.renew()
    return { success: true as const }
  }

  registerEndpoint(app, endpoints.getShippingStatus, async () => {
    const setup = await shipping.currentSetup(db)
    if (!setup.enabled) return { charged: false, countries: [], others: false }
    const { reached, others } = findReach(setup, countries)
    return { charged: true, countries: reached, others }
  })

  registerEndpoint(
    app,
    endpoints.listShippingOffers,
    async ({ body, request }) => {
      if (!(await shipping.isEnabled(db))) return { charged: false, offers: [], omitted: [] }
      const place = deps.readPlace(body.place)
      const language = readLanguage(request.headers)
      const lines = await deps.findShippingLines(db, body.lines, language)
      if (lines.length === 0) return { charged: true, offers: [], omitted: [] }
      return { charged: true, ...presentAnswer(await shipping.explain(db, { lines, place, language })) }
    },
    { isWide: true },
  )

  registerEndpoint(app, endpoints.getShippingSetup, async () => {
    const setup = await shipping.currentSetup(db)
    const { enabled, edition, defaultWeightGrams, origin, zones, methods, classes } = setup
    return {
      enabled,
      edition,
      ...(defaultWeightGrams !== null && { defaultWeight: defaultWeightGrams / 1000 }),
      ...(origin && { origin }),
      carriers,
      zones: zones.map((zone) => ({ ...presentZone(zone), loses: findLosses(setup, zone, countries) })),
      methods: methods.map(presentMethod),
      classes,
      issues: findIssues(setup, {
        hasCarriers,
        weightless: await deps.countWeightless(db),
        home: await deps.findHome(db),
      }),
      unreachable: findReach(setup, countries).unreachable,
    }
  })

  registerEndpoint(app, endpoints.setShippingEnabled, async ({ body, actor }) => {
    await setShippingEnabled(db, body.enabled, { ...deps, hasCarriers, by: actor })
    return done()
  })
  registerEndpoint(app, endpoints.changeShippingSettings, async ({ body, actor }) => {
    await changeSettings(db, body, actor)
    return done()
  })

  registerEndpoint(app, endpoints.addShippingZone, async ({ body, actor }) => {
    const id = await addZone(db, body, actor)
    return { ...done(), id }
  })
  registerEndpoint(app, endpoints.changeShippingZone, async ({ params, body, actor }) => {
    await changeZone(db, toId(params.id, 'shipping-zone-not-found'), body, actor)
    return done()
  })
  registerEndpoint(app, endpoints.deleteShippingZone, async ({ params, actor }) => {
    await deleteZone(db, toId(params.id, 'shipping-zone-not-found'), actor)
    return done()
  })

  registerEndpoint(app, endpoints.addShippingMethod, async ({ body, actor }) => {
    const id = await addMethod(db, body, actor, deps.assertNotOfDemo)
    return { ...done(), id }
  })
  registerEndpoint(app, endpoints.changeShippingMethod, async ({ params, body, actor }) => {
    await changeMethod(db, toId(params.id, 'shipping-method-not-found'), body, actor)
    return done()
  })
  registerEndpoint(app, endpoints.deleteShippingMethod, async ({ params, actor }) => {
    await deleteMethod(db, toId(params.id, 'shipping-method-not-found'), actor)
    return done()
  })

  registerEndpoint(app, endpoints.listShipClasses, () => listShipClasses(db))
  registerEndpoint(app, endpoints.setShipClasses, async ({ body, actor }) => {
    await setShipClasses(db, body, actor)
    return done()
  })
}

const presentAnswer = ({ offers, needs, omitted }: ShippingAnswer) => ({
  offers: offers.map(presentOffer),
  ...(needs && { needs }),
  omitted,
})

/** Reads the number of a zone or method; what is none is refused with `missing`. */
function toId(text: string, missing: 'shipping-zone-not-found' | 'shipping-method-not-found'): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity
  if (id > 2_147_483_647) throw problem(missing)
  return id
}
