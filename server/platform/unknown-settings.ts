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
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const near = known
        .map((meant) => ({ meant, edits: countEdits(name, name.includes('_') ? meant : bare(meant)) }))
        .toSorted((a, b) => a.edits - b.edits)
      const found = near.find(({ meant, edits }) =>
        name.includes('_') && ownWords.has(wordOf(name))
          ? wordOf(meant) === wordOf(name)
          : edits <= (name.includes('_') ? 2 : mostEdits(meant)),
      )
      return found ? [{ name, meant: found.meant }] : []
    })
}

const bare = (name: string) => name.replaceAll('_', '')
/** Without an underscore, names of other programs are as short, such as VISUAL beside VIES_URL. */
const mostEdits = (meant: string) => (bare(meant).length < 9 ? 1 : 2)

/** Returns the number of letters to add, remove, replace or exchange with the next one (optimal string alignment). */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= from.length; row++) {
    rows.push([row])
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isExchanged ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(from.length, to.length)
}
