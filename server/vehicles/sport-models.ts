import type { Named, Word } from '#server/vehicles/fit-text.ts'
import { connector, thread, versionKeys, wheel } from '#server/vehicles/fit-words.ts'
import type { Fit } from '#server/vehicles/fits.ts'
import { isGenerationOf, maxWordsToCode } from '#server/vehicles/generation-codes.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import { type NamedThing, type VehicleNames, nameKey } from '#server/vehicles/vehicle-names.ts'

/** Returns the digit of the series that a sport model of BMW is made of, such as `3` for `M3` and `1` for `1M`, or null. */
export const seriesOfSport = (name: string): string | null =>
  /^(?:M([2-8])|(1)M)$/.exec(name)?.slice(1).join('') ?? null

const familyOf = (make: string, family: string): NamedThing => ({ kind: 'family', make, family, generation: null })

const seriesOf = (digit: string): NamedThing => familyOf('BMW', `${digit} Series`)

const isBmw = (word: Word | undefined, names: VehicleNames): boolean =>
  (names.things.get(word?.key ?? '') ?? []).some(({ kind, make }) => kind === 'make' && make === 'BMW')

/** Matches what may stand between the code of a generation and its sport model, and says nothing of either. */
const besideSport = /^(?:OE|OEM|GENUINE|ORIGINAL|BRAND|NEW|USED|FACTORY|(?:19[5-9]|20[0-3])\d)$/

/** Tells whether the code of its series stands beside a sport model of BMW, as in `M3 E46`, `E90 LCI M3` and `E46 OEM M3`. */
export function isSportBesideCode(words: readonly Word[], at: number, names: VehicleNames): boolean {
  const digit = seriesOfSport((words[at] as Word).key)
  if (digit === null) return false
  const series = seriesOf(digit)
  let before = at - 1
  while (at - before < maxWordsToCode && isBetween(words[before])) before--
  const isJoined = words.slice(before + 1, at + 1).every(({ gap }) => /^[\s+)-]{1,2}$/.test(gap))
  const next = words[at + 1]
  return (
    (isJoined && isGenerationOf(words[before], series, names)) ||
    (/^\s?[\s(/]$/.test(next?.gap ?? '') && isGenerationOf(next, series, names))
  )
}

const isBetween = (word: Word | undefined): boolean =>
  word !== undefined && (versionKeys.has(word.key) || besideSport.test(word.key))

/** Matches codes that only sport models of BMW have, of one of them such as `G80` or of several such as `F8X`. */
const codeOfM = /^(?:[EFG]\dX|F8[0237]|F9[0-3]|G8[0-37]|G9[09])$/

/**
 * Returns the make of the sport model in front of a word, or behind it, that the word is a code of, as in `BMW F8X M3 M4`, `M3 M4 G80 G82`
 * and `RS3 8V 8Y`, whose codes are those of the A3; null if it is none.
 */
export function makeOfSportCode(
  words: readonly Word[],
  at: number,
  makeBefore: string | null,
  previous: Named | undefined,
  names: VehicleNames,
): string | null {
  const word = words[at] as Word
  const isOfM = codeOfM.test(word.key)
  if (isOfM && makeBefore === 'BMW' && seriesOfSport(words[at + 1]?.key ?? '') !== null) return 'BMW'
  const between = words.slice((previous?.last ?? at) + 1, at)
  if (!previous || !between.every(({ as }) => as === 'condition')) return null
  if (!words.slice(previous.last + 1, at + 1).every(({ gap }) => /^[\s,/&+]{1,3}$/.test(gap))) return null
  const family = baseOf(previous)
  // `RS3 8V 8Y`: of a sport model with generations, a code of its base may be that of one which the index does not know.
  const isOfOther =
    previous.generation !== null &&
    !(names.things.get(word.key) ?? []).some(
      (one) => one.family === family && one.kind === 'generation' && one.generation === previous.generation,
    )
  const isOfBase =
    family !== null &&
    !isOfOther &&
    isGenerationOf(word, familyOf(previous.make, family), names) &&
    !isGenerationOf(word, familyOf(previous.make, previous.family), names)
  return isOfBase || (isOfM && previous.make === 'BMW' && isSport(previous)) ? previous.make : null
}

/** Tells whether `1M` is the BMW, behind its make or in a text with a code of its series, and no metre. */
export const isOneM = (words: readonly Word[], start: number, names: VehicleNames): boolean =>
  words.some(
    (word, at) => isGenerationOf(word, seriesOf('1'), names) || (words[at + 1]?.start === start && isBmw(word, names)),
  )

/** Holds letters and words for parts that are a version of each car of some makes, as in `Golf VII genuine R bumper`. */
const versionsOfMakes: ReadonlyMap<string, RegExp> = new Map([
  ['Volkswagen', /^R(?:20)?$/],
  ['Volvo', /^R$/],
  ['Hyundai', /^N$/],
  ['Porsche', /^S$/],
  ['MINI', /^S$/],
  ['Lexus', /^F$/],
  ['Tesla', /^PERFORMANCE$/],
  ['Saab', /^AERO$/],
  ['Citroën', /^RACING$/],
  ['smart', /^BRABUS$/],
])

/**
 * Tells whether a word may be a sport model or version that is not read, and is none of a part: a letter behind a vehicle, and an M3 in
 * `E46 bumper for M3`, where BMW is named and not only series of other numbers. Without its series it is a thread beside screws.
 */
export function isUnreadSport(
  words: readonly Word[],
  at: number,
  readings: readonly Pick<Fit, 'make' | 'family'>[],
  names: VehicleNames,
): boolean {
  const { key, gap } = words[at] as Word
  if (readings.some(({ make }) => versionsOfMakes.get(make)?.test(key))) {
    const isOfPart = isPartWord((words[at - 1]?.key ?? '').toLowerCase())
    return (
      gap === ' ' &&
      isBehindVehicle(words, at) &&
      (key.length > 1 || isOfPart) &&
      !(key === 'R20' && words.some((word) => wheel.test(word.key)))
    )
  }
  if (key === 'TURBO')
    return (
      readings.some((one) => hasTurbo(one)) &&
      isBehindVehicle(words, at) &&
      !ofTurbocharger.test(words[at + 1]?.key ?? '')
    )
  const digit = seriesOfSport(key)
  if (digit === null) return false
  const ofBmw = readings.filter(({ make }) => make === 'BMW')
  if (ofBmw.length > 0) return ofBmw.some(({ family }) => family === `${digit} Series`)
  return words.some((word) => isBmw(word, names)) && !words.some((word) => thread.test(word.key.toLowerCase()))
}

const isBehindVehicle = (words: readonly Word[], at: number): boolean =>
  words.slice(0, at).some(({ as }) => as === 'vehicle')

/** Returns the family that a sport model of Audi or Volkswagen is made of, such as `A4` for `RS 4`, or null. */
function baseOf({ make, family }: Named): string | null {
  if (make === 'Volkswagen') return family === 'CC' ? 'Passat' : /^(?:R32|e-Golf)$/.test(family) ? 'Golf' : null
  if (make !== 'Audi') return null
  if (/^TT ?R?S$/.test(family)) return 'TT'
  const [, letter, digit] = /^(?:RS|S) ?(Q?)(\d)$/.exec(family) ?? []
  return digit === undefined ? null : `${letter || 'A'}${digit}`
}

/** Tells whether a vehicle is a sport model of BMW, Audi or Volkswagen, without a generation of its own. */
export const isSport = (one: Named): boolean =>
  one.generation === null && ((one.make === 'BMW' && seriesOfSport(one.family) !== null) || baseOf(one) !== null)

/**
 * Leaves a sport model of Audi or Volkswagen and the generation in front of it to a person, as in `A4 B7 bumper RS4`: that is the RS 4 of this
 * generation, or a part of the A4 that looks like it. Behind the sign of a list it is another vehicle.
 */
export function doubtSportBehind(named: readonly Named[], words: readonly Word[]): void {
  for (const sport of named) {
    const family = baseOf(sport)
    if (sport.generation !== null || sport.answer !== null || family === null) continue
    const one = named.find((other) => other.make === sport.make && other.family === family && other.last < sport.first)
    if (!one || one.generation === null || one.answer !== null) continue
    const isList =
      words.slice(one.last + 1, sport.first + 1).some(({ gap }) => /[,/&+;|]/.test(gap)) ||
      words.slice(one.last + 1, sport.first).some(({ key }) => /^(?:AND|UND|ET|I|Y|E|OR|ODER)$/.test(key))
    if (!isList) one.isDoubtful = sport.isDoubtful = true
  }
}

/**
 * Makes a sport model of Audi or Volkswagen a restriction of the generation that it is made of behind words for its part or its make, as in
 * `R32 bumper for Golf IV`: the look of the part, and no second vehicle.
 */
export function joinSportsBefore(named: readonly Named[], words: readonly Word[], text: string): Named[] {
  return named.filter((sport, at) => {
    const [family, next] = [baseOf(sport), named[at + 1]]
    if (family === null || sport.generation !== null || sport.answer !== null || next?.family !== family) return true
    const between = words.slice(sport.last + 1, next.first)
    const isApart = between.some(({ key }) => !connector.test(key.toLowerCase()))
    if (
      next.make !== sport.make ||
      next.generation === null ||
      !isApart ||
      between.some(({ gap }) => /[,/&+;|]/.test(gap))
    )
      return true
    next.restriction = [next.restriction, text.slice(sport.at, sport.end)].filter(Boolean).join(', ')
    for (const word of words.slice(sport.first, sport.last + 1)) word.as = 'condition'
    return false
  })
}

/** Holds makes and families of which Turbo is a version of its own, and more than the engine of others. */
const withTurbo: ReadonlySet<string> = new Set([
  'Porsche',
  'Subaru',
  'Fiat Uno',
  'Ford Escort',
  'Mazda RX-7',
  'Nissan 300ZX',
  'Opel Calibra',
  'Hyundai Veloster',
  'Mitsubishi Eclipse',
  'Peugeot 505',
  'Renault 5',
  'Toyota MR2',
  'Toyota Celica',
  'Toyota Supra',
  'Volkswagen Beetle',
  'Volkswagen New Beetle',
  'Volvo 240 Series',
  'Volvo 740 Series',
  'Volvo 850 Series',
  'Chrysler PT Cruiser',
  'Saab 900',
])

const hasTurbo = ({ make, family }: Pick<Fit, 'make' | 'family'>): boolean =>
  withTurbo.has(make) || withTurbo.has(`${make} ${family}`)

/** Matches what belongs to a turbocharger, so that the word in front of it is part of its name. */
const ofTurbocharger =
  /^(?:ACTUATOR|BLANKET|BOLT|CHARGER|COMPRESSOR|CONTROL|COOL|COUPL|DIESEL|DOWNPIPE|DRUCK|DUCT|ELBOW|FEED|GASKET|GEHAUSE|HEAT|HOSE|HOUSING|INLET|INTAKE|INTERCOOL|KIT|LADER|LEITUNG|LINE|MANIFOLD|MOUNT|MUFFLER|OIL|OUTLET|PIPE|PRESSURE|RAHMEN|REBUILD|REPAIR|RETURN|ROHR|SCHLAUCH|SEAL|SENSOR|SOLENOID|STUD|TIMER|TUBE|VACUUM|VALVE|WASTEGATE|WATER)/

/**
 * Returns the last word of the version `Turbo` or `Turbo S` of a vehicle, as in `911 997 Turbo`, and of the `Turbo X` of Saab; -1 where it is
 * the part, as in `Turbo for Cayenne` and `Cayenne turbo hose`.
 */
export function endOfTurbo(words: readonly Word[], at: number, named: readonly Named[]): number {
  const [word, next, last] = words.slice(at, at + 3)
  // What is a word for the part already is no version, as in `non-turbo`.
  if (
    word?.key !== 'TURBO' ||
    word.as === 'part' ||
    !named.some(({ make, first }) => first < at || isNamedIn(words, at, make))
  )
    return -1
  if (next?.key === 'X' && named.some(({ make }) => make === 'Saab')) return at + 1
  const isS = next?.key === 'S' && next.gap === ' '
  const behind = isS ? last : next
  return named.some((one) => hasTurbo(one)) && !ofTurbocharger.test(behind?.key ?? '') ? at + (isS ? 1 : 0) : -1
}

const isNamedIn = (words: readonly Word[], at: number, make: string): boolean =>
  words.slice(Math.max(at - 2, 0), at).some(({ key }) => key === nameKey(make))
