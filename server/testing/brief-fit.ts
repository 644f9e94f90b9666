import type { Fit } from '#server/vehicles/fits.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import type { VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** Writes a fit as `make family generation from-to engine (position) [condition]`, without what is null. */
export const briefFit = ({ make, family, generation, from, to, engine, position, condition }: Fit) =>
  [
    make,
    family,
    generation,
    (from ?? to) === null ? null : `${from ?? ''}-${to ?? ''}`,
    engine,
    position && `(${position})`,
    condition && `[${condition}]`,
  ]
    .filter(Boolean)
    .join(' ')

/** Reads texts, and returns what each is read as, in brief; `?` begins the words that a person has to decide. */
export const readInBrief = (texts: readonly string[], names: VehicleNames): Record<string, string[]> =>
  Object.fromEntries(
    texts.map((text) => {
      const { readings, leftover } = readFits(text, names)
      return [text, [...readings.map(briefFit), ...(leftover.length > 0 ? [`? ${leftover.join(', ')}`] : [])]]
    }),
  )
