import { createHash } from 'node:crypto'
/** Describes what parts are made for: a generation of a family in Europe, a family without one in America. Years are calendar years. */
export interface Vehicle {
  make: string
  family: string
  generation: string | null
  from: number | null
  to: number | null
  /** Lists what people write for the generation, such as `1K`. */
  names: readonly string[]
}

/** Lists what people write for makes and families, and families whose names are words of other meanings, too. */
export interface OtherNames {
  makes: Readonly<Record<string, readonly string[]>>
  families: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Families that mean nothing else, so that they are read without their make. */
  distinct: readonly string[]
  /** Families that are read without their make only next to a generation or years. */
  besideYears: readonly string[]
  /** Families that say a body behind another family. */
  bodies: readonly string[]
}

export interface NamedThing {
  kind: 'make' | 'family' | 'generation'
  make: string
  family: string
  generation: string | null
}

/** Finds vehicles by the keys of their names. */
export interface VehicleNames {
  things: ReadonlyMap<string, readonly NamedThing[]>
  /** Holds the generations of a family, by `make|family`. */
  generations: ReadonlyMap<string, readonly Vehicle[]>
  years: ReadonlyMap<string, readonly Vehicle[]>
  /** Holds the keys of the families of a make. */
  familiesOf: ReadonlyMap<string, readonly string[]>
  /** Holds the keys of families with their make in front, as `phraseOf` writes them. */
  phrases: ReadonlySet<string>
  distinct: ReadonlySet<string>
  besideYears: ReadonlySet<string>
  bodies: ReadonlySet<string>
  maxWords: number
}

/**
 * Returns a text of the same length in small letters without marks, with the hyphens of a keyboard, and words in Cyrillic and Greek letters
 * as they sound.
 */
export const plainText = (text: string): string =>
  (/[^\p{ASCII}]/u.test(text)
    ? latin(text).replaceAll(/[^\p{ASCII}]/gu, (sign) => {
        const plain = plainSigns[sign] ?? sign.normalize('NFD').charAt(0)
        return plain.length === sign.length ? plain : sign
      })
    : text
  ).toLowerCase()

/** Matches a word with Cyrillic or Greek letters, but for an estate, which sounds like the word for what fits all vehicles. */
const inOtherLetters = /(?<![\p{L}\p{N}])(?!ун[иі]версал[аиіу]?(?!\p{L}))[\p{L}\p{N}]*[\u0370-\u04ff][\p{L}\p{N}]*/giu

/** Spells words as they sound. Of one or two letters, only those with no letter that looks like another Latin one, such as the C of Cyrillic. */
const latin = (text: string): string =>
  /[\u0370-\u04ff]/.test(text)
    ? text.replaceAll(inOtherLetters, (word) => {
        const letters = word.replaceAll(/[^\p{L}]/gu, '')
        const isShort = letters.length < 3
        if (/[a-z]/i.test(word) || (isShort && ambiguous.test(letters))) return word
        return Array.from(word, (sign) => soundOf.get(sign.normalize('NFD').charAt(0).toLowerCase()) ?? sign).join('')
      })
    : text

const ambiguous = /[СВНРХУЗЧсвнрхузчΒΗΡΧΥΝβηρχυν]/u

/** Holds what letters sound like; those that would make another word of a Latin one, such as the omega, stay what they are. */
const soundOf: ReadonlyMap<string, string> = new Map(
  [
    ['абвгґдеєзијклмнопрстћуфхцчшжђљњџіїѓќ', 'abvggdeezijklmnoprstcufhccszdlndiigk'],
    ['αβγδεζηικλμνξοπρσςτυφχ', 'avgdeziiklmnxoprsstyfh'],
  ].flatMap(([from = '', to = '']) => Array.from(from, (sign, at) => [sign, to.charAt(at)] as const)),
)

const plainSigns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('‐‑‒–—−', (sign) => [sign, '-'])),
  ...Object.fromEntries(Array.from('×✕⨯', (sign) => [sign, 'x'])),
  ...Object.fromEntries(Array.from('’‘′´`', (sign) => [sign, "'"])),
  ...Object.fromEntries(Array.from('→⇒›»', (sign) => [sign, '>'])),
  ł: 'l',
  Ł: 'l',
  đ: 'd',
  Đ: 'd',
  ß: 's',
  ø: 'o',
  Ø: 'o',
  æ: 'a',
  Æ: 'a',
  İ: 'i',
  '\u00a0': ' ',
}

/** Returns the key of a name: upper case, without separators. */
export const nameKey = (name: string): string =>
  plainText(name)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Returns the key of a whole text, which no name has: its answer goes before those of its words. */
export const textKey = (text: string): string =>
  `=${createHash('sha256').update(plainText(text).trim().replaceAll(/\s+/g, ' ')).digest('hex')}`

/** Tells whether the key of a phrase is that of a whole text. */
export const isTextKey = (key: string): boolean => key.startsWith('=')

export const familyKey = (make: string, family: string): string => `${make}|${family}`

/** Returns the phrase that asks which generations of a family are meant, however a text spells it. */
export const phraseOf = ({ make, family }: Pick<Vehicle, 'make' | 'family'>): string => `${make} ${family}`

const romans = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']

/** Makes the index of names, independent of the order of the rows. */
export function indexVehicles(vehicles: readonly Vehicle[], other: OtherNames): VehicleNames {
  const things = new Map<string, Map<string, NamedThing>>()
  let maxWords = 1
  const add = (name: string, thing: NamedThing) => {
    const key = nameKey(name)
    if (key === '') return
    maxWords = Math.max(maxWords, name.split(/[^\p{L}\p{N}]+/u).length)
    const all = things.get(key) ?? new Map<string, NamedThing>()
    all.set(`${thing.kind}|${thing.make}|${thing.family}|${thing.generation}`, thing)
    things.set(key, all)
  }
  const rowsOf = new Map<string, Vehicle[]>()
  for (const vehicle of vehicles) {
    const key = familyKey(vehicle.make, vehicle.family)
    const rows = rowsOf.get(key) ?? []
    rows.push(vehicle)
    rowsOf.set(key, rows)
  }
  for (const rows of rowsOf.values()) {
    const { make, family } = rows[0] as Vehicle
    for (const name of [make, ...(other.makes[make] ?? [])]) {
      add(name, { kind: 'make', make, family: '', generation: null })
      // Such as `Mazda3` in one word.
      if (/^\d/.test(family)) add(`${name} ${family}`, { kind: 'family', make, family, generation: null })
    }
    const familyNames = namesOfFamily(family, other.families[make]?.[family] ?? [])
    for (const name of familyNames) add(name, { kind: 'family', make, family, generation: null })
    // Britain counts some generations otherwise: its Fiesta Mk6 is the fifth.
    const counted = new Set(rows.flatMap(({ names }) => names.map(nameKey)))
    for (const { generation, names } of rows) {
      const thing: NamedThing = { kind: 'generation', make, family, generation }
      const own = new Set(names.map(nameKey))
      // The codes of a family without generations are those of all its years.
      if (generation === null) for (const name of names) add(name, thing)
      else
        for (const name of namesOfGeneration(generation, names)) {
          if (name.startsWith('Mk') && counted.has(nameKey(name)) && !own.has(nameKey(name))) continue
          add(name, thing)
          // Not digits behind digits: `2.2` is no second Mazda 2, and the number of a part `C702` no second C70.
          if (/^(?:\p{L}|\d|[IVX]+)$/u.test(name))
            for (const of of familyNames) if (!/\d \d$/.test(`${of} ${name}`)) add(`${of} ${name}`, thing)
        }
    }
  }
  const keys = (names: readonly string[]) => new Set(names.map(nameKey))
  return {
    things: new Map([...things].map(([key, all]) => [key, [...all.values()].toSorted(byIdentity)])),
    generations: new Map([...rowsOf].map(([key, rows]) => [key, rows.filter(({ generation }) => generation !== null)])),
    years: rowsOf,
    familiesOf: new Map(
      [...Map.groupBy(rowsOf.values(), ([row]) => row?.make ?? '')].map(([make, families]) => [
        make,
        families.map(([row]) => nameKey(row?.family ?? '')),
      ]),
    ),
    phrases: keys([...rowsOf.values()].flatMap(([row]) => (row ? phraseOf(row) : []))),
    distinct: keys(other.distinct),
    besideYears: keys(other.besideYears),
    bodies: keys(other.bodies),
    maxWords: Math.min(maxWords, 5),
  }
}

const identity = ({ kind, make, family, generation }: NamedThing) => `${make}|${family}|${generation}|${kind}`
const byIdentity = (a: NamedThing, b: NamedThing) => (identity(a) < identity(b) ? -1 : 1)

/** Adds what a class or series is called in other languages. */
export const namesOfFamily = (family: string, names: readonly string[]): string[] =>
  [family, ...names].flatMap((name) => {
    const letter = /^([A-Z]{1,3})-Class$/.exec(name)?.[1]
    const series = /^(\d) Series$/.exec(name)?.[1]
    return [
      name,
      ...(letter
        ? ['Klasse', 'Klasa', 'Classe', 'Clase', 'Trida', 'Osztály', 'Clasa', 'Klass'].flatMap((word) => [
            `${letter} ${word}`,
            `${word} ${letter}`,
          ])
        : []),
      ...(series
        ? [
            `${series}er`,
            `Seria ${series}`,
            `Serie ${series}`,
            `Série ${series}`,
            `${series} serie`,
            `Rada ${series}`,
            `Rady ${series}`,
          ]
        : []),
    ]
  })

/** Adds the number of a Roman numeral, and the number of a code such as W906. */
export function namesOfGeneration(generation: string, names: readonly string[]): Set<string> {
  const number = romans.indexOf(generation) + 1
  const codes = [generation, ...names].flatMap((name) => /^[WSCRVX]\s?(\d{3})$/.exec(name)?.[1] ?? [])
  return new Set([
    generation,
    ...names,
    ...codes,
    ...(number > 0 ? [String(number), `Mk${number}`, `Mk ${generation}`] : []),
  ])
}
