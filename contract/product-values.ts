import type { DetailedTool } from '#contract/catalog.ts'

/** Lists what a product has where nothing else is entered; answers leave these values out. */
const defaults: Readonly<Record<string, unknown>> = {
  orderMultiple: 1,
  maxOrder: 0,
  pricePer: 1,
  taxClass: 'standard',
  attributes: {},
}

/** Returns the value of a field of a body, such as `fitsTogetherIds`, as a product has it; its default, or an empty text, where it has none. */
export function productValue(product: DetailedTool, field: string): unknown {
  if (field === 'minQuantity') return product.minOrder
  if (field === 'replacedById') return product.replacedBy?._id ?? ''
  if (field === 'fitsTogetherIds') return (product.fitsTogether ?? []).map(({ _id }) => _id)
  return (product as Record<string, unknown>)[field] ?? defaults[field] ?? ''
}

/**
 * Whether two values of a field of a product are the same. Empty texts, lists and objects are none, and so is the default; blanks around
 * a text, and the order of products that fit together, are no difference.
 */
export const isSameProductValue = (field: string, one: unknown, other: unknown): boolean =>
  textOf(field, one) === textOf(field, other)

function textOf(field: string, value: unknown): string | undefined {
  if (value === defaults[field]) return undefined
  const isSet = field === 'fitsTogetherIds' && Array.isArray(value) && value.every((id) => typeof id === 'string')
  return JSON.stringify(withoutEmpty(isSet ? sorted(new Set(value)) : value))
}

const sorted = (texts: Iterable<string>) => [...texts].toSorted((one, other) => (one < other ? -1 : 1))

/** No value of a product is as deep as this; a caller may send what is deeper. */
const maxDepth = 8

/** Leaves out what stands for nothing, and sorts the names of objects. */
function withoutEmpty(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.trim() || undefined
  if (typeof value !== 'object' || value === null) return value ?? undefined
  if (depth === maxDepth) return '…'
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((inner) => withoutEmpty(inner, depth + 1))
  const entries = Object.entries(value)
    .map(([name, inner]: [string, unknown]) => [name, withoutEmpty(inner, depth + 1)] as const)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
