import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  indexVehicles,
  nameKey,
  type OtherNames,
  type Vehicle,
  type VehicleNames,
} from '#server/vehicles/vehicle-names.ts'

/** Describes a make of the American register; a family's `to` is null if it is still built. */
interface Make {
  name: string
  isOffered?: true
  models: readonly (readonly [family: string, kind: string, from: number, to: number | null])[]
}
type Words = Pick<OtherNames, 'distinct' | 'besideYears' | 'bodies'>

const readText = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const read = <Data>(name: string): Data => JSON.parse(readText(name)) as Data

/** Returns the index of the vehicles with which a shop begins: the offered makes of America, and generations of Europe. */
export function readSeedNames(): VehicleNames {
  const [, ...lines] = readText('vpic.jsonl').trimEnd().split('\n')
  const makes = lines.map((line) => JSON.parse(line) as Make)
  const european = read<{ vehicles: readonly Vehicle[] }>('europe.json').vehicles
  // The register writes `Mazda3` where Europe writes `3`.
  const withMake = new Set(european.map(({ make, family }) => nameKey(make + family)))
  const american = makes.flatMap(({ name: make, isOffered, models }) =>
    isOffered
      ? models
          .filter(([family]) => !withMake.has(nameKey(family)))
          .map(([family, , from, to]): Vehicle => ({ make, family, generation: null, from, to, names: [] }))
      : [],
  )
  const names = read<Pick<OtherNames, 'makes' | 'families'>>('names.json')
  return indexVehicles([...american, ...european], { ...names, ...read<Words>('words.json') })
}
