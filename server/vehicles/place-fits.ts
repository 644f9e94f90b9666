import type { Fit } from '#server/vehicles/fits.ts'
import { familyKey } from '#server/vehicles/vehicle-names.ts'

/** Holds a model as fits are placed on it. */
export interface PlacedModel {
  id: number
  make: string
  family: string
  generation: string | null
  from: number | null
  to: number | null
}

/** Holds a row of `fitments` as a text says it; the engine is a name until it is written. */
export interface PlacedFit {
  modelId: number
  yearFrom: number | null
  yearTo: number | null
  /** ISO days. */
  builtFrom: string | null
  builtTo: string | null
  engine: string | null
  position: Fit['position']
  condition: string | null
}

export type ModelsOfFamilies = ReadonlyMap<string, readonly PlacedModel[]>

export const groupByFamily = (models: readonly PlacedModel[]): ModelsOfFamilies =>
  Map.groupBy(models, ({ make, family }) => familyKey(make, family))

/**
 * Returns the rows of a fit; none if a person has to say which generations are meant, since the text names neither them nor years, or
 * since two generations share its only year.
 */
export function placeFit(fit: Fit, models: ModelsOfFamilies): PlacedFit[] {
  const ofFamily = models.get(familyKey(fit.make, fit.family)) ?? []
  const named = ofFamily.filter(({ generation }) => generation === fit.generation)
  const { engine, position, condition } = fit
  const place = (model: PlacedModel): PlacedFit => ({
    modelId: model.id,
    // A year that is said stays, also if it is that of the model, which may change.
    yearFrom: fit.from,
    yearTo: fit.to,
    builtFrom: fit.builtFrom ?? null,
    builtTo: fit.builtTo ?? null,
    engine,
    position,
    condition,
  })
  if (fit.generation !== null || ofFamily.length === 1) return named.slice(0, 1).map(place)
  if (fit.from === null && fit.to === null) return []
  const [from, to] = [fit.from ?? -Infinity, fit.to ?? Infinity]
  const overlapping = ofFamily.flatMap((model) => {
    const [first, last] = [Math.max(from, model.from ?? -Infinity), Math.min(to, model.to ?? Infinity)]
    return first <= last ? [{ model, first, last }] : []
  })
  // A change of generations within a year is in the years of both: its year alone says nothing of either.
  const certain = overlapping.filter(
    ({ model, first, last }) =>
      !overlapping.some((other) => other.model !== model && other.first <= first && last <= other.last),
  )
  return certain.map(({ model, first, last }) => ({
    ...place(model),
    yearFrom: fit.from === null ? null : first,
    yearTo: fit.to === null ? null : last,
  }))
}
