import { type Static, Type } from 'typebox'
import { endpoint, IdParams, Line, NonBlankText } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { ChosenVehicle, NamedVehicle } from '#contract/chosen-vehicle.ts'
import { VehicleEngine } from '#contract/vehicles.ts'

const { modelId: Id, year: Year } = ChosenVehicle.properties

/** Lists what a typed line was read as. */
export const vehicleReadings = ['text', 'vin', 'code'] as const

/** Describes a vehicle that a typed line may mean; a person takes it. What the line does not say is absent. */
export const VehicleProposal = Type.Object({
  makeId: Id,
  make: Type.String(),
  family: Type.Optional(Type.String()),
  modelId: Type.Optional(Id),
  generation: Type.Optional(Type.String()),
  /** The years in which the model was built. */
  from: Type.Optional(Type.Integer()),
  to: Type.Optional(Type.Integer()),
  year: Type.Optional(Year),
  engine: Type.Optional(VehicleEngine),
  /** Such as `2013 Kia Sorento 2.4`, with the engine as it was typed if the shop knows several like it, or none of the model. */
  name: Type.String(),
})
export type VehicleProposal = Static<typeof VehicleProposal>

export const readVehicle = endpoint('readVehicle', 'POST', '/vehicle-readings', {
  access: 'anyone',
  summary:
    'Reads a typed line as vehicles, such as `sorento 2013 2.4`, a vehicle identification number, or a code of a list that the seller has imported. Nothing is stored.',
  body: Type.Object({ text: NonBlankText(maxLengths.search) }),
  answer: Type.Object({
    as: Type.Enum(vehicleReadings),
    proposals: Type.Array(VehicleProposal),
    /** The words that say nothing of what is proposed, such as `blue`; an engine or a year that its vehicles did not have is one, too. */
    notUnderstood: Type.Optional(Type.String()),
    /** Of a vehicle identification number of America: set if a digit of it is wrong. */
    wrongCheckDigit: Type.Optional(Type.Literal(true)),
  }),
})
export type VehicleReading = Static<(typeof readVehicle)['answer']>

/** Sets the most vehicles of one garage. */
export const maxGarageVehicles = 200

const garageTexts = {
  name: Type.Optional(Line(maxLengths.vehicleName)),
  plate: Type.Optional(Line(maxLengths.plate)),
  vin: Type.Optional(Line(maxLengths.vin)),
}

/** Describes a vehicle that a buyer keeps. */
export const GarageInput = Type.Object({ ...ChosenVehicle.properties, ...garageTexts })
export type GarageInput = Static<typeof GarageInput>

export const GarageVehicle = Type.Object({
  _id: Type.String(),
  vehicle: NamedVehicle,
  /** Empty if the buyer has given none. */
  name: Type.String(),
  plate: Type.String(),
  vin: Type.String(),
})
export type GarageVehicle = Static<typeof GarageVehicle>

export const listGarage = endpoint('listGarage', 'GET', '/garage', {
  access: 'signed-in',
  summary: 'Lists the vehicles that the caller keeps, by name and plate.',
  answer: Type.Array(GarageVehicle),
})

export const addToGarage = endpoint('addToGarage', 'POST', '/garage', {
  access: 'signed-in',
  summary: `Adds vehicles to those that the caller keeps, at most ${maxGarageVehicles} in all, and lists them. What is there with the same model, year, engine and number is not added again, so that the call may be repeated.`,
  body: Type.Object({ vehicles: Type.Array(GarageInput, { minItems: 1, maxItems: maxGarageVehicles }) }),
  answer: Type.Array(GarageVehicle),
  problems: ['vehicle-not-found', 'built-outside-year', 'garage-full'],
})

export const updateGarageVehicle = endpoint('updateGarageVehicle', 'PUT', '/garage/:id', {
  access: 'signed-in',
  summary: 'Replaces a vehicle that the caller keeps.',
  params: IdParams,
  body: GarageInput,
  problems: ['garage-vehicle-not-found', 'vehicle-not-found', 'built-outside-year'],
})

export const deleteGarageVehicle = endpoint('deleteGarageVehicle', 'DELETE', '/garage/:id', {
  access: 'signed-in',
  summary: 'Removes a vehicle that the caller keeps.',
  params: IdParams,
  problems: ['garage-vehicle-not-found'],
})
