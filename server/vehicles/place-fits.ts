import type { Fit, FitAnswer } from '#server/vehicles/fits.ts'
import { loadClass } from '#server/vehicles/generation-codes.ts'
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

/** The most years for which one generation is built. */
const maxYearsOfGeneration = 10

/** The year with which the American register begins: what it has from then on may have been built before, in other generations. */
const firstYearOfRegister = 1981

/** The most years for which one is built by makes that are of Europe: their families are known by generations. */
const maxYearsElsewhere = 16
const elsewhere: ReadonlySet<string> = new Set([
  'Peugeot',
  'Citroën',
  'Renault',
  'Opel',
  'Škoda',
  'SEAT',
  'Dacia',
  'Fiat',
  'Lancia',
  'SsangYong',
])

/** Tells whether a model that stands for a whole family may hide generations: it is still built, or was for longer than one of them. */
const mayHideGenerations = ({ make, from, to }: PlacedModel): boolean =>
  from !== null &&
  ((from === firstYearOfRegister && !elsewhere.has(make)) ||
    to === null ||
    to - from > (elsewhere.has(make) ? maxYearsElsewhere : maxYearsOfGeneration))

/**
 * Returns the rows of a fit; none if a person has to say which generations are meant, since the text names neither them nor years, or
 * since two generations share its only year.
 */
export function placeFit(fit: Fit, models: ModelsOfFamilies): PlacedFit[] {
  const ofFamily = models.get(familyKey(fit.make, fit.family)) ?? []
  const named = ofFamily.filter(({ generation }) => generation === fit.generation)
  const [only, ...more] = ofFamily
  // Years in which it was not built are those of another car of this name; a first generation without a second needs no name.
  const isOne =
    only !== undefined &&
    more.length === 0 &&
    (hasYears(fit) ? isBuiltIn(only, fit) : only.generation === 'I' || !mayHideGenerations(only))
  // A class of load, such as the 1500 of a Silverado, has generations as a family has.
  if (!hasYears(fit) && named.some((model) => loadClass.test(model.generation ?? '') && mayHideGenerations(model)))
    return []
  if (fit.generation !== null || isOne)
    return (fit.generation === null && only?.generation === 'I' ? ofFamily : named)
      .slice(0, 1)
      .flatMap((model) => (isElsewhere(model, fit) ? [] : placeOn(model, fit)))
  if (!hasYears(fit) || fit.mayEnd) return []
  const overlapping = yearsWithin(ofFamily, fit)
  // `Silverado 2007-2013` without its class is one of all classes: that is what the text names, and what fits heavy trucks alone is sold with
  // its class or HD.
  if (ofFamily.every((one) => loadClass.test(one.generation ?? '')))
    return overlapping.map(({ model }) => placeOn(model, fit))
  // A change of generations within a year is in the years of both: its year alone says nothing of either.
  const certain = overlapping.filter(
    ({ model, first, last }) =>
      !overlapping.some((other) => other.model !== model && other.first <= first && last <= other.last),
  )
  return certain.map(({ model, first, last }) => ({
    ...placeOn(model, fit),
    yearFrom: fit.from === null ? null : first,
    yearTo: fit.to === null ? null : last,
  }))
}

/**
 * Returns the rows of a fit whose generations a person named: of those that were built in its years; if none was, none, or those of all
 * if the person named them for these years.
 */
export function placeAnswered(fit: Fit, { fits }: FitAnswer, models: ModelsOfFamilies, isOfYears = false): PlacedFit[] {
  const meant = fits.flatMap(({ make, family, generation }) =>
    (models.get(familyKey(make, family)) ?? []).filter((model) => model.generation === generation),
  )
  // An answer for a family is one for those of its classes that texts without years name.
  const ofClass = meant.filter(
    ({ generation }) => !loadClass.test(fit.generation ?? '') || hasYears(fit) || generation === fit.generation,
  )
  const built = yearsWithin(ofClass, fit).map(({ model }) => model)
  return (built.length > 0 || !isOfYears ? built : meant).map((model) => placeOn(model, fit))
}

const placeOn = (
  { id }: PlacedModel,
  { from, to, builtFrom, builtTo, engine, position, condition }: Fit,
): PlacedFit => ({
  modelId: id,
  // A year that is said stays, also if it is that of the model, which may change.
  yearFrom: from,
  yearTo: to,
  builtFrom: builtFrom ?? null,
  builtTo: builtTo ?? null,
  engine,
  position,
  condition,
})

/** Tells whether more than half of the years of a fit are none of its generation: one of the two is another one. */
function isElsewhere(model: PlacedModel, { generation, from, to }: Fit): boolean {
  if (generation === null || from === null || to === null) return false
  const [inside] = yearsWithin([model], { from, to })
  return !inside || (inside.last - inside.first + 1) * 2 < to - from + 1
}

const hasYears = ({ from, to }: Pick<Fit, 'from' | 'to'>): boolean => from !== null || to !== null

const isBuiltIn = (model: PlacedModel, fit: Fit): boolean => yearsWithin([model], fit).length > 0

/** Returns the models that were built in any year of a fit, with the first and the last of these years. */
const yearsWithin = (models: readonly PlacedModel[], fit: Pick<Fit, 'from' | 'to'>) =>
  models.flatMap((model) => {
    const first = Math.max(fit.from ?? -Infinity, model.from ?? -Infinity)
    const last = Math.min(fit.to ?? Infinity, model.to ?? Infinity)
    return first <= last ? [{ model, first, last }] : []
  })
