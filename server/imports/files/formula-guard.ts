import { isFormula, isPlainNumber } from '#contract/formula-guard.ts'

/** Matches digits, which other programs keep as text by an apostrophe: postal codes, EANs, part numbers; not a year such as ’68. */
const guardedDigits = /^'+\d[\d -]{2,}$/

const isGuarded = (cell: string) => isFormula(cell.replace(/^'+/, '')) || guardedDigits.test(cell)

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula, and before text that looks as if it had one, so that
 * `removeGuard` always returns what was written. Numbers stay numbers.
 */
export const addGuard = (cell: string) => (isGuarded(cell) && !isPlainNumber(cell) ? `'${cell}` : cell)

/** Removes the apostrophe of `addGuard`, or of another program before digits: that one only. */
export const removeGuard = (cell: string) => (cell.startsWith("'") && isGuarded(cell) ? cell.slice(1) : cell)
