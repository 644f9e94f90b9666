import type { ChosenVehicle } from '#contract/vehicles.ts'

/** Returns a vehicle as addresses of lists have it: `MODEL-YEAR` or `MODEL-YEAR-ENGINE`. */
export const vehicleParameter = ({ modelId, year, engineId }: ChosenVehicle): string =>
  [modelId, year, engineId].filter((part) => part !== undefined).join('-')
