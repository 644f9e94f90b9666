import type { Fit } from '#server/vehicles/fits.ts'

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
