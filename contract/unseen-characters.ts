/**
 * Matches what has no place in a text on one line: control characters, line breaks, and what no one sees, such as the zero-width space, the
 * soft hyphen, letters that are blank, and what turns the direction of the text around it. Joiners, which scripts and emoji need, do have theirs.
 */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\u2800\u3164\uFEFF\uFFA0]/u

/** Returns the first character that a text on one line must not have, as `U+200B`; undefined without one. */
export function findUnseen(text: string): string | undefined {
  const [found] = unseen.exec(text) ?? []
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Whether a text has a character that can be seen. */
export const hasVisible = (text: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** Returns a text without the characters that a text on one line must not have. */
export const withoutUnseen = (text: string): string => text.replaceAll(new RegExp(unseen, 'gu'), '')

/** Whether a character that `findUnseen` has found begins a new line. */
export const isLineBreak = (character: string): boolean => /^U\+(?:000[A-D]|0085|202[89])$/.test(character)
