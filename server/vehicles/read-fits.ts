import {
  conditions,
  connector,
  contents,
  merchandise,
  noPosition,
  positionPairs,
  positionWords,
  vehicleFeature,
} from '#server/vehicles/fit-words.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import { readEngines } from '#server/vehicles/read-engines.ts'
import { readYears, type YearRange } from '#server/vehicles/read-years.ts'
import { familyKey, nameKey, type NamedThing, plainText, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** Names a vehicle that a part fits, as the names of the index are spelled; null is what the text does not say. */
export interface Fit {
  make: string
  family: string
  generation: string | null
  from: number | null
  to: number | null
  engine: string | null
  /** `front`, `rear`, `left`, `right`, or a pair such as `front left`. */
  position: string | null
  condition: string | null
}

/** Says what words of a text were read as; `part` is a word for a part, a size or a number, which restricts no fit. */
export interface UsedWords {
  text: string
  as: 'vehicle' | 'years' | 'engine' | 'position' | 'condition' | 'part' | 'answer'
  /** Where the answer comes from. */
  origin?: string
}

export interface FitsReading {
  readings: Fit[]
  used: UsedWords[]
  /** Holds the words, or a make with the word behind it, that a person has to decide, as they are written. */
  leftover: string[]
  /** Tells whether vehicles were read and no word is left over, so that the readings may be applied without a person. */
  isComplete: boolean
  /** Readings with years in which the vehicle was not built, as far as the index knows. */
  outsideYears: Fit[]
}

/** Holds what a person decided of a phrase: the vehicles that it names; none if it names no vehicle. */
export interface FitAnswer {
  fits: readonly (Pick<Fit, 'make' | 'family' | 'generation'> & Partial<Fit>)[]
  /** Where the answer comes from, such as a person or an import; the reader only hands it on. */
  origin: string
}

/** Holds the answers by the key of their phrase, as `nameKey` makes it. */
export type FitAnswers = ReadonlyMap<string, FitAnswer>

interface Word {
  key: string
  start: number
  end: number
  /** The text before it, from the end of the last word. */
  gap: string
  /** Set while names are looked for: the word belongs to something else. */
  isTaken: boolean
  as: UsedWords['as'] | null
  origin: string | null
}
interface Named {
  make: string
  family: string
  generation: string | null
  at: number
  end: number
  first: number
  last: number
  needsYears: boolean
  /** Written in the text behind the family where the family has no such row, such as `2500`. */
  restriction: string | null
  isExcluded: boolean
  answer: FitAnswer['fits'][number] | null
  /** Makes that have a family of this name, if the text names none of them: a generation or the years decide. */
  makes: readonly string[]
}
interface Span {
  start: number
  end: number
}

/** Matches what looks like a year, an engine or a model, but is a size, a quantity, an oil or a part number. */
const measures = new RegExp(
  [
    '\\d{3}\\s?/\\s?\\d{2}\\s?z?-?\\s?r?\\s?-?\\s?\\d{2}(?!\\d)',
    '[\\p{L}ø]?\\d+(?:[.,]\\d+)?(?:\\s?mm)?(?:\\s?[x*]\\s?\\d+(?:[.,]\\d+)?(?:\\s?mm)?)+',
    '\\d{1,2}w-?\\d{2}(?!\\d)',
    '(?:nr|no|ref|art|part no|part number|part|teilenummer|artikelnummer|numer|kod|codice|cod|p/n|pn|sku|ean)(?:[.:#]+\\s?|\\s)(?:nr\\.?\\s)?[\\p{L}\\d]*\\d[\\p{L}\\d./-]*',
    '[\\p{L}\\d]+(?:[-.][\\p{L}\\d]+){2,}',
    '\\d+(?:[.,]\\d+)?\\s?(?:mm|cm|kg|ml|volt|watt|amp|ah|bar|psi|nm|kw|ps|hp|km|ks|cv|pcs|pieces|pieces|stk|stuck|stuckzahl|szt|sztuk|pezzi|pz|inch|zoll|cali|rpm|ohm|lumen|eur|pln|zl|usd|teilig|tlg|polig|pin)(?![\\p{L}\\p{N}])',
    '\\d+(?:[.,]\\d+)?(?:v|w|a|g|m|k|°|%|€|")(?![\\p{L}\\p{N}])',
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
  'gu',
)
const looksLikeRange =
  /^(?:\d{4}-\d{2}|\d{4}-\d{4}|\d{2}-\d{2}|\d{1,2}\.\d{4}-\d{1,2}\.\d{4}|\d{2}\.\d{2}-\d{2}\.\d{2}|\d{1,2}\.\d{4}-|\d{4}-\d{4}-.*)$/

/** Matches classes of load, which one family has several of. */
const loadClass = /^(?:150|250|350|450|550|1500|2500|3500|4500|5500)(?:HD)?$/
const roman = /^(?:II|III|IV|V|VI|VII|VIII|IX|MK\d)$/

/**
 * Reads which vehicles a text names: phrases that a person decided, then names, years, engine, position and condition. What can be read
 * in two ways is not read, so that no part fits a wrong vehicle.
 */
export function readFits(text: string, names: VehicleNames, answers?: FitAnswers): FitsReading {
  const plain = plainText(text)
  const words = readWords(text, plain)
  const scope: Scope = { makesOfText: findMakes(words, names), make: null }
  const clauses = splitClauses(plain).map(([start, end]) =>
    readClause(
      plain,
      text,
      words,
      words.filter((word) => word.start >= start && word.end <= end),
      start,
      end,
      names,
      answers,
      scope,
    ),
  )
  // What stands in a clause of its own goes for all vehicles of the text.
  const shared = clauses.find(({ position, hadVehicle }) => position !== null && !hadVehicle)?.position ?? null
  const unique = new Map<string, Fit>()
  for (const { fits, position } of clauses) {
    for (const { condition, ...fit } of fits) {
      const placedFit: Fit = { ...fit, position: fit.position ?? position ?? shared, condition }
      unique.set(JSON.stringify(placedFit), placedFit)
    }
  }
  const readings = [...unique.values()]
  takeMakes(words, names, new Set(readings.map(({ make }) => make)))
  for (const word of words) word.as ??= isPartWord(word.key.toLowerCase()) ? 'part' : null
  const leftover = findLeftover(words, text, names)
  return {
    readings,
    used: findUsed(words, text),
    leftover,
    isComplete: readings.length > 0 && leftover.length === 0,
    outsideYears: readings.filter((fit) => isOutside(fit, names)),
  }
}

/** Takes the makes of what was read; any other make is a word that a person decides, for a whole make is no fit. */
function takeMakes(words: readonly Word[], names: VehicleNames, makes: ReadonlySet<string>): void {
  for (let first = 0; first < words.length; first++) {
    for (let last = first; last < Math.min(words.length, first + 2); last++) {
      const span = words.slice(first, last + 1)
      const key = span.map((word) => word.key).join('')
      const isRead = (names.things.get(key) ?? []).some((one) => one.kind === 'make' && makes.has(one.make))
      if (isRead) for (const word of span) word.as ??= 'vehicle'
    }
  }
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

/** Returns what is left over; a make and the word behind it are one phrase, since that is most likely a model. */
function findLeftover(words: readonly Word[], text: string, names: VehicleNames): string[] {
  const phrases = new Set<string>()
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as Word
    if (word.as !== null) continue
    const next = words[index + 1]
    const isPhrase = isMake(word, names) && next?.as === null && joins.test(next.gap) && !isMake(next, names)
    phrases.add(text.slice(word.start, isPhrase ? next.end : word.end))
    if (isPhrase) index += 1
  }
  return [...phrases]
}

interface Scope {
  makesOfText: ReadonlySet<string>
  make: string | null
}

function readWords(text: string, plain: string): Word[] {
  const words: Word[] = []
  let last = 0
  for (const match of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    const [start, end] = [match.index, match.index + match[0].length]
    words.push({
      key: match[0].toUpperCase(),
      start,
      end,
      gap: text.slice(last, start),
      isTaken: false,
      as: null,
      origin: null,
    })
    last = end
  }
  return words
}

/** Splits at semicolons, bars and line breaks. */
function splitClauses(plain: string): [number, number][] {
  const clauses: [number, number][] = []
  let start = 0
  for (const { index } of plain.matchAll(/[;|\n]/g)) {
    clauses.push([start, index])
    start = index + 1
  }
  clauses.push([start, plain.length])
  return clauses
}

const joins = /^[ \-.'_]?$/

function* spansOf(words: readonly Word[], first: number, max: number): Generator<{ key: string; last: number }> {
  const keys: { key: string; last: number }[] = []
  let key = ''
  for (let last = first; last < Math.min(words.length, first + max); last++) {
    const word = words[last] as Word
    if (word.isTaken || (last > first && !joins.test(word.gap))) break
    key += word.key
    keys.push({ key, last })
  }
  yield* keys.toReversed()
}

function findMakes(words: readonly Word[], names: VehicleNames): Set<string> {
  const found = new Set<string>()
  for (let first = 0; first < words.length; first++) {
    for (const { key } of spansOf(words, first, 2)) {
      for (const { kind, make } of names.things.get(key) ?? []) if (kind === 'make') found.add(make)
    }
  }
  return found
}

interface ClauseReading {
  fits: Fit[]
  position: string | null
  hadVehicle: boolean
}

function readClause(
  plain: string,
  text: string,
  all: readonly Word[],
  words: readonly Word[],
  start: number,
  end: number,
  names: VehicleNames,
  answers: FitAnswers | undefined,
  scope: Scope,
): ClauseReading {
  const clause = plain.slice(start, end)
  const blocked: [number, number][] = []
  for (const { index, 0: found } of clause.matchAll(measures)) {
    if (!isNoMeasure(found, names)) blocked.push([index, index + found.length])
  }
  const isBlocked = (from: number, to: number) => blocked.some(([a, b]) => a < to && from < b)
  const years = readYears(clause, (from, to) => !isBlocked(from, to)).map((span) => ({
    ...span,
    start: span.start + start,
    end: span.end + start,
  }))
  const engines = readEngines(clause)
    .filter((span) => !blocked.some(([a, b]) => a < span.end && span.start < b && !isValves(clause.slice(a, b))))
    .map((span) => ({ ...span, start: span.start + start, end: span.end + start }))
  const isClaimed = (word: Word) =>
    isBlocked(word.start - start, word.end - start) ||
    years.some((span) => !span.isBare && !span.isShort && span.start <= word.start && word.end <= span.end) ||
    years.some(
      (span) =>
        span.isShort && span.ranges.some(({ to }) => to !== null) && span.start <= word.start && word.end <= span.end,
    ) ||
    engines.some((span) => !span.isBare && span.start <= word.start && word.end <= span.end)

  let named = nameVehicles(words, all, isClaimed, names, answers, scope)
  const isOfVehicle = (from: number, to: number) => named.some((one) => one.at < to && from < one.end)
  let placedYears = years.filter((span) => !isOfVehicle(span.start, span.end))
  placedYears = placedYears.filter(
    (span) => !span.isShort || named.some((one) => isBeside(words, span, one, [...placedYears, ...engines])),
  )
  const placedEngines = engines.filter(
    (span) =>
      !isOfVehicle(span.start, span.end) &&
      !placedYears.some((one) => one.start < span.end && span.start < one.end) &&
      (!span.isBare ||
        named.some((one) => isBeside(words, span, one, [...placedYears, ...engines])) ||
        engines.some((one) => !one.isBare && Math.abs(one.end - span.start) <= 3)),
  )
  const limits = readConditions(clause, text, words, start, end, named, placedYears, placedEngines)
  for (const one of named) one.isExcluded = limits.some((limit) => limit.start <= one.at && one.end <= limit.end)
  const inLimit = (span: Span) => limits.some((limit) => limit.start <= span.start && span.end <= limit.end)
  placedYears = placedYears.filter((span) => !inLimit(span))
  const freeEngines = placedEngines.filter((span) => !inLimit(span))

  // A word with another meaning needs years or a generation at its side.
  named = named.filter(
    (one) =>
      !one.needsYears ||
      one.generation !== null ||
      placedYears.some((span) => isNextTo(words, span, one)) ||
      freeEngines.some((span) => isNextTo(words, span, one)),
  )
  const kept = dropModelsOfGenerations(
    named.filter((one) => !one.isExcluded),
    words,
    freeEngines,
    text,
  )
  const position = readPosition(plain, words, start, end, kept, limits)
  const mark = (as: UsedWords['as'], spans: readonly Span[]) => {
    for (const span of spans)
      for (const word of words) if (span.start <= word.start && word.end <= span.end) word.as ??= as
  }
  mark(
    'part',
    blocked.map(([from, to]) => ({ start: from + start, end: to + start })),
  )
  mark('position', position?.spans ?? [])
  if (kept.length === 0) return { fits: [], position: position?.name ?? null, hadVehicle: named.length > 0 }
  const yearsOf = bind(kept, placedYears)
  const enginesOf = bind(kept, freeEngines)
  const limitsOf = bindLimits(kept, limits)
  let isDoubtful = false
  const fits = kept.flatMap((one, index): Fit[] => {
    const spans = yearsOf[index]
    const motors = enginesOf[index]
    const shared = kept.length > 1
    if (spans === 'doubtful' || motors === 'doubtful' || spans?.some((span) => span.isDoubtful)) {
      isDoubtful = true
      return []
    }
    const ranges = (spans ?? [])
      .flatMap(({ ranges: found }) => found)
      .filter((range) => !shared || overlaps(one, range, names))
    const engineNames = (motors ?? []).flatMap((span) => span.names)
    const make = chooseMake(one, ranges, names)
    if (make === undefined) return []
    mark('vehicle', [{ start: one.at, end: one.end }])
    const { answer } = one
    const condition =
      [one.restriction, answer?.condition, ...(limitsOf[index] ?? [])].filter(Boolean).join(', ') || null
    return (ranges.length > 0 ? ranges : [{ from: answer?.from ?? null, to: answer?.to ?? null }]).flatMap((range) =>
      (engineNames.length > 0 ? engineNames : [answer?.engine ?? null]).map((engine) => ({
        make,
        family: one.family,
        generation: one.generation ?? (answer ? null : generationOfYears({ ...one, make }, range, names)),
        from: range.from,
        to: range.to,
        engine,
        position: answer?.position ?? null,
        condition,
      })),
    )
  })
  if (!isDoubtful) {
    mark('years', placedYears)
    mark('engine', freeEngines)
  }
  mark('condition', limits)
  return { fits, position: position?.name ?? null, hadVehicle: true }
}

const isMake = (word: Word, names: VehicleNames) =>
  (names.things.get(word.key) ?? []).some(({ kind }) => kind === 'make')

const isValves = (text: string) => /^(?:8|16|20|24)v$/.test(text)

/** Tells models and years with two hyphens from part numbers. */
function isNoMeasure(found: string, names: VehicleNames): boolean {
  if (looksLikeRange.test(found)) return true
  if (!/[-.]/.test(found) || /[\s:#x*/]/.test(found)) return false
  const parts = found.split(/[-.]/)
  // Names and words joined by hyphens, such as `golf-iv-bora`; numbers are not.
  const isKnown = (part: string) => /^\p{L}+$/u.test(part) || (/\p{L}/u.test(part) && names.things.has(nameKey(part)))
  return parts.every((part) => isKnown(part)) || (/^\d[.]\d/.test(found) && parts.length <= 3 && /\p{L}/u.test(found))
}

/** Names the vehicles of a clause from left to right, longest names first. */
function nameVehicles(
  words: readonly Word[],
  all: readonly Word[],
  isClaimed: (word: Word) => boolean,
  names: VehicleNames,
  answers: FitAnswers | undefined,
  scope: Scope,
): Named[] {
  const named: Named[] = []
  for (const word of words) word.isTaken = isClaimed(word)
  let make = scope.make
  let makeAt = -99
  /** The last word of a make or vehicle that a name may follow at once. */
  let chainEnd = -99
  for (let first = 0; first < words.length; first++) {
    let taken = -1
    for (const { key, last } of spansOf(words, first, names.maxWords)) {
      const answer = answers?.get(key)
      if (answer) {
        for (const fit of answer.fits) named.push({ ...placed(fit, words, first, last), answer: fit })
        for (const word of words.slice(first, last + 1)) [word.as, word.origin] = ['answer', answer.origin]
        if (answer.fits.length > 0) [make, chainEnd] = [answer.fits.at(-1)?.make ?? make, last]
        taken = last
        break
      }
      const things = names.things.get(key)
      if (!things) continue
      const decimal = words[last + 1]
      if (/^\d$/.test(words[last]?.key ?? '') && decimal && /^[.,]$/.test(decimal.gap) && /^\d/.test(decimal.key))
        continue
      const isNext = follows(words, chainEnd, first)
      const previous = named.at(-1)
      // A generation of the family just named comes before all else: `GOLF V`, `C-MAX II`, `TRANSIT 2`.
      const own =
        previous && isNext && previous.last === chainEnd
          ? things.filter(
              (one) => one.kind === 'generation' && previous.makes.includes(one.make) && one.family === previous.family,
            )
          : []
      if (own.length === 1 && previous && own[0]) {
        if (previous.generation === null || previous.generation === own[0].generation) {
          ;[previous.make, previous.makes] = [own[0].make, [own[0].make]]
          previous.generation = own[0].generation
          ;[previous.last, previous.end, previous.needsYears] = [last, (words[last] as Word).end, false]
        } else named.push(placed(own[0], words, first, last))
        ;[taken, chainEnd] = [last, last]
        break
      }
      const isMakeNow = things.find((one) => one.kind === 'make')
      const families = things.filter((one) => one.kind === 'family')
      const ofMake = families.filter((one) => one.make === make)
      if (isMakeNow && !(ofMake.length > 0 && isNext && makeAt !== -99)) {
        ;[make, makeAt, chainEnd, taken] = [isMakeNow.make, last, last, last]
        break
      }
      const family = chooseFamily(families, key, { make, makeAt, first, isNext, scope, names, words })
      if (family) {
        // A body behind a family, such as `A4 Cabriolet`, is no family of its own.
        if (names.bodies.has(key) && (previous?.last === first - 1 || makeAt !== first - 1)) continue
        // `Dodge Ram 1500` is a Ram of Dodge, not a 1500 of Ram.
        if (isNext && family.thing.make !== make && hasShorterOfMake(words, first, last, make, names)) continue
        const vehicle = placed(family.thing, words, first, last)
        vehicle.makes = family.makes
        vehicle.needsYears = family.needsYears
        named.push(vehicle)
        ;[make, chainEnd, taken] = [family.thing.make, last, last]
        break
      }
      const generation = chooseGeneration(things, key, { make, isNext, scope, previous })
      if (generation) {
        named.push(placed(generation, words, first, last))
        ;[make, chainEnd, taken] = [generation.make, last, last]
        break
      }
    }
    if (taken >= 0) {
      first = taken
      continue
    }
    const previous = named.at(-1)
    const word = words[first] as Word
    if (!previous || word.isTaken || previous.last !== first - 1 || !/^[\s(,/&+-]{0,3}$/.test(word.gap)) continue
    // `F-250/350` are two families.
    const sibling = /^\d{3}$/.test(word.key) && siblingOf(previous, word.key, names)
    if (sibling) {
      named.push(placed(sibling, words, first, first))
      chainEnd = first
      continue
    }
    if (roman.test(word.key) && !/^[\s(]{0,2}$/.test(word.gap)) continue
    // A class of load, or a generation that the index does not know, restricts the family.
    if (loadClass.test(word.key) || (roman.test(word.key) && previous.generation === null)) {
      const next = words[first + 1]
      const isHeavy = next?.key === 'HD' && loadClass.test(word.key)
      const restriction = `${word.key}${isHeavy ? ' HD' : ''}`
      previous.restriction = previous.restriction === null ? restriction : `${previous.restriction}/${restriction}`
      previous.last = isHeavy ? first + 1 : first
      previous.end = (words[previous.last] as Word).end
      if (roman.test(word.key)) previous.needsYears = false
      chainEnd = previous.last
      first = previous.last
    }
  }
  scope.make = make
  takeListBefore(named, words, names)
  for (const one of named) takeGenerationBefore(one, words, names)
  return named
}

/** Takes a list of short names whose make is not written, in front of a vehicle: `A4 A6 PASSAT B5`. One alone may be anything. */
function takeListBefore(named: Named[], words: readonly Word[], names: VehicleNames): void {
  const [next] = named
  if (!next) return
  const found: Named[] = []
  for (let at = next.first - 1; at >= 0; at--) {
    const word = words[at] as Word
    const families = (names.things.get(word.key) ?? []).filter((one) => one.kind === 'family')
    const [only] = families
    if (word.isTaken || families.length !== 1 || !only || !/^\p{L}\d$/u.test(word.key) || !follows(words, at, at + 1))
      break
    found.unshift(placed(only, words, at, at))
  }
  if (found.length >= 2 && new Set(found.map((one) => one.make)).size === 1) named.unshift(...found)
}

function siblingOf(previous: Named, number: string, names: VehicleNames): NamedThing | undefined {
  const letters = /^(\p{L}+)-?\d{3}$/u.exec(previous.family)?.[1]
  if (letters === undefined) return undefined
  return names.things
    .get(letters.toUpperCase() + number)
    ?.find((one) => one.kind === 'family' && one.make === previous.make)
}

/** Tells whether a part of a name is a family of the make just named. */
function hasShorterOfMake(
  words: readonly Word[],
  first: number,
  last: number,
  make: string | null,
  names: VehicleNames,
): boolean {
  const shorter = [...spansOf(words, first, last - first)]
  return shorter.some(({ key }) =>
    (names.things.get(key) ?? []).some((one) => one.kind === 'family' && one.make === make),
  )
}

/** A generation in front of its family: `MK5 GOLF`. */
function takeGenerationBefore(one: Named, words: readonly Word[], names: VehicleNames): void {
  const before = words[one.first - 1]
  if (one.generation !== null || !before || before.isTaken || before.key.length < 3 || /^\d+$/.test(before.key)) return
  const own = (names.things.get(before.key) ?? []).filter(
    (thing) => thing.kind === 'generation' && thing.make === one.make && thing.family === one.family,
  )
  if (own.length !== 1 || !own[0]) return
  one.generation = own[0].generation
  one.needsYears = false
}

const placed = (
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
  answer: null,
  makes: [make],
})

/** Tells whether a word follows another with at most signs and words of lists between them. */
function follows(words: readonly Word[], before: number, first: number, isStrict = false): boolean {
  if (before < 0) return false
  for (let at = before + 1; at <= first; at++) {
    const word = words[at] as Word
    if (!/^[\s,/&+().:-]*$/.test(word.gap)) return false
    if (at < first && (isStrict || !connector.test(word.key.toLowerCase()))) return false
  }
  return true
}

interface Place {
  make: string | null
  makeAt: number
  first: number
  isNext: boolean
  scope: Scope
  names: VehicleNames
  words: readonly Word[]
}

function chooseFamily(
  families: readonly NamedThing[],
  key: string,
  { make, makeAt, first, isNext, scope, names, words }: Place,
): { thing: NamedThing; needsYears: boolean; makes: readonly string[] } | undefined {
  if (families.length === 0) return undefined
  const isNumber = /^\d+$/.test(key)
  const isWord = /^\p{L}+$/u.test(key)
  const isDistinct = names.distinct.has(key)
  const ofMake = families.find((one) => one.make === make)
  if (ofMake) {
    if (isNext) {
      // A single digit right before a unit or a decimal is none.
      return isMerchandise(words, first) ? undefined : only(ofMake, false)
    }
    if (isNumber || key.length === 1) return undefined
    // A mixed code behind a hyphen belongs to a number.
    if (key.length <= 2) return undefined
    if (isDistinct || !isWord) return only(ofMake, false)
    if (makeAt >= 0 && first - makeAt <= 4 && !isMerchandise(words, first)) return only(ofMake, false)
    return only(ofMake, true)
  }
  if (isNumber || key.length <= 2) return undefined
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
  // `Mazda3` in one word has its make in it.
  if (families.length === 1 && key.startsWith(nameKey(thing.make))) return only(thing)
  const isBeside = names.besideYears.has(key) && !isMerchandise(words, first)
  if (!isDistinct && !isBeside) return undefined
  return { thing, needsYears: !isDistinct, makes: families.map((one) => one.make) }
}

const only = (thing: NamedThing, needsYears = false) => ({ thing, needsYears, makes: [thing.make] })

const isMerchandise = (words: readonly Word[], at: number) => merchandise.test((words[at + 1]?.key ?? '').toLowerCase())

function chooseGeneration(
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
  const startsWithFamily = generations.filter(
    (one) => key.startsWith(nameKey(one.family)) && key !== nameKey(one.family),
  )
  if (startsWithFamily.length === 1 && (generations.length === 1 || startsWithFamily[0]?.make === make))
    return startsWithFamily[0]
  if (make === null && scope.makesOfText.size === 0) return undefined
  const ofMake = generations.filter((one) => one.make === make || (make === null && scope.makesOfText.has(one.make)))
  if (ofMake.length !== 1 || !ofMake[0]) return undefined
  const isCode = /^\p{L}+\d+\p{L}*$/u.test(key)
  if (isNext && isCode) return ofMake[0]
  if (isNext && previous?.generation != null && /^\d{3}$/.test(key)) return ofMake[0]
  return isCode && key.length >= 3 && /^\p{L}\d{2,3}$/u.test(key) ? ofMake[0] : undefined
}

/** Tells whether only a few words stand between years or an engine and a vehicle. */
function isBeside(words: readonly Word[], span: Span, one: Named, others: readonly Span[]): boolean {
  const [from, to] = span.end <= one.at ? [span.end, one.at] : [one.end, span.start]
  if (from > to) return false
  const between = words.filter(
    (word) =>
      word.start >= from &&
      word.end <= to &&
      !others.some((other) => other.start <= word.start && word.end <= other.end),
  )
  return between.length <= 4 && between.filter((word) => !connector.test(word.key.toLowerCase())).length <= 2
}

function isNextTo(words: readonly Word[], span: Span, one: Named): boolean {
  const [from, to] = span.end <= one.at ? [span.end, one.at] : [one.end, span.start]
  return !words.some((word) => word.start >= from && word.end <= to && !connector.test(word.key.toLowerCase()))
}

const bmwModel = /^[1-8]\d{2}(?:D|I|TI|XD|XI|CI|TD|TDS|IS|E)$/

/** Drops models that a generation of the same make names better, such as `328i E90`; without another engine they say the engine. */
function dropModelsOfGenerations(
  named: Named[],
  words: readonly Word[],
  engines: (Span & { names: readonly string[]; isBare: boolean })[],
  text: string,
): Named[] {
  const generation = named.find((one) => one.make === 'BMW' && one.generation !== null)
  if (!generation) return named
  const isModel = (one: Named) => one.make === 'BMW' && one.generation === null && bmwModel.test(nameKey(one.family))
  const models = words.filter((word) => bmwModel.test(word.key) && isBeside(words, word, generation, []))
  if (engines.length === 0) {
    for (const { start, end } of models) engines.push({ start, end, names: [text.slice(start, end)], isBare: false })
  }
  return named.filter((one) => !isModel(one))
}

/**
 * Gives each vehicle the years or engines that stand with it: those in front of a group if the text begins with them, else those behind
 * it. A text that begins and ends with them can be read in two ways.
 */
function bind<T extends Span>(named: readonly Named[], spans: readonly T[]): (T[] | 'doubtful' | undefined)[] {
  const result: (T[] | 'doubtful' | undefined)[] = named.map(() => undefined)
  if (spans.length === 0 || named.length === 0) return result
  const items: ({ at: number; vehicle: number } | { at: number; span: T })[] = [
    ...named.map((one, vehicle) => ({ at: one.at, vehicle })),
    ...spans.map((span) => ({ at: span.start, span })),
  ].toSorted((a, b) => a.at - b.at)
  const isPrefix = 'span' in (items[0] as object)
  const last = items.at(-1) as object
  let group: number[] = []
  let current: T[] = []
  let lastWasSpan = false
  if (isPrefix) {
    if ('span' in last) {
      // Years in front and behind, such as a model year and a list: only one group may have both, and they must be the same.
      return named.map(() => 'doubtful' as const)
    }
    for (const item of items) {
      if ('span' in item) {
        current = lastWasSpan ? [...current, item.span] : [item.span]
        lastWasSpan = true
      } else {
        result[item.vehicle] = current
        lastWasSpan = false
      }
    }
    return result
  }
  for (const item of items) {
    if ('span' in item) {
      for (const vehicle of group) {
        const before = result[vehicle]
        result[vehicle] = Array.isArray(before) ? [...before, item.span] : [item.span]
      }
      lastWasSpan = true
    } else {
      if (lastWasSpan) group = []
      group.push(item.vehicle)
      lastWasSpan = false
    }
  }
  return result
}

interface Limit extends Span {
  text: string
}

/** Reads clauses such as `with sport suspension` and `except GTI`; contents of a set are none. */
function readConditions(
  clause: string,
  text: string,
  words: readonly Word[],
  start: number,
  end: number,
  named: readonly Named[],
  years: readonly Span[],
  engines: readonly Span[],
): Limit[] {
  const limits: Limit[] = []
  for (const match of clause.matchAll(conditions)) {
    const from = match.index + start
    if (from >= end) continue
    let to = from + match[0].length
    const keyword = match.groups?.['except'] ?? match.groups?.['only'] ?? match.groups?.['including'] ?? ''
    const bodyAt = from + keyword.length + (/^\s*/.exec(match[0].slice(keyword.length))?.[0].length ?? 0)
    const isExcept = match.groups?.['except'] !== undefined
    const items = [...years, ...engines, ...named.map((one) => ({ start: one.at, end: one.end }))]
    if (items.some((one) => !isExcept && one.start <= bodyAt + 5 && bodyAt <= one.start)) continue
    if (!isExcept) for (const item of items) if (item.start > bodyAt && item.start < to) to = item.start
    const side = words.find(
      (word) =>
        word.start > bodyAt &&
        word.end <= to &&
        (Object.keys(positionWords) as Side[]).some((one) => positionWords[one].test(word.key.toLowerCase())),
    )
    if (side && !isExcept) to = side.start
    const isBehind = named.some((one) => one.end <= from)
    const body = text.slice(from, to).trim()
    const plainBody = plainText(body)
    if (contents.test(plainBody) && !vehicleFeature.test(plainBody)) continue
    const ofVehicle = isExcept && named.some((one) => one.at >= from && one.end <= to)
    if (!isBehind && !vehicleFeature.test(plainBody) && !ofVehicle) continue
    if (body.split(/\s+/).length > 8) {
      const eighth = [...body.matchAll(/\S+/g)][7]
      to = from + (eighth ? eighth.index + eighth[0].length : body.length)
    }
    limits.push({
      start: from,
      end: to,
      text: trimMarks(text.slice(from, to)),
    })
  }
  return limits
}

function bindLimits(named: readonly Named[], limits: readonly Limit[]): string[][] {
  return named.map((one) => {
    const behind = limits.filter((limit) => limit.start >= one.end)
    const before = limits.filter((limit) => limit.end <= one.at)
    // Two vehicles with a clause each: the nearest behind; one clause goes for all.
    if (limits.length === 1) return limits.map((limit) => limit.text)
    const next = named.find((other) => other.at > one.at && behind.some((limit) => limit.end <= other.at))
    const own = next ? behind.filter((limit) => limit.end <= next.at) : behind
    return (own.length > 0 ? own : before).map((limit) => limit.text)
  })
}

type Side = keyof typeof positionWords

function readPosition(
  plain: string,
  words: readonly Word[],
  start: number,
  end: number,
  named: readonly Named[],
  limits: readonly Limit[],
): { name: string | null; spans: Span[] } | null {
  const ignored = [...plain.slice(start, end).matchAll(noPosition)].map((match) => [
    match.index + start,
    match.index + start + match[0].length,
  ])
  const spans: Word[] = []
  const sides = new Set<Side>()
  for (const word of words) {
    const small = word.key.toLowerCase()
    if (ignored.some(([from = 0, to = 0]) => from <= word.start && word.end <= to)) continue
    if (named.some((one) => one.at <= word.start && word.end <= one.end)) continue
    if (limits.some((limit) => limit.start <= word.start && word.end <= limit.end)) continue
    // The estate of Audi is called Avant.
    if (small === 'avant' && named.some((one) => one.make === 'Audi')) continue
    const found =
      positionPairs[small] ?? (Object.keys(positionWords) as Side[]).filter((side) => positionWords[side].test(small))
    if (found.length === 0) continue
    spans.push(word)
    for (const side of found) sides.add(side)
  }
  if (spans.length === 0) return null
  const axle = sides.has('front') !== sides.has('rear') ? (sides.has('front') ? 'front' : 'rear') : null
  const side = sides.has('left') !== sides.has('right') ? (sides.has('left') ? 'left' : 'right') : null
  return { name: [axle, side].filter(Boolean).join(' ') || null, spans }
}

const maxYear = 9999

/** Tells whether years that stand behind several vehicles can be meant for one whose generation is written. */
function overlaps(one: Named, { from, to }: YearRange, names: VehicleNames): boolean {
  if (one.generation === null) return true
  const row = names.generations
    .get(familyKey(one.make, one.family))
    ?.find(({ generation }) => generation === one.generation)
  return !row || ((from ?? 0) <= (row.to ?? maxYear) && (to ?? maxYear) >= (row.from ?? 0))
}

/** Returns the make of a family that several makes have: that which built it in these years, if only one did. */
function chooseMake(one: Named, ranges: readonly YearRange[], names: VehicleNames): string | undefined {
  if (one.makes.length === 1) return one.make
  const built = one.makes.filter((make) =>
    ranges.every(({ from, to }) =>
      (names.years.get(familyKey(make, one.family)) ?? []).some(
        (row) => (from ?? 0) <= (row.to ?? maxYear) && (to ?? maxYear) >= (row.from ?? 0),
      ),
    ),
  )
  return ranges.length > 0 && built.length === 1 ? built[0] : undefined
}

/** Returns the only generation of a family that was built in all of the years. */
function generationOfYears(one: Named, { from, to }: YearRange, names: VehicleNames): string | null {
  if (from === null) return null
  if (one.restriction !== null && roman.test(one.restriction)) return null
  const rows = names.generations.get(familyKey(one.make, one.family)) ?? []
  const touching = rows.filter((row) => from <= (row.to ?? maxYear) && (to ?? maxYear) >= (row.from ?? 0))
  const [only] = touching
  if (touching.length !== 1 || !only) return null
  return from >= (only.from ?? 0) && (to ?? maxYear) <= (only.to ?? maxYear) ? only.generation : null
}

function isOutside(fit: Fit, names: VehicleNames): boolean {
  const rows = (names.years.get(familyKey(fit.make, fit.family)) ?? []).filter(
    (row) => fit.generation === null || row.generation === fit.generation,
  )
  const from = Math.min(...rows.map((row) => row.from ?? 0))
  const to = Math.max(...rows.map((row) => row.to ?? maxYear))
  return rows.length > 0 && ((fit.from ?? from) < from || (fit.to ?? to) > to)
}

/** Takes white space and marks off the end, step by step: a pattern would try each run of marks from each of its places. */
function trimMarks(text: string): string {
  let end = text.length
  while (end > 0 && /[\s.,:-]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end).trimStart()
}
