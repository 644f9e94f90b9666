import { postalKey } from '#contract/place.ts'
import type { ZoneMember } from '#contract/shipping.ts'

/** Writes the places of a zone as an admin edits them, one in each line: `US`, `US TX`, `US 995`, `DE 10115-14199`, `*`. */
export const writePlaces = (members: readonly ZoneMember[]): string =>
  members
    .map(({ country, region, postalFrom, postalTo }) =>
      [country, region, postalTo ? `${postalFrom}-${postalTo}` : postalFrom].filter(Boolean).join(' '),
    )
    .join('\n')

/** Reads places, one in each line or parted by semicolons. A last word with a digit is a postal code, a range or a beginning. */
export function readPlaces(text: string): ZoneMember[] {
  return text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map(readPlace)
}

function readPlace(line: string): ZoneMember {
  const [country = '', ...rest] = line.split(/\s+/)
  const firstOfCode = rest.findIndex((word) => /\d/.test(word))
  const region = (firstOfCode < 0 ? rest : rest.slice(0, firstOfCode)).join(' ')
  const code = firstOfCode < 0 ? '' : rest.slice(firstOfCode).join('').replaceAll('*', '')
  const range = /^(\d+)[-–](\d+)$/.exec(code)
  const [postalFrom, postalTo] = range ? [range[1], range[2]] : [postalKey(code.replaceAll('–', '')), undefined]
  return {
    country: country.toUpperCase(),
    ...(region && { region }),
    ...(postalFrom && { postalFrom }),
    ...(postalTo && { postalTo }),
  }
}
