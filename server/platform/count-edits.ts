/** Returns the number of letters to add, remove, replace or exchange with the next one (optimal string alignment). */
export function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= from.length; row++) {
    rows.push([row])
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isExchanged ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(from.length, to.length)
}
