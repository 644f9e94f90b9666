import { isOrdinaryWord } from '#server/vehicles/families-like-words.ts'
import { type Named, type Span, type Word, follows, joins } from '#server/vehicles/fit-text.ts'
import { areTwins, badges, connector, merchandise, thread, wheel } from '#server/vehicles/fit-words.ts'
import type { Fit, FitAnswer } from '#server/vehicles/fits.ts'
import { isGenerationOf } from '#server/vehicles/generation-codes.ts'
import { isMakeKey } from '#server/vehicles/hold-answers.ts'
import { isSportBesideCode } from '#server/vehicles/sport-models.ts'
import { type NamedThing, type VehicleNames, familyKey, nameKey } from '#server/vehicles/vehicle-names.ts'

/** Finds where these makes are named. */
export function spansOfMakes(words: readonly Word[], names: VehicleNames, makes: ReadonlySet<string>): Span[] {
  const spans: Span[] = []
  if (makes.size === 0) return spans
  const isMakeOf = (key: string) =>
    names.things.get(key)?.some((one) => one.kind === 'make' && makes.has(one.make)) === true
  for (const [at, { key, start, end }] of words.entries()) {
    const next = words[at + 1]
    if (isMakeOf(key)) spans.push({ start, end })
    if (next && isMakeOf(key + next.key)) spans.push({ start, end: next.end })
  }
  return spans
}

export interface Scope {
  makesOfText: ReadonlySet<string>
  /** Holds makes that stand in front of a family of theirs. */
  makesOfVehicles: ReadonlySet<string>
  make: string | null
}

/** Tells whether two names stand next to each other, as in `Golf Passat` of one make and `Ducato, Boxer` of two. */
export function isInList(words: readonly Word[], one: Named, other: Named): boolean {
  const [a, b] = one.at < other.at ? [one, other] : [other, one]
  const gap = words[b.first]?.gap ?? ''
  return (
    a.last + 1 === b.first &&
    (a.make === b.make
      ? follows(words, a.last, b.first, true)
      : /^\s*[,/&+-]\s*$/.test(gap) || (gap === ' ' && areTwins(`${a.make} ${a.family}`, `${b.make} ${b.family}`)))
  )
}

export const isNamedMake = (key: string, make: string, names: VehicleNames) =>
  (names.things.get(key) ?? []).some((one) => one.kind === 'make' && one.make === make)

export const isMake = ({ key }: Word, names: VehicleNames) => isMakeKey(key, names)

/** Takes a word by the answer of a phrase, which begins at a place. */
export function takeAs(word: Word, answer: FitAnswer | undefined, first: number): void {
  word.as = answer?.isCondition ? 'condition' : 'answer'
  word.origin = answer?.origin ?? null
  if (answer?.isCondition) word.phrase = first
}

/** Forgets what was decided of words. */
export function reopen(words: readonly Word[]): void {
  for (const word of words) if (word.as === 'answer') [word.as, word.origin] = [null, null]
}

export const placed = (
  { make, family, generation }: Pick<Fit, 'make' | 'family' | 'generation'>,
  words: readonly Word[],
  first: number,
  last: number,
): Named => ({
  make,
  family,
  generation,
  first,
  last,
  at: (words[first] as Word).start,
  end: (words[last] as Word).end,
  needsYears: false,
  restriction: null,
  isExcluded: false,
  isContinued: false,
  isDoubtful: false,
  answer: null,
  answered: null,
  hasCode: false,
  stranger: null,
  makes: [make],
})

export interface Place {
  make: string | null
  makeAt: number
  chain: readonly string[]
  named: readonly Named[]
  first: number
  isNext: boolean
  scope: Scope
  names: VehicleNames
  words: readonly Word[]
}

export function chooseFamily(
  found: readonly NamedThing[],
  key: string,
  place: Place,
): { thing: NamedThing; needsYears: boolean; makes: readonly string[] } | undefined {
  const { make, makeAt, chain, named, first, isNext, scope, names, words } = place
  const families = found.filter(
    (one) =>
      !ofEurope.has(`${one.make} ${one.family}`) ||
      (make === one.make && (makeAt === first - 1 || besideEurope.has(`${make} ${named.at(-1)?.family}`))),
  )
  if (families.length === 0) return undefined
  // `2er Set` is a set of two.
  if (/^\dER$/.test(key) && /^(?:SET|SATZ|PACK|PACKUNG|KIT)$/.test(words[first + 1]?.key ?? '')) return undefined
  const isNumber = /^\d+$/.test(key)
  const isWord = /^\p{L}+$/u.test(key)
  const isDistinct = names.distinct.has(key)
  // `Megane 19 pouces`: so may `19`.
  if (/^(?:1[3-9]|2[0-3])$/.test(key) && makeAt !== first - 1) return undefined
  // `R19` may be the size of a rim: it is a Renault 19 behind its make or another Renault, where no wheel is named.
  const previous = words[first - 1]
  // `Peugeot Expert 2008`: behind another name it is a year, unless a list of numbers goes on.
  const isYearBehind =
    /^20[0-3]\d$/.test(key) &&
    named.at(-1)?.last === first - 1 &&
    words[first]?.gap === ' ' &&
    !/^\d+$/.test(previous?.key ?? '') &&
    !/^\d{3,4}$/.test(words[first + 1]?.key ?? '')
  if (isYearBehind) return undefined
  if (
    /^R[12]\d$/.test(key) &&
    !(
      previous &&
      families.some((one) => makesOf(previous, names).has(one.make)) &&
      !words.some(({ key: word }) => wheel.test(word))
    )
  )
    return undefined
  // `M8` may be a thread.
  if (/^M\d{1,2}$/.test(key) && words.some((word) => thread.test(word.key.toLowerCase()))) return undefined
  // `Fiat Punto tipo 188` is no Tipo, which needs its make in front of it.
  if (connector.test(key.toLowerCase()) && makeAt !== first - 1) return undefined
  // `Ford Transit custom fit liners` are goods for a Transit.
  if (key === 'TRANSITCUSTOM' && customGoods.test(words[first + 2]?.key ?? '')) return undefined
  if (isOrdinaryWord(make === null ? families : families.filter((one) => one.make === make), key, words, first, makeAt))
    return undefined
  const ofMake = families.find((one) => one.make === make)
  const isShortWithCode = (family: NamedThing) =>
    /^\p{L}[\p{L}\d]$/u.test(key) &&
    joins.test(words[first + 1]?.gap ?? '') &&
    isGenerationOf(words[first + 1], family, names)
  if (ofMake) {
    if (isNext) {
      // A single digit right before a unit or a decimal is none.
      if (isMerchandise(words, first)) return undefined
      // `Yukon Suburban`: GMC had a Suburban, too, but Chevrolet in other years.
      const isOfAny = isDistinct && makeAt !== first - 1 && !isGenerationOf(words[first + 1], ofMake, names)
      const makes = families.flatMap((one) => (badges.has(one.make) ? [] : one.make))
      return isOfAny && makes.length > 1 ? { ...only(ofMake), makes } : only(ofMake, false)
    }
    if (isNumber && (isNextNumber(ofMake, place) || isListedWithCode(ofMake, place))) return only(ofMake)
    if (isNumber || key.length === 1) return undefined
    if (ofMake.make === 'BMW' && isSportBesideCode(words, first, names)) return only(ofMake, false)
    // `A4 B6 2001-2004, A6 C5 1997-2004`: a short name behind years needs its generation.
    if (key.length <= 2)
      return isShortWithCode(ofMake) || isListedWithYears(words, first) || isShortWithYears(ofMake, place)
        ? only(ofMake)
        : undefined
    if (isDistinct || !isWord) return only(ofMake, false)
    if (makeAt >= 0 && first - makeAt <= 4 && !isMerchandise(words, first)) return only(ofMake, false)
    return only(ofMake, true)
  }
  if (isNext && key === words[first]?.key) {
    const inChain = isNumber ? [] : families.filter((one) => chain.length > 1 && chain.includes(one.make))
    const ofChain = inChain.length === 1 ? inChain[0] : undefined
    const ofTwins = families.filter((one) =>
      named.some(({ make: other, family }) => areTwins(`${other} ${family}`, `${one.make} ${one.family}`)),
    )
    const own = isMerchandise(words, first) ? undefined : (ofChain ?? (ofTwins.length === 1 ? ofTwins[0] : undefined))
    if (own) return only(own)
  }
  if (isNumber) return undefined
  if (key.length <= 2) {
    const [own, another] = families.filter((one) => scope.makesOfText.has(one.make) && isShortWithCode(one))
    return own && !another ? only(own) : undefined
  }
  const inText = families.filter((one) => scope.makesOfText.has(one.make))
  if (inText.length === 1 && inText[0]) {
    const next = words[first + 1]
    const isBeforeMake =
      next !== undefined &&
      (names.things.get(next.key) ?? []).some((one) => one.kind === 'make' && one.make === inText[0]?.make)
    if (isDistinct || names.besideYears.has(key)) return only(inText[0], !isDistinct && !isBeforeMake)
    return isWord ? undefined : only(inText[0])
  }
  const [thing] = families
  if (!thing) return undefined
  // `Chevrolet Corsa` is one that the index does not know.
  if (make !== null && makeAt === first - 1 && inText.length === 0) return undefined
  // `Mazda3` in one word has its make in it, and `Renault Sandero` that of its badge.
  const [word] = words.slice(first, first + 1)
  const isOfBadge = word !== undefined && word.key !== key && isMake(word, names)
  if (families.length === 1 && (isOfBadge || key.startsWith(nameKey(thing.make)))) return only(thing)
  const isBeside = names.besideYears.has(key) && !isMerchandise(words, first)
  if (!isDistinct && !isBeside) return undefined
  return { thing, needsYears: !isDistinct, makes: families.map((one) => one.make) }
}

/** Holds families that count only behind their make or another car of it, since one of another make in America has their name. */
const ofEurope: ReadonlySet<string> = new Set(['Ford Cougar', 'Ford Sierra'])
const besideEurope: ReadonlySet<string> = new Set(
  ['Escort', 'Fiesta', 'Focus', 'Granada', 'Mondeo', 'Orion', 'Puma', 'Scorpio', 'Sierra', 'Transit'].map(
    (family) => `Ford ${family}`,
  ),
)

/** Tells whether a number is the next of a list of numbers behind their engines, as in `Peugeot 206 1.4 HDi, 307 2.0 HDi`. */
function isNextNumber({ make, family }: NamedThing, { named, words, first }: Place): boolean {
  const before = named.at(-1)
  return (
    before?.make === make &&
    [before.family, family].every((one) => /^\d{3,4}$/.test(one)) &&
    words[first]?.gap === ', ' &&
    words.slice(before.last + 1, first).every(({ isEngine, key }) => isEngine || /^\d$/.test(key))
  )
}

/** Tells whether a number is the next of a list of families with their codes in brackets, as in `Mazda 2 (DE), 3 (BK)`. */
const isListedWithCode = (family: NamedThing, { named, words, first, names }: Place): boolean =>
  named.at(-1)?.make === family.make &&
  /^\)\s?[,/&+]?\s?$/.test(words[first]?.gap ?? '') &&
  /^ ?\($/.test(words[first + 1]?.gap ?? '') &&
  isGenerationOf(words[first + 1], family, names)

/** Matches what follows the word `custom` where it is none of a name. */
const customGoods =
  /^(?:BUILT|CARGO|CARPETS?|CONVERSION|COVERS?|CUT|DESIGN(?:ED)?|EXHAUST|FIT(?:S|TED|TING)?|FLOOR|GRILLE?|LED|LINERS?|MADE|MATS?|MOULDED|MOLDED|PAINT(?:ED)?|RACKS?|RIMS?|ROOF|SEATS?|SHEL(?:F|VES|VING)|TAILORED|WHEELS?)$/

/** Tells whether a short name of the only make of a text stands in front of years in which it was built, as in `BMW lamp Z3 1997-2000`. */
function isShortWithYears({ make, family }: NamedThing, { words, first, scope, names, named }: Place): boolean {
  const [from, to] = words.slice(first + 1, first + 3)
  if (named.length > 0 || scope.makesOfText.size !== 1 || from?.gap !== ' ' || to?.gap !== '-') return false
  if (![from, to].every(({ key }) => /^(?:19[5-9]|20[0-3])\d$/.test(key)) || Number(from.key) > Number(to.key))
    return false
  return (names.years.get(familyKey(make, family)) ?? []).some(
    (row) => Number(from.key) <= (row.to ?? Infinity) && Number(to.key) >= (row.from ?? 0),
  )
}

/** Tells whether a name behind the sign of a list stands between two years, as in `Q7 2015>, Q8 2019>`. */
const isListedWithYears = (words: readonly Word[], at: number): boolean =>
  /[,/&+]/.test(words[at]?.gap ?? '') &&
  /^ \(?$/.test(words[at + 1]?.gap ?? '') &&
  [at - 1, at + 1].every((beside) => /^(?:19[5-9]|20[0-3])\d$/.test(words[beside]?.key ?? ''))

/** Returns the makes that a word may be, or be a model of. */
const makesOf = (word: Word, names: VehicleNames): Set<string> =>
  new Set((names.things.get(word.key) ?? []).map(({ make }) => make))

export const only = (thing: NamedThing, needsYears = false) => ({ thing, needsYears, makes: [thing.make] })

const isMerchandise = (words: readonly Word[], at: number) =>
  merchandise.test((words[at + 1]?.key ?? '').toLowerCase()) && !/^JOINTS?$/.test(words[at + 2]?.key ?? '')

export function chooseGeneration(
  things: readonly NamedThing[],
  key: string,
  {
    make,
    isNext,
    scope,
    previous,
  }: { make: string | null; isNext: boolean; scope: Scope; previous: Named | undefined },
): NamedThing | undefined {
  const generations = things.filter((one) => one.kind === 'generation')
  const startsWithFamily = generations.filter(({ family }) => {
    const own = nameKey(family)
    // Also such as `Grande Punto`.
    return (
      key !== own &&
      // `LTI` is no LT I, nor `2.2` the second Mazda 2.
      ((key.startsWith(own) && (own.length > 2 || /^(?=.*\p{L}).*\d/u.test(own))) ||
        (own.length >= 4 && key.endsWith(own)))
    )
  })
  if (startsWithFamily.length === 1 && (generations.length === 1 || startsWithFamily[0]?.make === make))
    return startsWithFamily[0]
  // `Jeep JK`
  const withMake = generations.filter((one) => key !== nameKey(one.make) && key.startsWith(nameKey(one.make)))
  if (withMake.length === 1 && generations.length === 1) return withMake[0]
  if (make === null && scope.makesOfText.size === 0) return undefined
  const ofMake = generations.filter((one) => one.make === make || (make === null && scope.makesOfText.has(one.make)))
  if (ofMake.length !== 1 || !ofMake[0]) return undefined
  const isCode = /^\p{L}+\d+\p{L}*$/u.test(key)
  if (isNext && isCode) return ofMake[0]
  // `Fiat Ducato 244 147`: types of engines of Fiat have three digits, too.
  const isOfEngine = /^(?:Alfa Romeo|Fiat|Lancia)$/.test(ofMake[0].make) && ofMake[0].family !== previous?.family
  if (isNext && previous?.generation != null && /^\d{3}$/.test(key)) return isOfEngine ? undefined : ofMake[0]
  return isCode && key.length >= 3 && /^\p{L}\d{2,3}$/u.test(key) ? ofMake[0] : undefined
}
