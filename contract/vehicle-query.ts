import { Type } from 'typebox'

/** Defines the query parameters by which a list is for a vehicle. */
export const vehicleQuery = {
  vehicle: Type.Optional(
    Type.String({
      format: 'listed-vehicle',
      description:
        'Only products that list a vehicle, for certain or under a condition: `MODEL`, `MODEL-YEAR`, `MODEL-YEAR-ENGINE`, each with `-BUILT` behind the year, such as `12-2013-7-2013-06-30`.',
    }),
  ),
  universal: Type.Optional(Type.Enum(['yes'], { description: 'With a vehicle: also products that fit all vehicles.' })),
}
