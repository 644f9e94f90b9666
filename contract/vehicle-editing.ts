import { type Static, Type } from 'typebox'
import { endpoint, Line, Name } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { SearchText } from '#contract/pagination.ts'
import { vehicleYears } from '#contract/chosen-vehicle.ts'
import { nameUses, vehicleKinds } from '#contract/vehicles.ts'

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const Year = Type.Integer(vehicleYears)
const VehicleName = Name(maxLengths.vehicleName)
const RowParams = Type.Object({ id: Type.String({ format: 'row-number' }) })
const catalog = { access: 'admin', permission: 'catalog' } as const
const Added = Type.Object({ success: Type.Literal(true), id: Type.Integer() })

/** Describes a make as the seller sees it; `parts` counts the products with a row of it. */
const ManagedMake = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  isOffered: Type.Boolean(),
  models: Type.Integer(),
  parts: Type.Integer(),
})
export type ManagedMake = Static<typeof ManagedMake>

/** Describes what people write for a make, a family or a model; `counts` says whether it counts without its make. */
const OtherName = Type.Object({ id: Type.Integer(), name: Type.String(), counts: Type.Enum(nameUses) })
export type OtherName = Static<typeof OtherName>

const ManagedEngine = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  code: Type.Optional(Type.String()),
  parts: Type.Integer(),
})
export type ManagedEngine = Static<typeof ManagedEngine>

const ManagedModel = Type.Object({
  id: Type.Integer(),
  generation: Type.Optional(Type.String()),
  kind: Type.Enum(vehicleKinds),
  from: Type.Optional(Type.Integer()),
  to: Type.Optional(Type.Integer()),
  isOffered: Type.Boolean(),
  parts: Type.Integer(),
  names: Type.Array(OtherName),
  engines: Type.Array(ManagedEngine),
})
export type ManagedModel = Static<typeof ManagedModel>

const ManagedFamily = Type.Object({
  family: Type.String(),
  names: Type.Array(OtherName),
  models: Type.Array(ManagedModel),
})
export type ManagedFamily = Static<typeof ManagedFamily>

const MakeDetails = Type.Object({
  ...ManagedMake.properties,
  names: Type.Array(OtherName),
  families: Type.Array(ManagedFamily),
})
export type MakeDetails = Static<typeof MakeDetails>

export const listManagedMakes = endpoint('listManagedMakes', 'GET', '/all-vehicle-makes', {
  ...catalog,
  summary: 'Lists all makes by name, hidden ones too, with the numbers of their models and of the parts that fit them.',
  query: Type.Object({ q: Type.Optional(SearchText) }),
  answer: Type.Array(ManagedMake),
})

export const getManagedMake = endpoint('getManagedMake', 'GET', '/all-vehicle-makes/:id', {
  ...catalog,
  summary: 'Returns a make with its families, their generations, engines and what people call them.',
  params: RowParams,
  answer: MakeDetails,
  problems: ['vehicle-not-found'],
})

export const addVehicleMake = endpoint('addVehicleMake', 'POST', '/vehicle-makes', {
  ...catalog,
  summary: 'Adds a make.',
  body: Type.Object({ name: VehicleName }),
  answer: Added,
  problems: ['vehicle-name-taken'],
})

export const updateVehicleMake = endpoint('updateVehicleMake', 'PUT', '/vehicle-makes/:id', {
  ...catalog,
  summary:
    'Renames a make, offers it or hides it. The addresses of its pages follow; the former ones lead to the new ones.',
  params: RowParams,
  body: Type.Object({ name: Type.Optional(VehicleName), isOffered: Type.Optional(Type.Boolean()) }),
  problems: ['vehicle-not-found', 'vehicle-name-taken'],
})

export const mergeVehicleMake = endpoint('mergeVehicleMake', 'POST', '/vehicle-makes/:id/merge', {
  ...catalog,
  summary:
    'Gives the models of a make to another one. Models of the same name become one, with the parts, names, codes and engines of both.',
  params: RowParams,
  body: Type.Object({ into: Id }),
  problems: ['vehicle-not-found', 'merge-with-itself'],
})

const modelFields = {
  family: VehicleName,
  generation: Type.Optional(Line(maxLengths.vehicleName)),
  kind: Type.Optional(Type.Enum(vehicleKinds)),
  from: Type.Optional(Year),
  to: Type.Optional(Year),
}

export const addVehicleModel = endpoint('addVehicleModel', 'POST', '/vehicle-makes/:id/models', {
  ...catalog,
  summary: 'Adds a model to a make: a family without generations, or a generation of one.',
  params: RowParams,
  body: Type.Object(modelFields),
  answer: Added,
  problems: ['vehicle-not-found', 'vehicle-name-taken', 'vehicle-years-reversed'],
})

export const updateVehicleModel = endpoint('updateVehicleModel', 'PUT', '/vehicle-models/:id', {
  ...catalog,
  summary:
    'Replaces name, kind and years of a model, and offers or hides it. The address of its page follows; the former one leads to it.',
  params: RowParams,
  body: Type.Object({ ...modelFields, isOffered: Type.Boolean() }),
  problems: ['vehicle-not-found', 'vehicle-name-taken', 'vehicle-years-reversed'],
})

export const renameVehicleFamily = endpoint('renameVehicleFamily', 'PUT', '/vehicle-makes/:id/family', {
  ...catalog,
  summary: 'Renames a family with all its generations.',
  params: RowParams,
  body: Type.Object({ family: VehicleName, name: VehicleName }),
  problems: ['vehicle-not-found', 'vehicle-name-taken'],
})

export const mergeVehicleModel = endpoint('mergeVehicleModel', 'POST', '/vehicle-models/:id/merge', {
  ...catalog,
  summary:
    'Makes two models of a make one: the parts, names, codes, engines and buyers’ vehicles of this one go to the other one, and its address leads there.',
  params: RowParams,
  body: Type.Object({ into: Id }),
  problems: ['vehicle-not-found', 'merge-with-itself'],
})

export const addVehicleName = endpoint('addVehicleName', 'POST', '/vehicle-makes/:id/names', {
  ...catalog,
  summary: 'Adds what people write for a make, a family or a model. Parts stay as they are; texts are read again.',
  params: RowParams,
  body: Type.Object({
    name: VehicleName,
    family: Type.Optional(VehicleName),
    modelId: Type.Optional(Id),
    counts: Type.Enum(nameUses),
  }),
  answer: Added,
  problems: ['vehicle-not-found', 'vehicle-name-taken', 'vehicle-name-empty'],
})

export const deleteVehicleName = endpoint('deleteVehicleName', 'DELETE', '/vehicle-names/:id', {
  ...catalog,
  summary: 'Removes what people write for a vehicle. The vehicle and its parts stay.',
  params: RowParams,
  problems: ['vehicle-not-found'],
})

const engineFields = { name: VehicleName, code: Type.Optional(Line(maxLengths.vehicleName)) }

export const addVehicleEngine = endpoint('addVehicleEngine', 'POST', '/vehicle-models/:id/engines', {
  ...catalog,
  summary: 'Adds an engine to a model.',
  params: RowParams,
  body: Type.Object(engineFields),
  answer: Added,
  problems: ['vehicle-not-found', 'vehicle-name-taken'],
})

export const updateVehicleEngine = endpoint('updateVehicleEngine', 'PUT', '/vehicle-engines/:id', {
  ...catalog,
  summary: 'Replaces name and code of an engine.',
  params: RowParams,
  body: Type.Object(engineFields),
  problems: ['vehicle-not-found', 'vehicle-name-taken'],
})

export const deleteVehicleEngine = endpoint('deleteVehicleEngine', 'DELETE', '/vehicle-engines/:id', {
  ...catalog,
  summary: 'Removes an engine that no part, no code and no buyer’s vehicle names.',
  params: RowParams,
  problems: ['vehicle-not-found', 'vehicle-engine-in-use'],
})
