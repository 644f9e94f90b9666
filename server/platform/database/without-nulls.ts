/** Returns a row as the wire has it, where what is unknown is absent. */
export const withoutNulls = <Wire>(row: Readonly<Record<string, unknown>>): Wire =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Wire
