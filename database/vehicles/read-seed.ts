import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { indexVehicles, type OtherNames, type Vehicle, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

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
  const american = makes.flatMap(({ name: make, isOffered, models }) =>
    isOffered
      ? models.map(([family, , from, to]): Vehicle => ({ make, family, generation: null, from, to, names: [] }))
      : [],
  )
  const european = existsSync(join(import.meta.dirname, 'europe.json'))
    ? read<{ vehicles: readonly Vehicle[] }>('europe.json').vehicles
    : []
  const names = existsSync(join(import.meta.dirname, 'names.json'))
    ? read<Pick<OtherNames, 'makes' | 'families'>>('names.json')
    : { makes: {}, families: {} }
  return indexVehicles([...american, ...european], { ...names, ...read<Words>('words.json') })
}
