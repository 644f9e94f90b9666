import { type Measure, type NumberStyle, readMeasure, type System, unitIn } from '#contract/units.ts'

/** Lists the measures of a product in its box, with the dimension of each. */
export const productMeasures = { weight: 'mass', length: 'length', width: 'length', height: 'length' } as const
export type ProductMeasure = keyof typeof productMeasures
export const measureNames = Object.keys(productMeasures) as ProductMeasure[]

/** Reads a measure as people type it, `2.5 kg` or `12 in`; without a unit, in that of `system`. Undefined if it is none above zero. */
export function readProductMeasure(
  name: ProductMeasure,
  text: string,
  language: NumberStyle = 'en',
  system?: System,
): Measure | undefined {
  const dimension = productMeasures[name]
  const measure = readMeasure(text, { dimension, unit: unitIn(dimension, undefined, system), language })
  return measure && Number(measure.base) > 0 ? measure : undefined
}
