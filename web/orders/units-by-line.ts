/** Holds units by the positions of lines. */
export type UnitsByLine = ReadonlyMap<number, number>

/** Returns the units of each line that have neither shipped nor been cancelled. */
export const unitsToCome = (lines: readonly { line: number; units: { toCome: number } }[]): UnitsByLine =>
  new Map(lines.map(({ line, units }) => [line, units.toCome]))

/** Returns the units of all lines together. */
export const sumUnits = (units: UnitsByLine): number => [...units.values()].reduce((sum, each) => sum + each, 0)
