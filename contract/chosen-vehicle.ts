import { type Static, Type } from 'typebox'

/** Bounds the years of vehicles, as the check constraints do. */
export const vehicleYears = { minimum: 1886, maximum: 2100 } as const
const Year = Type.Integer(vehicleYears)
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** Describes the vehicle that a buyer has chosen. */
export const ChosenVehicle = Type.Object({
  modelId: Id,
  year: Year,
  /** The day on which it was built, as `1995-06-30`. */
  built: Type.Optional(Type.String({ format: 'day' })),
  engineId: Type.Optional(Id),
})
export type ChosenVehicle = Static<typeof ChosenVehicle>

/** Describes a vehicle as it is shown; it goes with an order line. */
export const NamedVehicle = Type.Object({
  ...ChosenVehicle.properties,
  /** Such as `2013 Kia Sorento`, with the engine if it is known. */
  name: Type.String(),
})
export type NamedVehicle = Static<typeof NamedVehicle>

/** Describes the vehicle of a list: without a year, all years of its model. */
export const ListVehicle = Type.Object({
  ...Type.Partial(ChosenVehicle).properties,
  modelId: Id,
  name: Type.String(),
})
export type ListVehicle = Static<typeof ListVehicle>
