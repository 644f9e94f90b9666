import type { ChosenVehicle } from '#contract/chosen-vehicle.ts'
import type { FitKind } from '#contract/vehicles.ts'

/** Holds what of a fitment the verdict needs; null is open or any. */
export interface FitmentRange {
  modelId: number
  yearFrom: number | null
  yearTo: number | null
  /** ISO days. */
  builtFrom: string | null
  builtTo: string | null
  engineId: number | null
  condition: string | null
}

/** Says whether a part fits a vehicle; null for tools and fluids, and for parts without a list. */
export type FitVerdict =
  | { verdict: 'fits' }
  /** A person has to compare: conditions, the day on which the vehicle was built, its engine. */
  | { verdict: 'check'; conditions: string[]; built: { from: string | null; to: string | null }[]; engineIds: number[] }
  /** `isComplete` if the seller vouches for the list. */
  | { verdict: 'not-listed'; isComplete: boolean }
  | { verdict: 'universal' }
  | null

export interface FitOfPart {
  kind: FitKind
  isComplete: boolean
  /** Rows of the model of the vehicle; those of others are ignored. */
  rows: readonly FitmentRange[]
  /** Whether the part has rows of any model. */
  hasRows: boolean
}

/** Whether a row holds for a vehicle: yes, no, or null if that depends on what is not known of it. */
export function holdsFor(row: FitmentRange, vehicle: ChosenVehicle): boolean | null {
  const answers = [
    isYearIn(row, vehicle),
    isBuiltIn(row, vehicle),
    isEngineOf(row, vehicle),
    row.condition ? null : true,
  ]
  if (row.modelId !== vehicle.modelId || answers.includes(false)) return false
  return answers.includes(null) ? null : true
}

const isYearIn = ({ yearFrom, yearTo }: FitmentRange, { year }: ChosenVehicle) =>
  (yearFrom === null || yearFrom <= year) && (yearTo === null || year <= yearTo)

/** The year of a vehicle is that of its building, unless the day is known. */
function isBuiltIn({ builtFrom, builtTo }: FitmentRange, { year, built }: ChosenVehicle): boolean | null {
  const [first, last] = built ? [built, built] : [`${year}-01-01`, `${year}-12-31`]
  if ((builtFrom !== null && last < builtFrom) || (builtTo !== null && builtTo < first)) return false
  return (builtFrom === null || builtFrom <= first) && (builtTo === null || last <= builtTo) ? true : null
}

function isEngineOf({ engineId }: FitmentRange, vehicle: ChosenVehicle): boolean | null {
  if (engineId === null) return true
  return vehicle.engineId === undefined ? null : engineId === vehicle.engineId
}

/** Returns the verdict on a part, which never is `fits` without a row. The statement of `fitsVehicle` says the same. */
export function judgeFit({ kind, isComplete, rows, hasRows }: FitOfPart, vehicle: ChosenVehicle): FitVerdict {
  if (kind === 'universal') return { verdict: 'universal' }
  if (kind === 'none' || !hasRows) return null
  const judged = rows.map((row) => ({ row, holds: holdsFor(row, vehicle) }))
  if (judged.some(({ holds }) => holds === true)) return { verdict: 'fits' }
  const open = judged.flatMap(({ row, holds }) => (holds === null ? [row] : []))
  if (open.length === 0) return { verdict: 'not-listed', isComplete }
  return {
    verdict: 'check',
    conditions: [...new Set(open.flatMap(({ condition }) => condition ?? []))],
    built: open.flatMap((row) => (isBuiltIn(row, vehicle) === null ? [{ from: row.builtFrom, to: row.builtTo }] : [])),
    engineIds: [...new Set(open.flatMap((row) => (isEngineOf(row, vehicle) === null ? [row.engineId as number] : [])))],
  }
}
