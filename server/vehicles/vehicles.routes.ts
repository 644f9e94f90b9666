import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { listFitments } from '#server/vehicles/list-fitments.ts'
import { listEngines, listMakes, listModels } from '#server/vehicles/list-vehicles.ts'
import { judgeProducts } from '#server/vehicles/judge-products.ts'

export function vehiclesRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, endpoints.listVehicleMakes, () => listMakes(db))
  registerEndpoint(app, endpoints.listVehicleModels, ({ params }) => listModels(db, Number(params.id)))
  registerEndpoint(app, endpoints.listVehicleEngines, ({ params }) => listEngines(db, Number(params.id)))
  registerEndpoint(app, endpoints.getProductFitments, ({ params }) => listFitments(db, params.id))
  registerEndpoint(app, endpoints.judgeFitments, ({ body }) => judgeProducts(db, body))
}
