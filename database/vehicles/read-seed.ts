import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeedVehicle, VehicleSeed } from '#server/vehicles/seed-vehicles.ts'
import {
  familyKey,
  indexVehicles,
  nameKey,
  type OtherNames,
  type VehicleNames,
} from '#server/vehicles/vehicle-names.ts'

/** Describes a make of the American register; a family's `to` is null if it is still built. */
interface Make {
  name: string
  isOffered?: true
  models: readonly (readonly [family: string, kind: SeedVehicle['kind'], from: number, to: number | null])[]
}

/** Describes a family that was built before the register begins; `to` and `kind` are those of a family that it lacks, or a later end. */
interface EarlyFamily {
  make: string
  family: string
  from: number
  to?: number
  kind?: SeedVehicle['kind']
}

type Words = Pick<OtherNames, 'distinct' | 'besideYears' | 'bodies'>

const readText = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const read = <Data>(name: string): Data => JSON.parse(readText(name)) as Data

type Names = Pick<OtherNames, 'makes' | 'families'> & {
  /** Load classes of American families, by make and family: vehicles of their own, as generations are; `North America` beside another car of Europe. */
  classes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** What sellers call a family of the register, by make and the register's name; several that are called the same are one. */
  called: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Returns the vehicles with which a shop begins: the makes of America, of which only common ones are offered, and generations of Europe. */
export function readVehicleSeed(): VehicleSeed {
  const [, ...lines] = readText('vpic.jsonl').trimEnd().split('\n')
  const register = lines.map((line) => JSON.parse(line) as Make)
  const early = read<{ families: readonly EarlyFamily[] }>('before-1981.json').families
  const european = read<{ vehicles: readonly SeedVehicle[] }>('europe.json').vehicles
  // The register writes `Mazda3` where Europe writes `3`.
  const withMake = new Set(european.map(({ make, family }) => nameKey(make + family)))
  const { classes, called, ...names } = read<Names>('names.json')
  // What Europe has as one row for all years is the same vehicle.
  const whole = new Set(
    european.flatMap(({ make, family, generation }) => (generation === null ? nameKey(make + family) : [])),
  )
  const offered = new Set([
    ...register.flatMap(({ name, isOffered }) => (isOffered ? name : [])),
    ...[...early, ...european].map(({ make }) => make),
  ])
  // The register writes `FOX` where Europe writes `Fox`.
  const spellings = new Map(european.map(({ make, family }) => [nameKey(make + family), family]))
  const generations = Map.groupBy(
    european.filter(({ generation }) => generation !== null),
    ({ make, family }) => familyKey(make, family),
  )
  return {
    makes: [...new Set([...register.map(({ name }) => name), ...offered])]
      .toSorted()
      .map((name) => ({ name, isOffered: offered.has(name) })),
    vehicles: [
      ...mergeFamilies(register, called, early)
        .filter(({ make, family }) => !withMake.has(nameKey(family)) && !whole.has(nameKey(make + family)))
        .flatMap((row) =>
          (classes[row.make]?.[row.family] ?? [null]).map((generation): SeedVehicle => ({
            ...row,
            family: spellings.get(nameKey(row.make + row.family)) ?? row.family,
            generation,
            // `2500 HD` is a 2500.
            names: /^\d/.test(generation ?? '') ? [`${generation} HD`] : [],
          })),
        )
        .flatMap((row) => cutToRest(row, generations.get(familyKey(row.make, row.family)) ?? [])),
      ...european,
    ],
    other: { ...names, ...read<Words>('words.json') },
  }
}

type Family = Pick<SeedVehicle, 'make' | 'family' | 'kind' | 'from' | 'to'>

/** Returns the families of the register under the names of sellers and with the years before it begins, and those that it lacks. */
function mergeFamilies(
  register: readonly Make[],
  called: Names['called'],
  early: readonly EarlyFamily[],
): readonly Family[] {
  const rows = [
    ...register.flatMap(({ name: make, models }) =>
      models.map(([family, kind, from, to]) => ({ make, family: called[make]?.[family] ?? family, kind, from, to })),
    ),
    ...early,
  ]
  return [...Map.groupBy(rows, ({ make, family }) => familyKey(make, family)).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const ends = same.flatMap(({ to }) => (to === undefined ? [] : [to ?? lastYear]))
    const last = Math.max(...ends)
    return [
      {
        make: first.make,
        family: first.family,
        kind: same.find(({ kind }) => kind)?.kind ?? 'car',
        from: Math.min(...same.map(({ from }) => from)),
        to: last === lastYear ? null : last,
      },
    ]
  })
}

const lastYear = 9999

/**
 * Cuts a row for a whole family to the longest years that no generation has, so that a year means one of them; to none if all are had.
 * Between two generations none was built.
 */
function cutToRest(row: SeedVehicle, generations: readonly SeedVehicle[]): SeedVehicle[] {
  if (row.generation !== null || generations.length === 0) return [row]
  let rests = [{ from: row.from ?? 0, to: row.to ?? lastYear }]
  for (const { from, to } of generations) {
    rests = rests.flatMap((rest) => [
      { from: rest.from, to: Math.min(rest.to, (from ?? 0) - 1) },
      { from: Math.max(rest.from, (to ?? lastYear) + 1), to: rest.to },
    ])
    rests = rests.filter((rest) => rest.from <= rest.to)
  }
  rests = rests.filter(
    (rest) =>
      !generations.some(({ to }) => (to ?? lastYear) < rest.from) ||
      !generations.some(({ from }) => (from ?? 0) > rest.to),
  )
  const [longest] = rests.toSorted((a, b) => b.to - b.from - (a.to - a.from))
  return longest ? [{ ...row, from: longest.from || null, to: longest.to === lastYear ? null : longest.to }] : []
}

/** Returns the index of the vehicles that a new shop offers. */
export function readSeedNames(): VehicleNames {
  const { makes, vehicles, other } = readVehicleSeed()
  const offered = new Set(makes.flatMap(({ name, isOffered }) => (isOffered ? name : [])))
  return indexVehicles(
    vehicles.filter(({ make }) => offered.has(make)),
    other,
  )
}
