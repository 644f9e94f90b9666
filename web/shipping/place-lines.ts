import { languages } from '#contract/language.ts'
import { narrowText } from '#contract/narrow-text.ts'
import { postalBeginning } from '#contract/postal-codes.ts'
import type { ZoneMember } from '#contract/shipping.ts'

/** Writes the places of a zone as an admin edits them, one in each line: `US`, `US TX`, `US 995`, `DE 10115-14199`, `*`. */
export const writePlaces = (members: readonly ZoneMember[]): string =>
  members
    .map(({ country, region, postalFrom, postalTo }) =>
      [country, region, postalTo ? `${postalFrom}-${postalTo}` : postalFrom].filter(Boolean).join(' '),
    )
    .join('\n')

/** Holds the places that were read, and the lines that do not begin with a country. */
export interface ReadPlaces {
  members: ZoneMember[]
  unknown: string[]
}

/**
 * Reads places, one in each line or parted by semicolons, or countries parted by commas. Countries are codes, or names in a language of the
 * shop. A last word with a digit is a postal code, a range or a beginning.
 */
export function readPlaces(text: string): ReadPlaces {
  const members: ZoneMember[] = []
  const unknown: string[] = []
  for (const line of narrowText(text).split(/[\n;]/).flatMap(countriesOf)) {
    const found = findCountry(line)
    if (found) members.push(readPlace(found.country, found.rest))
    else unknown.push(line)
  }
  return { members, unknown }
}

/** Parts a line at its commas if each part is a country: `US NY, CA` has a region. */
function countriesOf(line: string): string[] {
  const parts = line.split(',').map((part) => part.trim())
  const isList = parts.every((part) => part === '' || findCountry(part)?.rest.length === 0)
  return (isList ? parts : [line.trim()]).filter(Boolean)
}

/** Finds the country at the beginning of a line: the longest name, or else a code of two letters. */
function findCountry(line: string): { country: string; rest: string[] } | undefined {
  const words = line.split(/\s+/)
  for (let length = words.length; length > 0; length -= 1) {
    const country = countryCodes().get(nameKey(words.slice(0, length).join(' ')))
    if (country !== undefined) return { country, rest: words.slice(length) }
  }
  const [first = '', ...rest] = words
  return /^(?:[a-z]{2}|\*)$/i.test(first) ? { country: first.toUpperCase(), rest } : undefined
}

let codes: ReadonlyMap<string, string> | undefined

/** Returns the codes of countries by their long and short names in all languages, as the browser knows them. */
function countryCodes(): ReadonlyMap<string, string> {
  if (codes) return codes
  const found = new Map<string, string>()
  for (const language of languages)
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style })
      for (const pair of letterPairs()) {
        const name = names.of(pair)
        // Former codes have the name of the present one: UK is GB.
        if (name !== undefined) found.set(nameKey(name), new Intl.Locale(`und-${pair}`).region ?? pair)
      }
    }
  codes = found
  return found
}

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const letterPairs = () => alphabet.flatMap((first) => alphabet.map((second) => first + second))

/** Writes a name as it is compared: without accents, in lower case. */
const nameKey = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{L} ]/gu, '')
    .toLowerCase()

function readPlace(country: string, rest: readonly string[]): ZoneMember {
  const firstOfCode = rest.findIndex((word) => /\d/.test(word))
  const region = (firstOfCode < 0 ? rest : rest.slice(0, firstOfCode)).join(' ')
  const code = firstOfCode < 0 ? '' : rest.slice(firstOfCode).join('').replaceAll('*', '')
  const range = /^(\d+)[-–](\d+)$/.exec(code)
  const [postalFrom, postalTo] = range ? [range[1], range[2]] : [postalBeginning(country, code), undefined]
  return {
    country,
    ...(region && { region }),
    ...(postalFrom && { postalFrom }),
    ...(postalTo && { postalTo }),
  }
}
