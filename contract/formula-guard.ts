/**
 * Matches the beginning of what a spreadsheet takes for a formula (OWASP ASVS 1.2.10): its signs, also in full width; a tab or a carriage
 * return, which some programs leave out; and a sign behind separators, where a program cuts the text at another one than the file has.
 */
const formula = /^(?:[\t\r]|[;,|\s]*[=+\-@＝＋－＠])/
const plainNumber = /^[+-]?\d+(?:[.,]\d+)*$/

/** Whether a spreadsheet would take the text of a CSV cell for a formula. */
export const isFormula = (text: string): boolean => formula.test(text)

/** Whether a text is a number, which stays one. */
export const isPlainNumber = (text: string): boolean => plainNumber.test(text)
