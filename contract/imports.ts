/** Lists what files can change, in the order in which the dashboard offers it. */
export const importKinds = [
  'products',
  'stock',
  'prices',
  'categories',
  'attributes',
  'part-numbers',
  'customers',
] as const
export type ImportKindName = (typeof importKinds)[number]
