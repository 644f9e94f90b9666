import type { ChosenVehicle } from '#contract/chosen-vehicle.ts'

/** Describes the vehicle of a list: of every year of its model if no year is given. */
export type ListedVehicle = Omit<ChosenVehicle, 'year'> & { year?: number | undefined }

const pattern = /^([1-9]\d{0,9})(?:-([12]\d{3})(?:-([1-9]\d{0,9}))?(?:-(\d{4}-\d\d-\d\d))?)?$/

/** Reads a vehicle as addresses have it, `MODEL-YEAR-ENGINE-BUILT` from the model on; undefined for any other text. */
export function readVehicleAddress(text: string): ListedVehicle | undefined {
  const [, model, year, engine, built] = pattern.exec(text) ?? []
  if (!model || Number(model) > maxId || Number(engine ?? 0) > maxId) return undefined
  if (year && (Number(year) < 1886 || Number(year) > 2100)) return undefined
  if (built && !(isDay(built) && isBuiltInYear(Number(year), built))) return undefined
  return {
    modelId: Number(model),
    ...(year && { year: Number(year) }),
    ...(engine && { engineId: Number(engine) }),
    ...(built && { built }),
  }
}

const maxId = 2_147_483_647

/** Whether a vehicle of a year can have been built on a day. */
export const isBuiltInYear = (year: number, built: string | undefined): boolean =>
  built === undefined || built.startsWith(`${year}-`)

/** Whether the calendar has a day: a Date takes 31 February for one in March. */
const isDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Writes a vehicle for the address of a list, such as `12-2013`. */
export const writeVehicleAddress = ({ modelId, year, engineId, built }: ListedVehicle): string =>
  [modelId, year, ...(year === undefined ? [] : [engineId, built])].filter((part) => part !== undefined).join('-')
