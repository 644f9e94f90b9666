import { readProductMeasure } from '#contract/product-measures.ts'

/** Returns a weight such as `2.5 kg` in grams, rounded to milligrams. */
export function weightInGrams(weight: string | null): number | null {
  const measure = weight === null ? undefined : readProductMeasure('weight', weight)
  return measure ? Math.max(1, Math.round(Number(measure.base) * 1_000_000)) / 1000 : null
}
