import { type Scope, isMake, spansOfMakes, takeAs } from '#server/vehicles/choose-name.ts'
import { findAll } from '#server/vehicles/find-all.ts'
import {
  type Span,
  type Word,
  joins,
  mayNameVehicle,
  readWords,
  spansOf,
  splitClauses,
  wordsIn,
} from '#server/vehicles/fit-text.ts'
import {
  badges,
  beforeFacelift,
  bothFuels,
  countedGenerations,
  doors,
  driverSides,
  limitsAnywhere,
  negated,
  shortTurkish,
  turkish,
} from '#server/vehicles/fit-words.ts'
import type { Fit, FitAnswer, FitAnswers, FitsReading, UsedWords } from '#server/vehicles/fits.ts'
import {
  isHarmless,
  isNumberOfPart,
  takeListsOfMakes,
  takeMakersOfParts,
  takeNumberAtEnd,
  takeNumbersWithDash,
  takeNumbersWithLetters,
} from '#server/vehicles/harmless-words.ts'
import { areAnswered, isMakeKey } from '#server/vehicles/hold-answers.ts'
import { isPrefixOfCode, loadClass } from '#server/vehicles/generation-codes.ts'
import { makeOfCode } from '#server/vehicles/numbered-models.ts'
import { doubtOtherVehicles } from '#server/vehicles/other-vehicles.ts'
import { readClause } from '#server/vehicles/read-clause.ts'
import { readEngines } from '#server/vehicles/read-engines.ts'
import { restrict } from '#server/vehicles/read-limits.ts'
import { readWhole } from '#server/vehicles/read-whole-text.ts'
import { isUnreadSport } from '#server/vehicles/sport-models.ts'
import { type VehicleNames, familyKey, nameKey, plainText, textKey } from '#server/vehicles/vehicle-names.ts'
import {
  takeCodeOfUnit,
  takeMakerAtEnd,
  takeNumbersOfMakers,
  takePaints,
  takeTires,
  takeWordsOfSellers,
} from '#server/vehicles/words-of-sellers.ts'
import { isOutside } from '#server/vehicles/years-of-models.ts'

/** Matches what is longer than any name or number; each digit of it would be tried as a measure. */
const longRun = /[a-z0-9]{61,}/g

/**
 * Reads which vehicles a text names: phrases that a person decided, then names, years, engine, position and condition. What can be read
 * in two ways is not read, so that no part fits a wrong vehicle.
 */
export function readFits(text: string, names: VehicleNames, answers?: FitAnswers): FitsReading {
  const whole = answers?.get(textKey(text))
  if (!answers || !whole || whole.fits.length === 0) return readOnce(text, names, answers, undefined)
  // The answer for a text decides all of its words, too: words that are left over without some others are found again and again.
  const { origin, isCondition = false } = whole
  const decided = new Map<string, FitAnswer>()
  const known: FitAnswers = {
    size: answers.size,
    get: (key) => answers.get(key) ?? decided.get(key),
    has: (key) => answers.has(key) || decided.has(key),
  }
  for (;;) {
    const reading = readOnce(text, names, known, whole)
    const open = reading.leftover.filter((one) => mayNameVehicle(one) && !known.has(nameKey(one)))
    if (open.length === 0) return reading
    for (const one of open) {
      // An engine restricts, and a letter such as the `S` of `Mini S` may be a version; a name of what is meant restricts nothing.
      const isLimit = / [RS]$/i.test(one) || readEngines(plainText(one)).length > 0
      const restricts = isLimit || (isCondition && !isNameOf(one, whole.fits, names))
      decided.set(nameKey(one), { fits: [], origin, isCondition: restricts })
    }
  }
}

const isNameOf = (words: string, fits: FitAnswer['fits'], names: VehicleNames): boolean =>
  (names.things.get(nameKey(words)) ?? []).some((thing) =>
    fits.some(
      ({ make, family, generation }) =>
        thing.make === make &&
        (thing.kind === 'make' ||
          (thing.family === family && (thing.kind === 'family' || thing.generation === generation))),
    ),
  )

/**
 * Spells what catalogues and sellers write short: the small `i` in front of a vehicle, which is Polish or Croatian for *and*, as a sign, so
 * that `Clio i Peugeot 206` has no first Clio; codes such as `KT0/1` and `5N_` in brackets; years behind a bar at the end, as in
 * `Clio IV | 12 -`; the body behind a number, as in `307SW`; the classes of load between two, as in `Ram 1500-3500` and `F-250 to
 * F-450`; half of a short year, as in `04.5-07`; and `C/K 1500` in one word.
 */
const spellOut = (text: string, names: VehicleNames): string =>
  text
    .replaceAll(/(?<=[\p{L}\p{N}] )i(?= ([\p{L}\p{N}]+))/gu, (letter, next: string) =>
      (names.things.get(nameKey(next)) ?? []).some(({ kind }) => kind !== 'generation') ? '&' : letter,
    )
    .replaceAll(/(?<=[\p{Lu}\d]{2})(?:\/\d_?|_)(?=[,)])/gu, (sign, at: number, all: string) =>
      all.lastIndexOf('(', at) > all.lastIndexOf(')', at) ? '' : sign,
    )
    .replace(/\s\| (\d{2}) -(?: (\d{2}))?\s*$/, (_, from: string, to: string | undefined) => ` ${from}-${to ?? ''}`)
    .replaceAll(/(?<![\p{L}\p{N}])([1-9]0[1-9])(sw|cc)(?![\p{L}\p{N}])/giu, '$1 $2')
    .replaceAll(classRange, (_, from: string, to: string) =>
      loadClasses.slice(loadClasses.indexOf(from), loadClasses.indexOf(to) + 1).join(' '),
    )
    .replaceAll(familyRange, (_, letter: string, from: string, to: string) =>
      classesOfFord
        .slice(classesOfFord.indexOf(from), classesOfFord.indexOf(to) + 1)
        .map((number) => `${letter}-${number}`)
        .join(' '),
    )
    // `F-150,2006 2007`
    .replaceAll(/,(?=(?:19[5-9]|20[0-3])\d[ -])/g, ', ')
    .replaceAll(halfYear, (_, from: string, to: string) => `${fullYear(from)}.5-${fullYear(to)}`)
    .replaceAll(/(?<![\p{L}\p{N}])C\/K(?=[ -]?[123]500(?!\p{N}))/giu, 'CK')

/** Matches short years of which the first begins in its middle, as in `04.5-07`. */
const halfYear = /(?<![\p{L}\p{N}.,/-])([09]\d)\.5\s?-\s?([0-3]\d|9\d)(?![\p{N}.,/-])/gu
const fullYear = (year: string): string => (year.startsWith('9') ? '19' : '20') + year

const loadClasses: readonly string[] = ['1500', '2500', '3500', '4500', '5500']

const classesOfFord: readonly string[] = ['150', '250', '350', '450', '550']

/** Matches a range of trucks of Ford that are called by their classes. */
const familyRange =
  /(?<![\p{L}\p{N}])([EF])-?([1-4]50)(?:\s?[-–—]\s?|\s(?:to|thru|through)\s)\1-?([2-5]50)(?![\p{L}\p{N}.,/-])/giu

/** Matches a range of classes of load behind a truck. */
const classRange =
  /(?<=(?:\b(?:ram|silverado|sierra|express|savana|suburban|avalanche|yukon xl)|\/)\s?)([123]500)(?:\s?[-–—]\s?|\s(?:to|thru|through)\s)([2345]500)(?![\p{L}\p{N}.,/-])/giu

function readOnce(
  written: string,
  names: VehicleNames,
  answers: FitAnswers | undefined,
  whole: FitAnswer | undefined,
): FitsReading {
  const text = spellOut(written, names)
  const plain = plainText(text).replaceAll(longRun, (run) => ' '.repeat(run.length))
  const words = readWords(text, plain, names)
  for (const { index, 0: found } of [bothFuels, negated].flatMap((one) => findAll(plain, one)))
    for (const word of wordsIn(words, { start: index, end: index + found.length })) word.as = 'part'
  const { makesOfText, makesOfVehicles } = findMakes(words, names)
  const make = makesOfText.size === 0 ? makeOfCode(words, names) : null
  const scope: Scope = {
    makesOfText: make === null ? makesOfText : new Set([make]),
    makesOfVehicles,
    make,
  }
  // What a vehicle does not have is none of its engines and versions.
  const affirmed = plain.replaceAll(negated, (found) => ' '.repeat(found.length))
  const clauses = splitClauses(plain).map(([start, end]) => ({
    ...readClause(affirmed, text, wordsIn(words, { start, end }), start, end, names, answers, scope),
    words: wordsIn(words, { start, end }),
  }))
  if (clauses.length > 1) dropUndated(clauses)
  // What stands in a clause of its own goes for all vehicles of the text.
  const shared = clauses.find(({ position, hadVehicle }) => position !== null && !hadVehicle)?.position ?? null
  const unique = new Map<string, Fit>()
  for (const { fits, position } of clauses) {
    for (const { condition, ...fit } of fits) {
      const placedFit: Fit = { ...fit, position: fit.position ?? position ?? shared, condition }
      unique.set(JSON.stringify(placedFit), placedFit)
    }
  }
  const readings = addTwins([...unique.values()], words, names)
  const makes = new Set(readings.map(({ make }) => make))
  takeMakes(words, names, makes)
  takeListsOfMakes(words, names, makes)
  takeMakersOfParts(words, makes)
  for (const { index, 0: found } of [doors, driverSides, beforeFacelift, limitsAnywhere].flatMap((one) =>
    findAll(plain, one),
  ))
    for (const word of wordsIn(words, { start: index, end: index + found.length })) word.as ??= 'part'
  // `10th gen` says no more than the years.
  if (readings.length > 0 && readings.every(({ from, to }) => from !== null && to !== null))
    for (const { index, 0: found } of findAll(plain, countedGenerations))
      for (const word of wordsIn(words, { start: index, end: index + found.length })) word.as ??= 'part'
  for (const [index, word] of words.entries())
    word.as ??=
      !isUnreadSport(words, index, readings, names) &&
      (isHarmless(word, words[index - 1], words[index + 1], names) || isNumberOfPart(words, index, makes, names))
        ? 'part'
        : isCodeOfRead(word, readings, names) || isBesideCodeOfRead(words, index, readings, names)
          ? 'vehicle'
          : null
  takeNumbersWithLetters(words, names)
  takeNumberAtEnd(words, names)
  if (readings.length > 0) {
    takeNumbersOfMakers(words, plain, makes, names)
    takePaints(words, text, names)
    takeMakerAtEnd(words, text, names)
    if (turkish.test(plain)) for (const word of words) if (shortTurkish.test(word.key)) word.as ??= 'part'
  }
  takeNumbersWithDash(words, makes, names)
  takeWordsOfSellers(words, text, names)
  takeTires(words, plain, makes, names)
  takeCodeOfUnit(words, text, names)
  const [years, engines] = [clauses.flatMap((clause) => clause.years), clauses.flatMap((clause) => clause.engines)]
  const others = doubtOtherVehicles(words, plain, readings, years.length)
  const yearsOfOthers = years
    .filter(({ start, end }) => others.some((one) => one.start <= start && end <= one.end))
    .flatMap(({ ranges }) => ranges)
  const ofPart = readings.filter((fit) => !yearsOfOthers.some(({ from, to }) => fit.from === from && fit.to === to))
  const found = findLeftover(words, text, names, answers, { years, engines })
  const isSpent = areAnswered(found, answers)
  const leftover = whole && isSpent ? [] : found
  const meant = whole && isSpent ? readWhole(ofPart, whole, words, { text, names, years, engines }) : ofPart
  const restricted = restrict(meant, words, plain, text)
  return {
    readings: restricted,
    used: findUsed(words, text),
    leftover,
    isComplete: restricted.length > 0 && leftover.length === 0,
    outsideYears: restricted.filter((fit) => isOutside(fit, names)),
  }
}

/**
 * Drops families without years of a clause where another one begins with them, as in `2015-2020 Colorado; Canyon`: the years may be meant for
 * both. A family that has them elsewhere in the text is only named again; the others are asked.
 */
function dropUndated(clauses: readonly { fits: Fit[]; years: readonly Span[]; words: readonly Word[] }[]): void {
  const hasYears = ({ from, to }: Fit) => from !== null || to !== null
  const beginsWithYears = clauses.some(({ years: [first], words }) => {
    const vehicle = words.find(({ as }) => as === 'vehicle')
    return first !== undefined && vehicle !== undefined && first.start < vehicle.start
  })
  if (!beginsWithYears) return
  const dated = clauses.flatMap(({ fits }) => fits.filter((fit) => hasYears(fit)))
  for (const { fits, years, words } of clauses) {
    const undated = (fit: Fit) =>
      years.length === 0 && !hasYears(fit) && (fit.generation === null || loadClass.test(fit.generation))
    const dropped = fits.filter((fit) => undated(fit))
    if (dropped.length === 0) continue
    fits.splice(0, Infinity, ...fits.filter((fit) => !undated(fit)))
    const isAgain = dropped.every((fit) => dated.some(({ make, family }) => fit.make === make && fit.family === family))
    if (!isAgain) for (const word of words) if (word.as === 'vehicle' && word.origin === null) word.as = null
  }
}

/** Adds the same vehicle under the badge of another make where a text names both, as in `Vauxhall/Opel Astra`. */
function addTwins(readings: readonly Fit[], words: readonly Word[], names: VehicleNames): Fit[] {
  const makeOf = (word: Word | undefined) =>
    (names.things.get(word?.key ?? '') ?? []).find(({ kind }) => kind === 'make')?.make
  const pairs = words.flatMap((word, at) => {
    const [one, other] = [makeOf(words[at - 1]), makeOf(word)]
    const isPair = one !== undefined && other !== undefined && one !== other && /^\s?[/&+ ]\s?$/.test(word.gap)
    return isPair && (badges.has(one) || badges.has(other)) ? [[one, other]] : []
  })
  return readings.flatMap((fit) => {
    const twin = pairs.find((pair) => pair.includes(fit.make))?.find((make) => make !== fit.make)
    const rows = twin === undefined ? [] : (names.years.get(familyKey(twin, fit.family)) ?? [])
    const isBuilt = rows.some(({ generation }) => fit.generation === null || generation === fit.generation)
    return twin !== undefined && isBuilt ? [fit, { ...fit, make: twin }] : [fit]
  })
}

/**
 * Tells whether a word is the code of a generation that was read, which years may have said, or the short name of its family behind its
 * code, as in `E70 LCI X5`.
 */
const isCodeOfRead = ({ key }: Word, readings: readonly Fit[], names: VehicleNames): boolean =>
  /^(?=.*\p{L})(?=.*\d)/u.test(key) &&
  (names.things.get(key) ?? []).some(
    (thing) =>
      thing.kind !== 'make' &&
      readings.some(
        (fit) =>
          fit.generation !== null &&
          fit.make === thing.make &&
          fit.family === thing.family &&
          (thing.kind === 'family' || fit.generation === thing.generation),
      ),
  )

/**
 * Tells whether a word says the generation of what was read once more, or leads on to its code: the `II` of `Fiat II Panda (169)`, and the
 * `F` of `Kangoo I (F/KC0)`.
 */
function isBesideCodeOfRead(
  words: readonly Word[],
  at: number,
  readings: readonly Fit[],
  names: VehicleNames,
): boolean {
  const [before, word, next] = [words[at - 1], words[at] as Word, words[at + 1]]
  if (!next) return false
  if (word.gap.includes('(') && isPrefixOfCode(word, next)) return isCodeOfRead(next, readings, names)
  return (
    /^[IVX]+$/.test(word.key) &&
    before !== undefined &&
    isMake(before, names) &&
    readings.some(
      ({ make, family, generation }) =>
        generation === word.key &&
        (names.things.get(before.key) ?? []).some((one) => one.kind === 'make' && one.make === make) &&
        (names.things.get(next.key) ?? []).some((one) => one.kind === 'family' && one.family === family),
    )
  )
}

/** Takes the makes of what was read; any other make is a word that a person decides, for a whole make is no fit. */
function takeMakes(words: readonly Word[], names: VehicleNames, makes: ReadonlySet<string>): void {
  for (const span of spansOfMakes(words, names, makes)) for (const word of wordsIn(words, span)) word.as ??= 'vehicle'
}

function findUsed(words: readonly Word[], text: string): UsedWords[] {
  const used: (UsedWords & { start: number; last: number })[] = []
  for (const [index, { as, origin, start, end, gap }] of words.entries()) {
    if (as === null) continue
    const before = used.at(-1)
    if (
      before?.last === index - 1 &&
      before.as === as &&
      before.origin === (origin ?? undefined) &&
      !/[,;|\n]/.test(gap)
    ) {
      before.last = index
      before.text = text.slice(before.start, end)
    } else used.push({ text: text.slice(start, end), as, ...(origin === null ? {} : { origin }), start, last: index })
  }
  return used.map(({ start: _, last: __, ...rest }) => rest)
}

/**
 * Returns what is left over; a make and the word or engine behind it are one phrase, and so are a family and its unknown code, and classes
 * of load with what they stand behind. An engine alone is asked only where nothing else may name a vehicle.
 */
function findLeftover(
  words: readonly Word[],
  text: string,
  names: VehicleNames,
  answers: FitAnswers | undefined,
  { years, engines }: { years: readonly Span[]; engines: readonly Span[] },
): string[] {
  const phrases = new Set<string>()
  const ofEngines = new Set<string>()
  /** Returns the last word of an engine that begins at a place, or the place before it. */
  const endOfEngine = (at: number): number => {
    const span = engines.find(({ start }) => start === words[at]?.start)
    const found = span ? wordsIn(words, span) : []
    return found.every((word) => word.as === null || word.as === 'part') ? at + found.length - 1 : at - 1
  }
  const endOfClasses = (from: number): number => {
    let last = from
    while (loadClass.test(words[last + 1]?.key ?? '') && /^ ?[ /,&] ?$/.test(words[last + 1]?.gap ?? '')) last += 1
    return last
  }
  /** Tells whether two words are one make, such as `Land Rover`. */
  const isLongMake = (at: number): boolean => {
    const [first, second] = [words[at], words[at + 1]]
    return second?.as === null && joins.test(second.gap) && isMakeKey((first?.key ?? '') + second.key, names)
  }
  const isMakeAt = (at: number): boolean => isMake(words[at] as Word, names) || isLongMake(at)
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as Word
    const ofEngine = word.as === null || word.as === 'part' ? endOfEngine(index) : -1
    const withClasses = endOfClasses(ofEngine)
    // `Cummins` may be a brand, `Cummins 2500` is a truck.
    if (ofEngine >= index && (word.as === null || withClasses > ofEngine)) {
      ofEngines.add(text.slice(word.start, words[withClasses]?.end))
      index = withClasses
      continue
    }
    if (word.as !== null) continue
    const following = words[index + 1]
    if (lacks.test(word.key) && following?.as === null && following.gap === ' ') continue
    let last = index
    if (isLongMake(index)) last += 1
    const next = words[last + 1]
    const isOfMake = last > index || isMake(word, names)
    const isYear = (one: Word) => years.some(({ start }) => start === one.start) && !names.things.has(one.key)
    if (isOfMake && next && joins.test(next.gap) && endOfEngine(last + 1) > last) last = endOfEngine(last + 1)
    else if (isOfMake && next?.as === null && joins.test(next.gap) && !isMakeAt(last + 1) && !isYear(next)) last += 1
    else if (isOfMake) {
      const make = words.slice(index, last + 1)
      const answer = answers?.get(make.map(({ key }) => key).join(''))
      if (answer?.fits.length === 0) {
        for (const one of make) takeAs(one, answer, index)
        index = last
        continue
      }
    }
    if (isOfMake) last = endOfClasses(last)
    for (let more = words[last + 1]; more?.as === null; more = words[last + 1]) {
      if (more.phrase === null || more.phrase !== words[last]?.phrase || !/^(?:[ \-.'_]?|\)? ?\()$/.test(more.gap))
        break
      last += 1
    }
    const before = words[index - 1]
    const start = before && word.gap === ' ' && lacks.test(before.key) ? before.start : word.start
    phrases.add(withWholeBrackets(text, start, words[last]?.end ?? word.end))
    index = last
  }
  const isAsked = [...phrases].some((phrase) => mayNameVehicle(phrase) && !answers?.has(nameKey(phrase)))
  return isAsked ? [...phrases] : [...phrases, ...ofEngines]
}

/** Matches words in front of what a vehicle does not have, which are one phrase with it: `non XC` as a condition is the opposite of `XC`. */
const lacks = /^(?:NON|NO|NOT|NICHT|KEINE?|OHNE|SANS|SENZA|SIN|BEZ|ZONDER|WITHOUT)$/

/** Returns a part of a text with the end of a bracket that opens in it right behind it, or without its sign. */
function withWholeBrackets(text: string, start: number, end: number): string {
  const phrase = text.slice(start, end)
  if (phrase.lastIndexOf('(') <= phrase.lastIndexOf(')')) return phrase
  return text.charAt(end) === ')' ? `${phrase})` : phrase.replace(/\((?=[^(]*$)/, '')
}

/** Finds the makes that a text names, and those of them that a family of theirs stands behind. */
function findMakes(words: readonly Word[], names: VehicleNames): Pick<Scope, 'makesOfText' | 'makesOfVehicles'> {
  const [makesOfText, makesOfVehicles] = [new Set<string>(), new Set<string>()]
  const isFamilyBehind = (last: number, make: string) =>
    spansOf(words, last + 1, names.maxWords).some(({ key }) =>
      (names.things.get(key) ?? []).some((one) => one.kind === 'family' && one.make === make),
    )
  for (let first = 0; first < words.length; first++) {
    for (const { key, last } of spansOf(words, first, 2)) {
      for (const { kind, make } of names.things.get(key) ?? []) {
        if (kind !== 'make') continue
        makesOfText.add(make)
        if (isFamilyBehind(last, make)) makesOfVehicles.add(make)
      }
    }
  }
  return { makesOfText, makesOfVehicles }
}
