import { driveKeys, isSide, modelKeys, versionKeys } from '#server/vehicles/fit-words.ts'
import { nameKey, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

/**
 * Tells whether a text is one word of letters that neither is, nor is a word of, a name of a vehicle, lies one letter beside one, as
 * `Fokus` does, or restricts one. Short words are abbreviations, which may mean anything.
 */
export function isPlainWord(text: string, names: VehicleNames): boolean {
  if (!/^\p{L}[\p{L}'’]{3,}$/u.test(text)) return false
  const key = nameKey(text)
  if (versionKeys.has(key) || driveKeys.has(key) || modelKeys.has(key) || isSide(key)) return false
  const beside = besideNames(names)
  return !names.things.has(key) && !beside.has(key) && !shorterByOne(key).some((one) => beside.has(one))
}

const besideOf = new WeakMap<VehicleNames, ReadonlySet<string>>()

/** Returns the names of four letters and more, and what is left of them without one of their letters. */
function besideNames(names: VehicleNames): ReadonlySet<string> {
  const before = besideOf.get(names)
  if (before) return before
  const parts = [...names.years.values()].flatMap(([one]) =>
    `${one?.make} ${one?.family}`.split(/[^\p{L}]+/u).map((part) => nameKey(part)),
  )
  const long = [...names.things.keys(), ...parts].filter((key) => /^\p{L}{4,}$/u.test(key))
  const beside = new Set(long.flatMap((key) => [key, ...shorterByOne(key)]))
  besideOf.set(names, beside)
  return beside
}

const shorterByOne = (key: string): string[] => [...key].map((_, at) => key.slice(0, at) + key.slice(at + 1))
