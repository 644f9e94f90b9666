const formula = /^'*[=+\-@\t\r]/
const guarded = /^'+[=+\-@\t\r]/
const plainNumber = /^[+-]?\d+(?:[.,]\d+)*$/

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula (OWASP ASVS 1.2.10), and before text that looks as if it
 * had one, so that `removeGuard` always returns what was written. Numbers stay numbers.
 */
export const addGuard = (cell: string) => (formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell)

/** Removes the apostrophe of `addGuard`: that one only. */
export const removeGuard = (cell: string) => (guarded.test(cell) ? cell.slice(1) : cell)
