import { isFormula, isPlainNumber } from '#contract/formula-guard.ts'

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula, and before text that looks as if it had one, so that
 * `removeGuard` always returns what was written. Numbers stay numbers.
 */
export const addGuard = (cell: string) =>
  isFormula(cell.replace(/^'+/, '')) && !isPlainNumber(cell) ? `'${cell}` : cell

/** Removes the apostrophe of `addGuard`: that one only. */
export const removeGuard = (cell: string) =>
  cell.startsWith("'") && isFormula(cell.replace(/^'+/, '')) ? cell.slice(1) : cell
