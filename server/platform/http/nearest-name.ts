import { countEdits } from '#server/platform/count-edits.ts'

/** Longer names are no misspelled ones, and comparing them takes long. */
const maxLetters = 30

/** Returns the known name that another one is probably a misspelling of: at most a third of its letters differ, and at most two. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLetters) return undefined
  const letters = lettersOf(name)
  const most = Math.min(2, Math.floor(letters.length / 3))
  return known
    .filter((each) => Math.abs(lettersOf(each).length - letters.length) <= most)
    .map((each) => ({ each, edits: countEdits(letters, lettersOf(each)) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((a, b) => a.edits - b.edits)[0]?.each
}

/** Leaves out how names are written: `product_id` is `productId`. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
