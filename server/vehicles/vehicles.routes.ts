import type { FastifyInstance } from 'fastify'
import * as fitments from '#contract/fitments.ts'
import * as phrases from '#contract/fits-phrases.ts'
import * as garage from '#contract/garage.ts'
import * as editing from '#contract/vehicle-editing.ts'
import * as endpoints from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { listTextsOfPhrase } from '#server/vehicles/text-questions.ts'
import { findModels } from '#server/vehicles/find-models.ts'
import { addEngine, addName, deleteEngine, deleteName, updateEngine } from '#server/vehicles/edit-names-and-engines.ts'
import { addMake, addModel, renameFamily, updateMake, updateModel } from '#server/vehicles/edit-vehicles.ts'
import { getManagedMake, listManagedMakes } from '#server/vehicles/list-managed-vehicles.ts'
import { mergeMake, mergeModel } from '#server/vehicles/merge-vehicles.ts'
import { answerOpenFamilies, reopenFamilies } from '#server/vehicles/fits-families.ts'
import { decideFitsPhrase, listFitsPhrases } from '#server/vehicles/fits-phrases.ts'
import { answerOpenWords } from '#server/vehicles/fits-words.ts'
import { listFitments } from '#server/vehicles/list-fitments.ts'
import { listEngines, listMakes, listModels } from '#server/vehicles/list-vehicles.ts'
import { readPastedText } from '#server/vehicles/read-pasted-text.ts'
import { getStoredFitments, writeFitmentsOf } from '#server/vehicles/write-fitments.ts'
import { judgeProducts } from '#server/vehicles/judge-products.ts'
import { addToGarage, deleteGarageVehicle, listGarage, updateGarageVehicle } from '#server/vehicles/garage.ts'
import { readVehicle } from '#server/vehicles/read-vehicle.ts'

interface VehiclesDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

const success = { success: true } as const

export function vehiclesRoutes(app: FastifyInstance, { db, jobs }: VehiclesDeps): void {
  registerEndpoint(app, endpoints.listVehicleMakes, () => listMakes(db))
  registerEndpoint(app, endpoints.listVehicleModels, ({ params }) => listModels(db, Number(params.id)))
  registerEndpoint(app, endpoints.listVehicleEngines, ({ params }) => listEngines(db, Number(params.id)))
  registerEndpoint(app, endpoints.getProductFitments, ({ params }) => listFitments(db, params.id))
  registerEndpoint(app, endpoints.judgeFitments, ({ body }) => judgeProducts(db, body))
  registerEndpoint(app, editing.listManagedMakes, ({ query }) => listManagedMakes(db, query.q))
  registerEndpoint(app, editing.getManagedMake, ({ params }) => getManagedMake(db, Number(params.id)))
  registerEndpoint(app, editing.addVehicleMake, async ({ body, actor }) => ({
    ...success,
    id: await addMake(db, body.name, actor),
  }))
  registerEndpoint(app, editing.updateVehicleMake, async ({ params, body, actor }) => {
    await updateMake(db, Number(params.id), body, actor)
    return success
  })
  registerEndpoint(app, editing.mergeVehicleMake, async ({ params, body, actor }) => {
    await mergeMake(db, Number(params.id), body.into, actor)
    return success
  })
  registerEndpoint(app, editing.addVehicleModel, async ({ params, body, actor }) => ({
    ...success,
    id: await addModel(db, Number(params.id), body, actor),
  }))
  registerEndpoint(app, editing.updateVehicleModel, async ({ params, body, actor }) => {
    await updateModel(db, Number(params.id), body, actor)
    return success
  })
  registerEndpoint(app, editing.renameVehicleFamily, async ({ params, body, actor }) => {
    await renameFamily(db, Number(params.id), body, actor)
    return success
  })
  registerEndpoint(app, editing.mergeVehicleModel, async ({ params, body, actor }) => {
    await mergeModel(db, Number(params.id), body.into, actor)
    return success
  })
  registerEndpoint(app, editing.addVehicleName, async ({ params, body, actor }) => ({
    ...success,
    id: await addName(db, Number(params.id), body, actor),
  }))
  registerEndpoint(app, editing.deleteVehicleName, async ({ params, actor }) => {
    await deleteName(db, Number(params.id), actor)
    return success
  })
  registerEndpoint(app, editing.addVehicleEngine, async ({ params, body, actor }) => ({
    ...success,
    id: await addEngine(db, Number(params.id), body, actor),
  }))
  registerEndpoint(app, editing.updateVehicleEngine, async ({ params, body, actor }) => {
    await updateEngine(db, Number(params.id), body, actor)
    return success
  })
  registerEndpoint(app, editing.deleteVehicleEngine, async ({ params, actor }) => {
    await deleteEngine(db, Number(params.id), actor)
    return success
  })

  registerEndpoint(app, fitments.getStoredFitments, ({ params }) => getStoredFitments(db, params.id))
  registerEndpoint(app, fitments.writeFitments, ({ params, body, actor }) =>
    writeFitmentsOf(db, params.id, body, actor),
  )
  registerEndpoint(app, fitments.readFitsText, ({ body }) => readPastedText(db, body.text))

  registerEndpoint(app, phrases.listFitsPhrases, () => listFitsPhrases(db))
  registerEndpoint(app, phrases.findVehicleModels, ({ query }) => findModels(db, query.q))
  registerEndpoint(app, phrases.decideFitsPhrase, async ({ params: { key }, body, actor }) => {
    await decideFitsPhrase({ db, jobs }, { key, ...body }, actor)
    return success
  })
  registerEndpoint(app, phrases.reopenFitsPhrase, async ({ params: { key }, actor }) => {
    await decideFitsPhrase({ db, jobs }, { key, modelIds: null }, actor)
    return success
  })
  registerEndpoint(app, phrases.listTextsOfPhrase, ({ params: { key } }) => listTextsOfPhrase(db, key))
  registerEndpoint(app, phrases.answerOpenFamilies, async ({ body, actor }) => ({
    ...success,
    families: await answerOpenFamilies({ db, jobs }, body, actor),
  }))
  registerEndpoint(app, phrases.reopenFamilies, async ({ actor }) => ({
    ...success,
    families: await reopenFamilies({ db, jobs }, actor),
  }))
  registerEndpoint(app, phrases.answerOpenWords, async ({ body, actor }) => ({
    ...success,
    words: await answerOpenWords({ db, jobs }, body, actor),
  }))

  registerEndpoint(app, garage.readVehicle, ({ body }) => readVehicle(db, body.text, new Date().getUTCFullYear()))
  registerEndpoint(app, garage.listGarage, ({ actor }) => listGarage(db, actor.id))
  registerEndpoint(app, garage.addToGarage, ({ body, actor }) => addToGarage(db, actor.id, body.vehicles))
  registerEndpoint(app, garage.updateGarageVehicle, async ({ params, body, actor }) => {
    await updateGarageVehicle(db, actor.id, params.id, body)
    return success
  })
  registerEndpoint(app, garage.deleteGarageVehicle, async ({ params, actor }) => {
    await deleteGarageVehicle(db, actor.id, params.id)
    return success
  })
}
