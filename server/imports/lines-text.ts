/** Limits the lines that a warning names. */
export const maxLinesNamed = 5

/** Names the first of the lines that a warning is about. */
export const linesText = (lines: readonly number[]): string =>
  lines.slice(0, maxLinesNamed).join(', ') + (lines.length > maxLinesNamed ? ' …' : '')
