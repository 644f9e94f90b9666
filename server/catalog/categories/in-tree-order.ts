/**
 * Returns categories depth first, siblings in the given order. Without recursion: trees of before there was a maximum depth may be deeper
 * than a stack.
 */
export function inTreeOrder<Row extends { id: number; parentId: number | null }>(rows: readonly Row[]): Row[] {
  const children = Map.groupBy(rows.toReversed(), ({ parentId }) => parentId)
  const ordered: Row[] = []
  const waiting = [...(children.get(null) ?? [])]
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    ordered.push(row)
    for (const child of children.get(row.id) ?? []) waiting.push(child)
  }
  return ordered
}
