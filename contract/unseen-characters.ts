/** Matches what no one sees in a name: the zero-width space, and what turns the direction of the text around it. */
const unseen = /[\u200B\u202A-\u202E\u2066-\u2069]/u

/** Returns the first character that is not seen, as `U+200B`; undefined without one. */
export function findUnseen(text: string): string | undefined {
  const [found] = unseen.exec(text) ?? []
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}
