import { settingsSchema } from '#server/platform/config.ts'

const known = Object.keys(settingsSchema.properties)
/** Lists the first words of settings that other programs use, too, as in NODE_OPTIONS. */
const shared = new Set([
  'DATABASE',
  'FACEBOOK',
  'FIREBASE',
  'GITHUB',
  'GOOGLE',
  'LOG',
  'NODE',
  'OTEL',
  'STRIPE',
  'TWITTER',
  'WEB',
])
const wordOf = (name: string) => name.split('_', 1)[0] ?? ''
const ownWords = new Set(
  known
    .filter((name) => name.includes('_'))
    .map(wordOf)
    .filter((word) => !shared.has(word)),
)

/** Returns the variables of the environment that look like misspelled settings, each with the setting that is meant. */
export function findMisspelledSettings(names: readonly string[]): { name: string; meant: string }[] {
  return names
    .filter((name) => name.includes('_') && !known.includes(name))
    .flatMap((name) => {
      const near = known
        .map((meant) => ({ meant, edits: countEdits(name, meant) }))
        .toSorted((a, b) => a.edits - b.edits)
      const found = near.find(({ meant, edits }) =>
        ownWords.has(wordOf(name)) ? wordOf(meant) === wordOf(name) : edits <= 2,
      )
      return found ? [{ name, meant: found.meant }] : []
    })
}

/** Returns the number of letters to add, remove or replace (Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const letter of from) {
    const above = row
    row = [(above[0] ?? 0) + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1)
      row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1))
    }
  }
  return row[to.length] ?? 0
}
