import type { Tool } from '#contract/catalog.ts'

/** Names attributes that say where a part sits: none replaces one of another place. */
const places = ['axle', 'position', 'side']

/** Returns what can be ordered of other products that sit in the same place, those with the nearest attributes first. */
export function rankSubstitutes(product: Tool, others: readonly Tool[]): Tool[] {
  const wanted = Object.entries(product.attributes ?? {})
  return others
    .filter(
      ({ available, minOrder, attributes }) => available >= minOrder && !isElsewhere(product.attributes, attributes),
    )
    .map((other) => ({
      other,
      likeness: wanted.reduce((sum, [code, value]) => sum + likenessOf(value, other.attributes?.[code]), 0),
    }))
    .toSorted((one, next) => next.likeness - one.likeness)
    .map(({ other }) => other)
}

const isElsewhere = (one: Tool['attributes'], other: Tool['attributes']) =>
  places.some((place) => {
    const [wanted, found] = [one?.[place], other?.[place]]
    return wanted !== undefined && found !== undefined && String(wanted) !== String(found)
  })

/** Returns 1 for equal values, less for numbers that are near: 300 mm is 0.6 of 312 mm, which are 4 % more. 0 from a tenth on. */
function likenessOf(value: unknown, other: unknown): number {
  if (String(value) === String(other)) return 1
  const [one, next] = [value, other].map((text) => (typeof text === 'string' ? Number.parseFloat(text) : Number.NaN))
  if (!one || !next) return 0
  return Math.max(0, 0.9 - 9 * Math.abs(1 - next / one))
}
