/** Longer names are no misspelled ones, and comparing them takes long. */
const maxLetters = 30

/** Returns the known name that another one is probably a misspelling of: at most a third of its letters differ, and at most two. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLetters) return undefined
  const letters = lettersOf(name)
  const near = known
    .map((each) => ({ each, distance: countEdits(letters, lettersOf(each)) }))
    .filter(({ distance }) => distance <= Math.min(2, Math.floor(letters.length / 3)))
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.each
}

/** Leaves out how names are written: `product_id` is `productId`. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Counts the letters to insert, delete or replace (Levenshtein); Infinity if that is clearly more than two. */
function countEdits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Infinity
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (let index = 1; index <= to.length; index++) {
      const replaced = (row[index - 1] ?? 0) + (letter === to[index - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
