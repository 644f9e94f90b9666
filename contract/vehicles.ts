import { type Static, Type } from 'typebox'
import { ChosenVehicle, NamedVehicle } from '#contract/chosen-vehicle.ts'
import { endpoint, IdParams } from '#contract/endpoint.ts'

export const vehicleKinds = ['car', 'van', 'truck', 'motorcycle', 'machine'] as const
export const engineFuels = ['petrol', 'diesel', 'hybrid', 'electric', 'gas'] as const
/** Lists how a name counts without its make: not at all, alone, beside years or a generation, or as a body behind another family. */
export const nameUses = ['with-make', 'alone', 'beside-years', 'body'] as const
export const nameOrigins = ['seed', 'merchant'] as const
/** Lists the licensed lists whose codes a seller can import. */
export const codeSystems = ['ktype', 'vcdb-base', 'epid', 'hsn-tsn'] as const
export const fitPositions = [
  'front',
  'rear',
  'left',
  'right',
  'front left',
  'front right',
  'rear left',
  'rear right',
] as const
export const fitmentOrigins = ['hand', 'import', 'text', 'copy'] as const
/** Lists what parts are made for: certain vehicles, all of them, or, as tools and fluids, none. */
export const fitKinds = ['vehicles', 'universal', 'none'] as const
export type FitKind = (typeof fitKinds)[number]
export const fitVerdicts = ['fits', 'check', 'not-listed', 'universal'] as const

const { modelId: Id } = ChosenVehicle.properties

/** Sets the most products of one call for verdicts. */
export const maxVerdicts = 120

const Make = Type.Object({ id: Id, name: Type.String() })
export type VehicleMake = Static<typeof Make>

/** Describes what parts are made for; years are calendar years, absent if unknown or still built. */
export const VehicleModel = Type.Object({
  id: Id,
  makeId: Id,
  make: Type.String(),
  family: Type.String(),
  generation: Type.Optional(Type.String()),
  slug: Type.String(),
  kind: Type.Enum(vehicleKinds),
  from: Type.Optional(Type.Integer()),
  to: Type.Optional(Type.Integer()),
})
export type VehicleModel = Static<typeof VehicleModel>

export const VehicleEngine = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.Optional(Type.String()),
  from: Type.Optional(Type.Integer()),
  to: Type.Optional(Type.Integer()),
})
export type VehicleEngine = Static<typeof VehicleEngine>

export const listVehicleMakes = endpoint('listVehicleMakes', 'GET', '/vehicle-makes', {
  access: 'anyone',
  summary: 'Returns the makes that the shop offers, by name.',
  answer: Type.Array(Make),
})

const RowParams = Type.Object({ id: Type.String({ format: 'row-number' }) })

export const listVehicleModels = endpoint('listVehicleModels', 'GET', '/vehicle-makes/:id/models', {
  access: 'anyone',
  summary: 'Returns the families of a make with their generations and years.',
  params: RowParams,
  answer: Type.Array(VehicleModel),
  problems: ['vehicle-not-found'],
})

export const listVehicleEngines = endpoint('listVehicleEngines', 'GET', '/vehicle-models/:id/engines', {
  access: 'anyone',
  summary: 'Returns the engines of a model that the shop knows.',
  params: RowParams,
  answer: Type.Array(VehicleEngine),
  problems: ['vehicle-not-found'],
})

/** Describes one row of what a part fits, as pages and programs read it. */
export const Fitment = Type.Object({
  modelId: Id,
  make: Type.String(),
  family: Type.String(),
  generation: Type.Optional(Type.String()),
  /** The address of its page, with `/fits/` before it. */
  slug: Type.String(),
  /** The first year; that of the model if the row has none. */
  from: Type.Optional(Type.Integer()),
  to: Type.Optional(Type.Integer()),
  builtFrom: Type.Optional(Type.String()),
  builtTo: Type.Optional(Type.String()),
  engine: Type.Optional(VehicleEngine),
  position: Type.Optional(Type.Enum(fitPositions)),
  condition: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
})
export type Fitment = Static<typeof Fitment>

export const ProductFitments = Type.Object({
  kind: Type.Enum(fitKinds),
  /** Whether the seller vouches that the part fits no other vehicle. */
  isComplete: Type.Boolean(),
  fitments: Type.Array(Fitment),
})
export type ProductFitments = Static<typeof ProductFitments>

export const getProductFitments = endpoint('getProductFitments', 'GET', '/tools/:id/fitments', {
  access: 'anyone',
  summary: 'Returns the vehicles that a product fits, by make, family and year.',
  params: IdParams,
  answer: ProductFitments,
  problems: ['product-not-found'],
})

/** Says whether one product fits; absent from the answer if nothing is to be said, as of tools. */
export const ProductVerdict = Type.Object({
  productId: Type.String(),
  verdict: Type.Enum(fitVerdicts),
  /** Of `check`: what a person has to compare. */
  conditions: Type.Optional(Type.Array(Type.String())),
  /** Of `check`: the days between which the vehicle must have been built. */
  built: Type.Optional(
    Type.Array(Type.Object({ from: Type.Optional(Type.String()), to: Type.Optional(Type.String()) })),
  ),
  /** Of `check`: the engines that it fits. */
  engines: Type.Optional(Type.Array(VehicleEngine)),
  /** Of `not-listed`: whether the seller vouches for the list, and the first rows of it, those of the model that is asked for before others. */
  isComplete: Type.Optional(Type.Boolean()),
  fits: Type.Optional(Type.Array(Fitment)),
})
export type ProductVerdict = Static<typeof ProductVerdict>

export const judgeFitments = endpoint('judgeFitments', 'POST', '/fitment-verdicts', {
  access: 'anyone',
  summary: 'Says which of the products fit a vehicle. Products of which nothing is to be said are absent.',
  body: Type.Object({
    vehicle: ChosenVehicle,
    productIds: Type.Array(Type.String({ format: 'uuid' }), { maxItems: maxVerdicts }),
  }),
  answer: Type.Object({ vehicle: NamedVehicle, verdicts: Type.Array(ProductVerdict) }),
  problems: ['vehicle-not-found', 'built-outside-year'],
})
