/** Returns categories depth first, siblings in the given order. */
export function inTreeOrder<Row extends { id: number; parentId: number | null }>(rows: readonly Row[]): Row[] {
  const children = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (id: number | null): Row[] => (children.get(id) ?? []).flatMap((row) => [row, ...below(row.id)])
  return below(null)
}
