import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import type { Field } from '#server/catalog/fields/field.ts'

/** Writes the headers of columns that have the unit of a field in each row: `Weight unit`, `Gewichtseinheit`, `Unit of weight`. */
const namesOfUnits = (name: string) => [
  `${name} unit`,
  `${name} units`,
  `${name} uom`,
  `unit of ${name}`,
  `${name}einheit`,
  `${name} einheit`,
  `${name}seinheit`,
  `einheit ${name}`,
]

/** Returns the index of the column that has the unit of a measure in each row, among those that are for no field. */
export function findUnitColumn(
  headers: readonly string[],
  mapping: readonly (string | null)[],
  { measure, labels, names }: Field,
): number | undefined {
  if (!measure) return undefined
  const wanted = new Set([...Object.values(labels), ...names].flatMap((name) => namesOfUnits(normalizeHeader(name))))
  const index = headers.findIndex((header, at) => mapping[at] === null && wanted.has(normalizeHeader(header)))
  return index < 0 ? undefined : index
}
