import type { VehicleModel } from '#contract/vehicles.ts'

/** Returns the name of a model, such as `Volkswagen Golf V`. */
export const nameOfModel = ({ make, family, generation }: Pick<VehicleModel, 'make' | 'family' | 'generation'>) =>
  [make, family, generation].filter(Boolean).join(' ')

/** Returns the years of a model, such as `2003–2008`; empty if none are known. */
export const yearsOfModel = ({ from, to }: Pick<VehicleModel, 'from' | 'to'>) =>
  from === undefined && to === undefined ? '' : `${from ?? ''}–${to ?? ''}`
