import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/tax.ts'
import * as certificates from '#server/tax/certificates.ts'
import { listRates, presentRate } from '#server/tax/list-tax-rates.ts'
import { proposeRates } from '#server/tax/propose-eu-rates.ts'
import * as entries from '#server/tax/tax-entries.ts'
import * as taxIds from '#server/tax/tax-ids.ts'
import { changeTaxSettings, readTaxSetup } from '#server/tax/tax-setup.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

export interface TaxRoutesDeps {
  db: Database
  /** Whether a card provider is configured, which Stripe Tax needs. */
  hasStripe: boolean
  enqueueCheck: taxIds.EnqueueCheck
  /** Whether a register of VAT numbers can be asked. */
  hasRegister: boolean
  assertNotOfDemo: entries.AssertNotOfDemo
  /** Returns the number of products by tax class. */
  countTaxedProducts: (db: Database) => Promise<ReadonlyMap<string, number>>
  findSellerSettings: (db: Database) => Promise<{ taxNumber: string }>
  now: () => Date
}

const success = { success: true } as const
/** Each number may become a question to the register. */
const numbersPerMinute = 30

export function taxRoutes(app: FastifyInstance, deps: TaxRoutesDeps): void {
  setupRoutes(app, deps)
  rateRoutes(app, deps)
  buyerRoutes(app, deps)
}

function setupRoutes(
  app: FastifyInstance,
  { db, hasStripe, assertNotOfDemo, countTaxedProducts, findSellerSettings, now }: TaxRoutesDeps,
): void {
  registerEndpoint(app, endpoints.getTaxSetup, async () => {
    const { taxNumber: storeNumber } = await findSellerSettings(db)
    const { classes, ...setup } = await readTaxSetup(db, { now: now(), hasStripe, storeNumber })
    const products = await countTaxedProducts(db)
    return { ...setup, classes: classes.map((one) => ({ ...one, products: products.get(one.code) ?? 0 })) }
  })
  registerEndpoint(app, endpoints.updateTaxSettings, ({ body, actor }) =>
    changeTaxSettings(db, body, actor, { hasStripe, now: now(), assertNotOfDemo }),
  )

  registerEndpoint(app, endpoints.addTaxRegistration, ({ body, actor }) =>
    entries.addRegistration(db, body, actor, assertNotOfDemo),
  )
  registerEndpoint(app, endpoints.updateTaxRegistration, ({ params, body, actor }) =>
    entries.changeRegistration(db, params.id, body, actor),
  )
  registerEndpoint(app, endpoints.deleteTaxRegistration, ({ params, actor }) =>
    entries.deleteRegistration(db, params.id, actor),
  )

  registerEndpoint(app, endpoints.addTaxClass, async ({ body, actor }) => ({
    ...success,
    code: await entries.addClass(db, body, actor),
  }))
  registerEndpoint(app, endpoints.putTaxClass, ({ params, body, actor }) =>
    entries.putClass(db, params.code, body, actor),
  )
  registerEndpoint(app, endpoints.deleteTaxClass, ({ params, actor }) => entries.deleteClass(db, params.code, actor))
}

function rateRoutes(app: FastifyInstance, { db, assertNotOfDemo, now }: TaxRoutesDeps): void {
  registerEndpoint(app, endpoints.listTaxRates, async ({ query, request, reply }) => {
    const page = readPage(query)
    return sendPageOfRows({ request, reply }, page, await listRates(db, query.q ?? '', page)).map(presentRate)
  })
  registerEndpoint(app, endpoints.addTaxRates, async ({ body, actor }) => {
    return { ...success, totals: await entries.addRates(db, body.rates, actor, { ...body, assertNotOfDemo }) }
  })
  registerEndpoint(app, endpoints.deleteTaxRate, ({ params, actor }) => entries.deleteRate(db, params.id, actor))
  registerEndpoint(app, endpoints.proposeEuRates, () => proposeRates(db, now()))
}

function buyerRoutes(app: FastifyInstance, { db, enqueueCheck, hasRegister, now }: TaxRoutesDeps): void {
  registerEndpoint(app, endpoints.listBuyerTaxIds, async ({ query, request, reply }) => {
    const page = readPage(query)
    const rows = (await taxIds.listTaxIdsOfBuyers(db, query, page)).map((row) => ({ ...row, id: row.taxId.id }))
    return sendPageOfRows({ request, reply }, page, rows).map((row) => taxIds.presentBuyerTaxId(row, hasRegister))
  })
  registerEndpoint(app, endpoints.assessTaxId, ({ params, body, actor }) =>
    taxIds.assessNumber(db, params.id, body.status, { by: actor, now: now(), enqueueCheck }),
  )

  registerEndpoint(app, endpoints.listCertificates, async ({ query, request, reply }) => {
    const page = readPage(query)
    const found = await certificates.findCertificates(db, query.q ?? '', page)
    const rows = found.map((row) => ({ ...row, id: row.certificate.id }))
    return sendPageOfRows({ request, reply }, page, rows).map(certificates.presentCertificate)
  })
  registerEndpoint(app, endpoints.addCertificate, ({ body, actor }) =>
    certificates.addBuyerCertificate(db, body, actor),
  )
  registerEndpoint(app, endpoints.updateCertificate, ({ params, body, actor }) =>
    certificates.changeCertificate(db, params.id, body, actor),
  )
  registerEndpoint(app, endpoints.deleteCertificate, ({ params, actor }) =>
    certificates.removeCertificate(db, params.id, actor),
  )

  registerEndpoint(app, endpoints.listTaxIds, async ({ actor }) =>
    (await taxIds.listOwnTaxIds(db, actor.id)).map((row) => taxIds.presentTaxId(row, hasRegister)),
  )
  registerEndpoint(
    app,
    endpoints.addTaxId,
    async ({ body, actor }) => {
      const row = await taxIds.addOwnTaxId(db, actor.id, body.value, enqueueCheck)
      return { ...success, taxId: taxIds.presentTaxId(row, hasRegister) }
    },
    { callsPerMinute: numbersPerMinute },
  )
  registerEndpoint(app, endpoints.deleteTaxId, ({ params, actor }) => taxIds.deleteOwnTaxId(db, actor.id, params.id))
}
