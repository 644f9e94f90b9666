import {
  firstFrom,
  follows,
  isBeside,
  isNextTo,
  joins,
  meansNothing,
  type Named,
  readWords,
  type Span,
  spansOf,
  spansOfPhrases,
  splitClauses,
  withoutGlued,
  type Word,
  wordsIn,
  wordsOf,
} from '#server/vehicles/fit-text.ts'
import {
  areTwins,
  badges,
  bedLengths,
  chassisCodes,
  connector,
  doors,
  driveKeys,
  isSide,
  loads,
  looks,
  modelKeys,
  merchandise,
  beforeFacelift,
  limitsAnywhere,
  styled,
  thread,
  types,
  versionKeys,
  wheel,
} from '#server/vehicles/fit-words.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import { engineRanges, isDiesel, readEngines } from '#server/vehicles/read-engines.ts'
import type { Fit, FitAnswer, FitAnswers, FitsReading, UsedWords } from '#server/vehicles/fits.ts'
import {
  areAnswered,
  findAnswers,
  holdAnswers,
  isCertain,
  isMakeKey,
  meantBeside,
  overlap,
} from '#server/vehicles/hold-answers.ts'
import {
  bindLimits,
  bindVersions,
  isNegated,
  readConditions,
  readNegations,
  readPosition,
  readVersions,
} from '#server/vehicles/read-limits.ts'
import { readYears, type YearRange, type YearSpan } from '#server/vehicles/read-years.ts'
import {
  familyKey,
  nameKey,
  type NamedThing,
  plainText,
  textKey,
  type VehicleNames,
} from '#server/vehicles/vehicle-names.ts'

/** Matches what looks like a year, an engine or a model, but is a size, a quantity, an oil or a part number. */
const measures = new RegExp(
  [
    '(?<!\\d)\\d{3}\\s?/\\s?\\d{2}\\s?z?-?\\s?r?\\s?-?\\s?\\d{2}(?!\\d)',
    '[\\p{L}ø]?\\d+(?:[.,]\\d+)?(?:\\s?mm)?(?:(?:[x*]|\\s[x*]\\s)\\d+(?:[.,]\\d+)?(?:\\s?mm)?)+',
    '\\p{L}{1,4}\\d{3,5}/\\d{1,2}\\p{L}?(?![\\p{L}\\p{N}])',
    '\\d{1,2}w-?\\d{2}(?!\\d)',
    // HPS 5.0, a mixture of brake pads
    '(?<![\\p{L}\\p{N}])(?:hps|dtc)[\\s-]\\d{1,2}(?:[.]\\d)?(?![\\p{L}\\p{N}.])',
    // 82-1127 and 114 800 0169, but not `307-3008`
    '(?<![\\p{L}\\p{N}./-])\\d{2,6}-(?!19[5-9]\\d(?!\\d)|20[0-3]\\d(?!\\d)|\\d00\\d(?!\\d))\\d{4,6}(?![\\p{L}\\p{N}/-])',
    '(?<!\\d)\\d{3} \\d{3} 0\\d{3}(?!\\d)',
    // 778.8746, but not `2006.2008`
    '(?<![\\p{L}\\p{N}.,/-]|(?<!\\p{L})o?m )(?!(?:19|20)\\d\\d\\.)\\d{3,5}\\.\\d{3,6}(?![\\p{L}\\p{N}.,/-])',
    // 917-034, but not `206-207`
    '(?<![\\p{L}\\p{N}./-])\\d{3}-\\d{3}(?![\\p{L}\\p{N}/-])',
    // 15208-65F0E
    '(?<![\\p{L}\\p{N}./-])\\d{5}-(?=\\d*\\p{L})[\\p{L}\\d]{5}(?![\\p{L}\\p{N}/-])',
    '(?<![\\p{L}\\p{N}])excel-g(?![\\p{L}\\p{N}])',
    // 61-253, but not `Audi 80-100`
    '(?<![\\p{L}\\p{N}./-])\\d{2}-\\d{3}(?![\\p{L}\\p{N}/-])',
    '(?<![\\p{L}\\p{N}])a/c(?![\\p{L}\\p{N}])',
    '\\d+-(?:teilig|tlg|polig|pin|wire|way|piece|pc|speed)\\p{L}*',
    // `Art. 2003`, but not `Dart 2003` and `Fiorino 2003`
    '(?:nr|(?<!\\p{L})(?:no|ref|art|part no|part number|part|teilenummer|artikelnummer|numer|kod|codice|cod|p/n|pn|sku|ean))(?:[.:#]+\\s?|\\s)(?:nr\\.?\\s)?[\\p{L}\\d]*\\d[\\p{L}\\d./-]*',
    '[\\p{L}\\d]+(?:[-.][\\p{L}\\d]+){2,}',
    '\\d+(?:[.,]\\d+)?\\s?(?:mm|cm|kg|ml|volt|watt|amp|ah|bar|psi|nm|kw|ps|hp|km|ks|cv|ch|cp|pcs?|pieces?|stk|stuck|stuckzahl|szt|sztuk|pezzi|pz|inch|zoll|cali|rpm|ohm|lumen|eur|pln|zl|usd|teilig|tlg|polig|pin)(?![\\p{L}\\p{N}])',
    '\\d+(?:[.,]\\d+)?(?:v|w|a|g|m|k|°|%|€|")(?![\\p{L}\\p{N}])',
    loads.source,
    bedLengths.source,
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
  'gu',
)
const looksLikeRange =
  /^(?:\d{4}-\d{2}|\d{4}(?:\.5)?-\d{4}(?:\.5)?|\d{2}-\d{2}|\d{1,2}\.\d{4}-\d{1,2}\.\d{4}|\d{2}\.\d{2}-\d{2}\.\d{2}|\d{1,2}\.\d{4}-|\d{4}-\d{4}-.*)$/
/** Matches two years that are joined: whatever else they look like, they leave a text to a person. */
const looksLikeYears = /(?<!\d)(?:19[5-9]|20[0-3])\d(?:[.,]\d)?\s?[-/]\s?(?:19[5-9]|20[0-3])\d(?:[.,]\d)?(?!\d)/

/** Matches what is longer than any name or number; each digit of it would be tried as a measure. */
const longRun = /[a-z0-9]{61,}/g

/** The most vehicles of a clause: more are left over, since each is compared with all. Texts of shops have up to 120. */
const maxNamed = 300

/** Matches classes of load, which one family has several of. */
const loadClass = /^(?:150|250|350|450|550|1500|2500|3500|4500|5500)(?:HD)?$/
const roman = /^(?:II|III|IV|V|VI|VII|VIII|IX|MK\d)$/

/**
 * Reads which vehicles a text names: phrases that a person decided, then names, years, engine, position and condition. What can be read
 * in two ways is not read, so that no part fits a wrong vehicle.
 */
export function readFits(text: string, names: VehicleNames, answers?: FitAnswers): FitsReading {
  const plain = plainText(text).replaceAll(longRun, (run) => ' '.repeat(run.length))
  const words = readWords(text, plain)
  const scope: Scope = { makesOfText: findMakes(words, names), make: null }
  const clauses = splitClauses(plain).map(([start, end]) =>
    readClause(plain, text, wordsIn(words, { start, end }), start, end, names, answers, scope),
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
  const readings = addTwins([...unique.values()], words, names)
  const makes = new Set(readings.map(({ make }) => make))
  takeMakes(words, names, makes)
  takeListsOfMakes(words, names, makes)
  for (const [index, word] of words.entries())
    word.as ??=
      isHarmless(word, words[index - 1], words[index + 1], names) || isNumberOfPart(words, index, makes, names)
        ? 'part'
        : isCodeOfRead(word, readings, names)
          ? 'vehicle'
          : null
  const found = findLeftover(words, text, names, answers)
  const whole = answers?.get(textKey(text))
  const isSpent = areAnswered(found, answers)
  const leftover = whole && isSpent ? [] : found
  const meant = whole ? readWhole(readings, whole, words, { text, names, isSpent }) : readings
  const restricted = restrict(meant, words, plain, text)
  return {
    readings: restricted,
    used: findUsed(words, text),
    leftover,
    isComplete: restricted.length > 0 && leftover.length === 0,
    outsideYears: restricted.filter((fit) => isOutside(fit, names)),
  }
}

/** Adds the same vehicle under the badge of another make where a text names both, as in `Vauxhall/Opel Astra`. */
function addTwins(readings: readonly Fit[], words: readonly Word[], names: VehicleNames): Fit[] {
  const makeOf = (word: Word | undefined) =>
    (names.things.get(word?.key ?? '') ?? []).find(({ kind }) => kind === 'make')?.make
  const pairs = words.flatMap((word, at) => {
    const [one, other] = [makeOf(words[at - 1]), makeOf(word)]
    const isPair = one !== undefined && other !== undefined && one !== other && /^\s?[/&+]\s?$/.test(word.gap)
    return isPair && (badges.has(one) || badges.has(other)) ? [[one, other]] : []
  })
  return readings.flatMap((fit) => {
    const twin = pairs.find((pair) => pair.includes(fit.make))?.find((make) => make !== fit.make)
    const rows = twin === undefined ? [] : (names.years.get(familyKey(twin, fit.family)) ?? [])
    const isBuilt = rows.some(({ generation }) => fit.generation === null || generation === fit.generation)
    return twin !== undefined && isBuilt ? [fit, { ...fit, make: twin }] : [fit]
  })
}

const isNumbered = (gap: string | undefined, other: Word | undefined) =>
  gap !== undefined && /^[-/.]$/.test(gap) && /^\d/.test(other?.key ?? '')

/** Tells whether a word is one for a part, or was decided to be none of a vehicle. */
const isSettled = (word: Word | undefined): boolean =>
  word !== undefined &&
  !connector.test(word.key.toLowerCase()) &&
  (word.as === 'part' || word.as === 'answer' || isPartWord(word.key.toLowerCase()))

/** Tells whether a word names no vehicle and restricts none: a word for a part, a size, or a part number. */
function isHarmless(
  { key, gap, phrase }: Word,
  before: Word | undefined,
  next: Word | undefined,
  names: VehicleNames,
): boolean {
  if (modelKeys.has(key) || phrase !== null) return false
  if (/^(?:MANUAL|AUTOMATIC)$/.test(key) && /^(?:FOR|ONLY)$/.test(before?.key ?? '')) return false
  // `fluence112100020r` begins with a vehicle.
  const letters = /^\p{L}{4,}(?=\d)/u.exec(key)?.[0]
  if (letters && (letters.length > 4 || names.things.has(letters) || modelKeys.has(letters))) return false
  if (isPartWord(key.toLowerCase(), names.things.has(key)) || types.test(key) || connector.test(key.toLowerCase()))
    return true
  // `300TDI` is an engine that is not known.
  if (/^\d{2,3}(?:TDI|TDCI|CDI|HDI|DCI|JTD|CRDI|TSI|TFSI)$/.test(key)) return false
  // Long numbers are part numbers, wherever they stand; so is an A of `A pillar`.
  if (/^\d{7,}$/.test(key) || (key.length >= 6 && /\d.*\d.*\d/.test(key) && !names.things.has(key))) return true
  if (/^[A-D]$/.test(key) && /^PILLARS?$/.test(next?.key ?? '')) return true
  // `SEAT belt`, next to another make.
  if (/^(?:SEAT|RAM|MINI|SMART)$/.test(key) && next && isPartWord(next.key.toLowerCase())) return true
  // The `s` of `driver's`, the `d` of `d'embrayage`, and a word of one letter between words for parts.
  if (key === 'S' && /^['’]$/.test(gap)) return true
  if (/^(?:[DLN]|QU)$/.test(key) && /^['’]$/.test(next?.gap ?? '')) return true
  if (/^\p{L}$/u.test(key) && before?.as === 'part' && next && isPartWord(next.key.toLowerCase())) return true
  // `Android 15` and the D of a text that was cut off, where no vehicle is beside.
  if (
    /^(?:\p{L}|[1-8]\d?)$/u.test(key) &&
    isSettled(before) &&
    (next === undefined || isSettled(next)) &&
    !isNumbered(gap, before)
  )
    return true
  // `2x`, but not the A1 8X.
  if (/^[1-9]X$/.test(key) && before?.as !== 'vehicle' && !names.things.has(key)) return true
  // `Set of 4` and `2 brake pads`, but not two digits that may be a year.
  if (/^\d{1,2}$/.test(key) && !/^0|^9\d/.test(key) && before?.as !== 'vehicle' && !isNumbered(next?.gap, next)) {
    if (/^(?:OF|SET|PACK|QTY)$/.test(before?.key ?? '') || (next && isPartWord(next.key.toLowerCase()))) return true
  }
  if (names.things.has(key) || before?.as === 'vehicle' || isNumbered(gap, before) || isNumbered(next?.gap, next))
    return false
  return /^\d{5,}$/.test(key) || (key.length >= 5 && /\d.*\d/.test(key) && /\p{L}/u.test(key))
}

const isModelWith = (number: string, key: string) =>
  /^\d{3}$/.test(number) && key.startsWith(number) && bmwModel.test(key)

/** Tells whether a word is the code of a generation that was read, which years may have said. */
const isCodeOfRead = ({ key }: Word, readings: readonly Fit[], names: VehicleNames): boolean =>
  /^(?=.*\p{L})(?=.*\d)/u.test(key) &&
  (names.things.get(key) ?? []).some(
    (thing) =>
      thing.kind === 'generation' &&
      readings.some(
        (fit) =>
          fit.generation !== null &&
          fit.make === thing.make &&
          fit.family === thing.family &&
          fit.generation === thing.generation,
      ),
  )

/** Lists makes whose models, engines and generations are numbers or letters with three digits. */
const numberedMakes: ReadonlySet<string> = new Set([
  'BMW',
  'Lexus',
  'Mercedes-Benz',
  'Porsche',
  'Renault',
  'Toyota',
  'Volvo',
])

/**
 * Tells whether a number of three or four digits, with or without a letter in front, is that of a part, as in `Rim 4063` and `Left hand A885`:
 * no year, load or name of a vehicle, and not right behind a vehicle, which it may restrict.
 */
function isNumberOfPart(words: readonly Word[], at: number, makes: ReadonlySet<string>, names: VehicleNames): boolean {
  const [before, { key, gap }, next] = [words[at - 1], words[at] as Word, words[at + 1]]
  // `328i 328`: the number says the model beside it again.
  if (makes.has('BMW') && [before, next].some((word) => word && isModelWith(key, word.key))) return true
  // `x4` counts parts, but the X4 is a BMW.
  if (/^X\d$/.test(key) && !makes.has('BMW') && isSettled(before)) return true
  if (!/^\p{L}?\d{3}$|^\d{4}$/u.test(key) || names.things.has(key) || loadClass.test(key) || gap === '') return false
  if (/^(?:19[5-9]|20[0-3])\d$/.test(key) || isNumbered(gap, before) || isNumbered(next?.gap, next)) return false
  if (/^[.,'+]/.test(next?.gap ?? '') && /^\d/.test(next?.key ?? '')) return false
  if (key.length === 3 || /^\p{L}/u.test(key)) {
    return (
      isSettled(before) &&
      (next === undefined || isSettled(next)) &&
      ![...makes].some((make) => numberedMakes.has(make))
    )
  }
  return isSettled(before) || before?.as === 'position' || before?.as === 'years'
}

/** Takes the makes of what was read; any other make is a word that a person decides, for a whole make is no fit. */
function takeMakes(words: readonly Word[], names: VehicleNames, makes: ReadonlySet<string>): void {
  for (const span of spansOfMakes(words, names, makes)) for (const word of wordsIn(words, span)) word.as ??= 'vehicle'
}

/**
 * Takes lists of at least three makes without a sign between them in front of a vehicle of one of them, as in `VW SEAT AUDI POLO 5`:
 * words to be found by, which name no model.
 */
function takeListsOfMakes(words: readonly Word[], names: VehicleNames, makes: ReadonlySet<string>): void {
  for (let first = 0; first < words.length; first++) {
    let end = first
    while (words[end] && isMake(words[end] as Word, names) && (end === first || words[end]?.gap === ' ')) end++
    const list = words.slice(first, end)
    const isOfRead = (word: Word) =>
      (names.things.get(word.key) ?? []).some((one) => one.kind === 'make' && makes.has(one.make))
    const next = words[end]
    if (list.length >= 3 && next?.as === 'vehicle' && next.gap === ' ' && list.some(isOfRead))
      for (const word of list) word.as ??= 'part'
    first = Math.max(end - 1, first)
  }
}

/** Finds where these makes are named. */
const spansOfMakes = (words: readonly Word[], names: VehicleNames, makes: ReadonlySet<string>): Span[] =>
  words.flatMap(({ start }, first) =>
    [first, first + 1].flatMap((last) => {
      const span = words.slice(first, last + 1)
      const { end } = words[last] ?? { end: -1 }
      const things = names.things.get(span.map((word) => word.key).join('')) ?? []
      return end >= 0 && things.some((one) => one.kind === 'make' && makes.has(one.make)) ? [{ start, end }] : []
    }),
  )

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

/** Returns what is left over; a make and the word behind it are one phrase, and a family and its unknown code. */
function findLeftover(
  words: readonly Word[],
  text: string,
  names: VehicleNames,
  answers: FitAnswers | undefined,
): string[] {
  const phrases = new Set<string>()
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as Word
    if (word.as !== null) continue
    let last = index
    // `Land Rover` is one make.
    const second = words[index + 1]
    if (second?.as === null && joins.test(second.gap) && isMakeKey(word.key + second.key, names)) last += 1
    const next = words[last + 1]
    if ((last > index || isMake(word, names)) && next?.as === null && joins.test(next.gap) && !isMake(next, names))
      last += 1
    else if (isMake(word, names) && answers?.get(word.key)?.fits.length === 0) {
      takeAs(word, answers.get(word.key) as FitAnswer, index)
      continue
    }
    for (let more = words[last + 1]; more?.as === null; more = words[last + 1]) {
      if (more.phrase === null || more.phrase !== words[last]?.phrase || !/^(?:[ \-.'_]?| ?\()$/.test(more.gap)) break
      last += 1
    }
    phrases.add(text.slice(word.start, words[last]?.end))
    index = last
  }
  return [...phrases]
}

const nothingSaid = { from: null, to: null, engine: null, position: null, condition: null }

/**
 * Returns the fits of a text of which a person said which vehicles it means. Once its words are decided, what is left over restricts
 * them, but for numbers and letters beside a vehicle that was read.
 */
function readWhole(
  readings: readonly Fit[],
  { fits }: FitAnswer,
  words: readonly Word[],
  { text, names, isSpent }: { text: string; names: VehicleNames; isSpent: boolean },
): Fit[] {
  const missing = fits.filter(
    (one) =>
      !readings.some(
        ({ make, family, generation }) =>
          make === one.make && family === one.family && (generation === null || generation === one.generation),
      ),
  )
  const rest = isSpent ? takeRest(words, text, names, new Set(fits.map(({ make }) => make))) : []
  const limited = (fit: Fit, limits: readonly string[]) => ({
    ...fit,
    condition: [fit.condition, ...limits].filter(Boolean).join(' ') || null,
  })
  const telling = rest.filter((one) => one.split(/[^\p{L}\p{N}]+/u).some((word) => !meansNothing(word)))
  return [
    ...readings.map((fit) => limited(fit, telling)),
    ...missing.map((fit) => limited({ ...nothingSaid, ...fit }, rest)),
  ]
}

/** Takes the words that are left over, and returns them as they are written, without the names of vehicles of some makes. */
function takeRest(words: readonly Word[], text: string, names: VehicleNames, makes: ReadonlySet<string>): string[] {
  const open = words.map((word) => (word.as === null ? word : null))
  for (const [first, word] of open.entries()) {
    if (!word) continue
    for (const { key, last } of spansOf(words, first, names.maxWords)) {
      if (open.slice(first, last + 1).includes(null)) continue
      if (!(names.things.get(key) ?? []).some(({ make }) => makes.has(make))) continue
      for (const one of words.slice(first, last + 1)) one.as ??= 'answer'
      break
    }
  }
  const rest: string[] = []
  for (let index = 0; index < words.length; index++) {
    if (words[index]?.as !== null) continue
    let last = index
    while (words[last + 1]?.as === null) last += 1
    // `1.25` is one number.
    let begin = index
    while (/^[.,]$/.test(words[begin]?.gap ?? '') && /^\d+$/.test(words[begin - 1]?.key ?? '')) begin -= 1
    rest.push(text.slice(words[begin]?.start, words[last]?.end))
    for (const word of words.slice(index, last + 1)) word.as = 'answer'
    index = last
  }
  return rest
}

interface Scope {
  makesOfText: ReadonlySet<string>
  make: string | null
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
    const isEndOfYears =
      /^(?:19[5-9]|20[0-3])\d\D/.test(found) && /\d\s?(?:-+>?|to|bis|do|a)\s?$/.test(clause.slice(0, index))
    const isCode = isCodeOfFamily(text.slice(start + index, start + index + found.length), words, start + index, names)
    if (!isEndOfYears && !isCode && !isNoMeasure(found, names)) blocked.push([index, index + found.length])
  }
  const isBlocked = (from: number, to: number) => blocked.some(([a, b]) => a < to && from < b)
  const blockedWords = new Set(words.filter((word) => isBlocked(word.start - start, word.end - start)))
  // `V80-2007-2017`: behind a name that the index does not know, a number may be that of a part.
  const isJoinedToUnknown = (at: number) =>
    clause.charAt(at - 1) === '-' &&
    words.some(({ key, end: last }) => last === start + at - 1 && !names.things.has(key))
  const years = readYears(clause, (from, to) => !isBlocked(from, to)).map((span) => ({
    ...span,
    isDoubtful: span.isDoubtful || isJoinedToUnknown(span.start),
    start: span.start + start,
    end: span.end + start,
  }))
  const ranges = [...clause.matchAll(engineRanges)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
  const engines = readEngines(withoutGlued(clause))
    .filter((span) => !ranges.some((range) => range.start < span.end && span.start < range.end))
    .filter((span) => !blocked.some(([a, b]) => a < span.end && span.start < b && !isValves(clause.slice(a, b))))
    .map((span) => ({
      ...span,
      start: span.start + start,
      end: span.end + start,
      // `Transit 2.4 RWD MK6`: litres before a generation are an engine also without a word.
      isBare: span.isBare && !/^\s+(?:\p{L}+\s+){0,2}mk\.?\s?\d/u.test(clause.slice(span.end)),
    }))
  const ofYears = wordsOf(
    words,
    years.filter(({ isBare, isShort, ranges }) => (isShort ? ranges.some(({ to }) => to !== null) : !isBare)),
  )
  const ofRanges = wordsOf(
    words,
    ranges.map((range) => ({ start: range.start + start, end: range.end + start })),
  )
  const isClaimed = (word: Word) => blockedWords.has(word) || ofYears.has(word) || ofRanges.has(word) || word.isEngine

  for (const word of wordsOf(
    words,
    engines.filter(({ isBare }) => !isBare),
  ))
    word.isEngine = true
  // `Ducato 94-02`: years come before an answer for `Ducato 94`.
  const isCutFromYears = ({ start: from, end: to }: Span) =>
    years.some((span) => !span.isBare && span.start < to && from < span.end && (span.start !== from || span.end !== to))
  let named = nameVehicles(text, words, isClaimed, isCutFromYears, names, answers, scope).slice(0, maxNamed)
  for (const [at, { isEngine, key, start: from, end }] of words.entries()) {
    // `320 d` is a 320d.
    const to = isEngine && isSpacedModel(words, at) ? (words[at + 1] as Word).end : end
    if (isEngine && (to > end || bmwModel.test(key)))
      engines.push({ start: from, end: to, names: [text.slice(from, to).replace(' ', '')], isBare: false })
  }
  const isOfVehicle = (from: number, to: number) => named.some((one) => one.at < to && from < one.end)
  const freeYears = years.filter((span) => !isOfVehicle(span.start, span.end))
  const codes = [...clause.matchAll(chassisCodes)].flatMap(({ index, 0: found }) => {
    const span = { start: index + start + 1, end: index + start + found.length - 1 }
    const isOther = wordsIn(words, span).some(
      ({ key }) =>
        types.test(key) ||
        isSide(key) ||
        (names.things.get(key) ?? []).some(
          (thing) =>
            thing.kind !== 'generation' ||
            named.every(({ make }) => make !== thing.make) ||
            named.some((one) => isGenerationOfNamed(thing, one)),
        ),
    )
    return isOther ? [] : [span]
  })
  const details = detailsOf(engines, words, named, text, names)
  const versions = readVersions(clause, text, words, start, named, freeYears, engines, [...codes, ...details])
  // `Civic headlight left (06-11)`: years in brackets are those of the only vehicle, with words for its part between them.
  const isAlone = ({ start: from, end: to, ranges }: YearSpan) => {
    const inBrackets = /^\([^()]+\)$/.test(plain.slice(from - 1, to + 1))
    // `Discovery 2 bulb holder to 02`: so are years with a word in front of them.
    if (named.length !== 1 || ranges.length === 0 || !(inBrackets || /^\p{L}/u.test(plain.slice(from, to))))
      return false
    return words.every(
      ({ key, start: at, isEngine }) =>
        at >= from ||
        at < (named[0]?.end ?? 0) ||
        isEngine ||
        isPartWord(key.toLowerCase(), names.things.has(key)) ||
        isSide(key) ||
        (inBrackets && (versionKeys.has(key) || /^\d{3}$/.test(key))),
    )
  }
  let placedYears = freeYears.filter(
    (span) =>
      !span.isShort ||
      named.some((one) =>
        // `+14` may be a size, but for one right behind a vehicle.
        plain.charAt(span.start) === '+'
          ? one.end <= span.start && isNextTo(words, span, one)
          : isAlone(span) || isBeside(words, span, one, [...freeYears, ...engines, ...versions]),
      ),
  )
  const placedEngines = engines.filter(
    (span) =>
      // An engine with its word is in none but between a family and its generation.
      (!span.isBare || !isOfVehicle(span.start, span.end)) &&
      !placedYears.some((one) => one.start < span.end && span.start < one.end) &&
      (!span.isBare ||
        named.some((one) => isBeside(words, span, one, [...placedYears, ...engines])) ||
        engines.some((one) => !one.isBare && Math.abs(one.end - span.start) <= 3)),
  )
  const limits = readConditions(clause, text, words, start, end, named, placedYears, placedEngines)
  const negated = readNegations(clause)
  for (const one of named)
    one.isExcluded =
      limits.some((limit) => limit.start <= one.at && one.end <= limit.end) ||
      isNegated(clause, one.at - start, negated)
  // What a part does not fit is one phrase.
  for (const one of named)
    if (one.isExcluded) for (const word of words.slice(one.first, one.last + 1)) word.phrase ??= one.first
  const inLimit = (span: Span) => limits.some((limit) => limit.start <= span.start && span.end <= limit.end)
  // `Golf IV 97-03, Bora 98-05`: years behind an unknown word may be those of a vehicle that has no name here.
  const ofVehicles = wordsOf(
    words,
    named.map((one) => ({ start: one.at, end: one.end })),
  )
  const ofLimits = wordsOf(words, limits)
  const ofOthers = new Set([...ofVehicles, ...wordsOf(words, [...versions, ...placedEngines, ...limits])])
  const ofPlacedYears = wordsOf(words, placedYears)
  const ofMakes = wordsOf(words, spansOfMakes(words, names, new Set(named.map((one) => one.make))))
  const isOfStranger = (span: Span) => isBehindStranger(words, span, ofOthers, ofPlacedYears, ofMakes, names)
  // Years that belong to no vehicle may be meant for each of them.
  const ofYearsOfMeasures = wordsOf(
    words,
    blocked.flatMap(([from, to]) =>
      looksLikeYears.test(clause.slice(from, to)) ? { start: from + start, end: to + start } : [],
    ),
  )
  const ofSpans = wordsOf(words, [...years, ...engines])
  const isRead = (word: Word) =>
    (blockedWords.has(word) && !ofYearsOfMeasures.has(word)) ||
    ofLimits.has(word) ||
    isOfVehicle(word.start, word.end) ||
    ofSpans.has(word)
  const hasLooseYears =
    freeYears.some((span) => !placedYears.includes(span) && !inLimit(span)) ||
    words.some((word) => /^(?:19[5-9]|20[0-3])\d$/.test(word.key) && !isRead(word))
  const ofStrangers = placedYears.filter((span) => isOfStranger(span))
  placedYears = placedYears.filter((span) => !inLimit(span) && !ofStrangers.includes(span))
  const freeEngines = placedEngines.filter((span) => !inLimit(span))

  // A word with another meaning needs years, a generation or a list at its side.
  const isSure = (one: Named) =>
    !one.needsYears ||
    one.generation !== null ||
    placedYears.some((span) => isNextTo(words, span, one) || isAlone(span)) ||
    freeEngines.some((span) => isNextTo(words, span, one))
  const sure = new Set(named.filter((one) => isSure(one)))
  for (const list of [named, named.toReversed()])
    for (const one of list) if ([...sure].some((other) => isInList(words, one, other))) sure.add(one)
  named = named.filter((one) => sure.has(one))
  const kept = dropModelsOfGenerations(
    named.filter((one) => !one.isExcluded),
    words,
    freeEngines,
    ofRanges,
    text,
  )
  const position = readPosition(plain, words, start, end, kept, [...limits, ...versions])
  const mark = (as: UsedWords['as'], spans: readonly Span[]) => {
    for (const span of spans) for (const word of wordsIn(words, span)) word.as ??= as
  }
  // What restricts a vehicle is a size of a part only where no vehicle is.
  const restricting = [loads, bedLengths].flatMap((pattern) => [...clause.matchAll(pattern)].map(({ index }) => index))
  mark(
    'part',
    blocked.flatMap(([from, to]) => (restricting.includes(from) ? [] : { start: from + start, end: to + start })),
  )
  mark('position', position?.spans ?? [])
  if (kept.length === 0) return { fits: [], position: position?.name ?? null, hadVehicle: named.length > 0 }
  const parts = splitTitle(plain.slice(0, end), start, kept, placedYears)
  const yearsOf = bindInParts(kept, placedYears, parts)
  const partsOfEngines = sharesEngines(parts, placedYears, freeEngines) ? parts.slice(0, 0) : parts
  const enginesOf = bindInParts(kept, freeEngines, partsOfEngines)
  const limitsOf = bindLimits(kept, limits)
  const versionsOf = bindVersions(
    kept,
    versions.filter((span) => !inLimit(span)),
    ({ first }) => {
      const before = words[first - 1]
      return words[first]?.gap.includes(',') === true || (before !== undefined && isMake(before, names))
    },
  )
  for (const [one, successor] of successorsOf(kept, yearsOf, names)) {
    // The make in front of it is that of before.
    mark('vehicle', spansOfMakes(words, names, new Set(one.makes)))
    Object.assign(one, successor)
  }
  let isDoubtful = hasLooseYears
  const fits = kept.flatMap((one, index): Fit[] => {
    for (const word of words.slice(one.first, one.last + 1)) word.phrase ??= one.first
    const spans = yearsOf[index] ?? yearsOfSame(one, kept, yearsOf)
    const motors = enginesOf[index] ?? enginesOfFirst(index, kept, enginesOf)
    const shared = kept.length > 1
    if (
      hasLooseYears ||
      one.isDoubtful ||
      spans === 'doubtful' ||
      motors === 'doubtful' ||
      spans?.some((span) => span.isDoubtful)
    ) {
      isDoubtful = true
      return []
    }
    // `Enclave 2008-2017 Traverse`: years of one vehicle leave those of the other open.
    if (spans === undefined && one.generation === null && one.answer === null && placedYears.length > 0) return []
    if (spans === undefined && ofStrangers.length > 0) return []
    if (spans === undefined && one.stranger !== null) {
      const behind = words.slice(one.first, words.indexOf(one.stranger) + 1)
      for (const word of behind) word.phrase = one.first
      reopen([...behind.slice(0, one.last - one.first + 1), one.stranger])
      isDoubtful = true
      return []
    }
    if (motors === undefined && one.answer === null && freeEngines.length > 0 && partsOfEngines.length < 2) return []
    // `VW Golf, Audi A3 8P 2003-2012`: years behind a generation may be those of that generation alone.
    const isBeforeGeneration = kept.some(
      (other) =>
        other.generation !== null &&
        !loadClass.test(other.generation) &&
        one.end <= other.at &&
        spans?.every((span) => other.end <= span.start),
    )
    if (spans !== undefined && one.generation === null && one.answer === null && isBeforeGeneration) return []
    // `BMW 1er 3er E90 E87`: the generation says which of them.
    if (spans === undefined && one.generation === null && one.answer === null && isNamedBetter(one, kept)) {
      mark('vehicle', [{ start: one.at, end: one.end }])
      for (const [at, other] of kept.entries())
        if (isNamedBetter(one, [other])) versionsOf[at]?.push(...(versionsOf[index] ?? []))
      return []
    }
    const said = (spans ?? []).flatMap(({ ranges: found }) => found)
    if (one.answer !== null && !isInYears(one, said, names)) {
      // Years come before an answer: others of the same answer may be meant, or another generation of the family.
      const ofAnswer = kept.filter((other) => other.at === one.at)
      if (ofAnswer.some((other) => isInYears(other, said, names))) return []
      if (isBareFamily(one, words, names)) {
        if (ofAnswer[0] !== one) return []
        one.answer = one.generation = null
      } else if (!said.every((range) => areBuiltAt(ofAnswer, range, names))) {
        isDoubtful = true
        return []
      } else if (!said.some((range) => overlaps(one, range, names))) return []
    }
    // Years in which no vehicle of the list was built are said of each.
    const isOfOthers = (range: YearRange) =>
      kept.some((other, at) => {
        const own = yearsOf[at]
        return Array.isArray(own) && own.some((span) => span.ranges.includes(range)) && overlaps(other, range, names)
      })
    const ranges = said
      .filter((range) => !shared || overlaps(one, range, names) || !isOfOthers(range))
      .map((range) => ofGeneration(one, range, kept, names))
    const engineNames = enginesOfSeries(
      one,
      (motors ?? []).flatMap((span) => span.names),
    )
    // Several engines and several ranges: which of them go together is not said.
    if (ranges.length > 1 && engineNames.length > 1) {
      isDoubtful = true
      return []
    }
    const make = chooseMake(one, ranges, names) ?? one.makes.find((own) => isMakeOfOthers(own, one, kept))
    if (make === undefined) return []
    const rest = shorten(one, ranges, words, text, names)
    // What was not built in any of the years is left out; its row would go for all years, or for none.
    if (shared && one.generation === null && !wasBuilt({ ...one, make }, ranges, names)) {
      isDoubtful ||= kept.every(({ at }) => at === one.at)
      return []
    }
    mark('vehicle', [{ start: one.at, end: one.end }])
    const { answer } = one
    // Since 2007 all of these classes are heavy ones.
    const isPlain = one.restriction === 'HD' && ranges.length > 0 && ranges.every(({ from }) => (from ?? 0) >= 2007)
    const condition =
      [
        ...new Set([
          isPlain ? null : one.restriction,
          rest,
          answer?.condition,
          ...(versionsOf[index] ?? []),
          ...(limitsOf[index] ?? []),
        ]),
      ]
        .filter(Boolean)
        .join(', ') || null
    return (ranges.length > 0 ? ranges : [{ from: answer?.from ?? null, to: answer?.to ?? null } as YearRange]).flatMap(
      (range) =>
        (engineNames.length > 0 ? engineNames : [answer?.engine ?? null]).map((engine) => ({
          make,
          family: one.family,
          generation: one.generation ?? (answer ? null : generationOfYears({ ...one, make }, range, names)),
          from: range.from,
          to: range.to,
          ...daysOf(range),
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
  // A version of a vehicle that is not read is read of no other.
  const said = versions.filter(({ text: version }) => fits.some(({ condition }) => condition?.includes(version)))
  mark('condition', [...limits, ...said])
  return { fits, position: position?.name ?? null, hadVehicle: true }
}

/** Returns the years of the same vehicle where it is named again without them, as in `Golf 2010-2012 Golf VI`. */
function yearsOfSame<Years>(
  one: Named,
  all: readonly Named[],
  yearsOf: readonly (Years[] | 'doubtful' | undefined)[],
): Years[] | undefined {
  const same = all.findIndex(
    (other, at) =>
      other !== one &&
      other.generation === null &&
      other.make === one.make &&
      other.family === one.family &&
      other.at !== one.at &&
      Array.isArray(yearsOf[at]),
  )
  return same < 0 ? undefined : (yearsOf[same] as Years[])
}

/** Finds the codes and powers of engines right behind them, as in `2.0 TDI BKD` and `1.6 HDi 90`, which say which of them are meant. */
const detailsOf = (
  engines: readonly { end: number; isBare: boolean; names: readonly string[] }[],
  words: readonly Word[],
  named: readonly Named[],
  text: string,
  names: VehicleNames,
): (Span & { text: string })[] =>
  engines.flatMap(({ end, isBare, names: own }) => {
    const at = firstFrom(words, end)
    const [before, word, next] = words.slice(Math.max(at - 1, 0), at + 2)
    if (isBare || !before || !word || !/^ \(?$/.test(word.gap) || isSide(word.key) || /^[.,]$/.test(next?.gap ?? ''))
      return []
    if (versionKeys.has(word.key) || driveKeys.has(word.key) || modelKeys.has(word.key)) return []
    const isNamed = (names.things.get(word.key) ?? []).some(
      (thing) => thing.kind === 'make' || named.some(({ make }) => make === thing.make),
    )
    const written = text.slice(word.start, word.end)
    const isCode = /^(?:[A-Z]{3,4}|[A-Z]\d[A-Z]|\d[A-Z]{2})$/.test(written) && !isPartWord(word.key.toLowerCase())
    // With its unit the power is said everywhere, and restricts nothing.
    const isPower =
      /^(?:[6-9]\d|[12]\d\d)$/.test(word.key) &&
      !/^(?:PS|CH|CV|KM|HP|KW|BHP|KS|PK|K|CP)$/.test(next?.key ?? '') &&
      own.every((name) => /(?:HDi|dCi|TDCi|JTD|TDI|CRDi)$/.test(name))
    if (isNamed || !(isCode || isPower)) return []
    return [{ start: word.start, end: word.end, text: isPower ? text.slice(before.start, word.end) : written }]
  })

/** Leaves a series of BMW its own models, as in `E60 E90 520d 320d`. */
function enginesOfSeries({ make, family }: Named, engines: readonly string[]): readonly string[] {
  const isModel = (engine: string) => bmwModel.test(engine.toUpperCase())
  if (make !== 'BMW' || !/^\d Series$/.test(family) || !engines.every(isModel)) return engines
  const own = engines.filter((engine) => engine.startsWith(family.charAt(0)))
  return own.length > 0 ? own : engines
}

/** Returns the engines between a family and the first of its generations, as in `Transit 2.4 MK6 MK7`, for the others. */
function enginesOfFirst<Engines extends Span>(
  index: number,
  all: readonly Named[],
  enginesOf: readonly (Engines[] | 'doubtful' | undefined)[],
): Engines[] | undefined {
  let at = index
  while (all[at]?.isContinued) at--
  const [first, engines] = [all[at], enginesOf[at]]
  const isInside = at < index && Array.isArray(engines) && engines.every(({ end }) => end <= (first?.end ?? 0))
  return isInside ? engines : undefined
}

/** Tells whether a generation of the same family is named behind it. */
const isNamedBetter = ({ make, family, at }: Named, all: readonly Named[]): boolean =>
  all.some((other) => other.at > at && other.make === make && other.family === family && other.generation !== null)

/** Returns the days of building that the months of a range say. */
function daysOf({ from, to, fromMonth, toMonth }: YearRange): Pick<Fit, 'builtFrom' | 'builtTo'> {
  const dayOf = (year: number, month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  return {
    ...(from !== null && fromMonth !== undefined && { builtFrom: dayOf(from, fromMonth - 1, 1) }),
    ...(to !== null && toMonth !== undefined && { builtTo: dayOf(to, toMonth, 0) }),
  }
}

/**
 * Tells whether years stand behind a word that may be a vehicle the index does not know: one between two groups of years, or one
 * in a list of vehicles.
 */
function isBehindStranger(
  words: readonly Word[],
  span: Span,
  read: ReadonlySet<Word>,
  years: ReadonlySet<Word>,
  ofMakes: ReadonlySet<Word>,
  names: VehicleNames,
): boolean {
  let at = firstFrom(words, span.start) - 1
  let stranger: Word | undefined
  for (; at >= 0; at--) {
    const word = words[at] as Word
    if (years.has(word)) return stranger !== undefined
    if (read.has(word)) break
    if (ofMakes.has(word) || word.key.length < 3 || connector.test(word.key.toLowerCase()) || isSide(word.key)) continue
    if (!isHarmless(word, words[at - 1], words[at + 1], names)) stranger = word
  }
  const isOfText = ({ make }: NamedThing) => words.some(({ key }) => isNamedMake(key, make, names))
  const things = names.things.get(stranger?.key ?? '') ?? []
  return (
    stranger !== undefined &&
    at >= 0 &&
    (modelKeys.has(stranger.key) || (/^\d+$/.test(stranger.key) ? things.some(isOfText) : things.length > 0))
  )
}

/** Tells whether two names stand next to each other, as in `Golf Passat` of one make and `Ducato, Boxer` of two. */
function isInList(words: readonly Word[], one: Named, other: Named): boolean {
  const [a, b] = one.at < other.at ? [one, other] : [other, one]
  const gap = words[b.first]?.gap ?? ''
  return (
    a.last + 1 === b.first && (a.make === b.make ? follows(words, a.last, b.first, true) : /^\s*[,/&+-]\s*$/.test(gap))
  )
}

const isNamedMake = (key: string, make: string, names: VehicleNames) =>
  (names.things.get(key) ?? []).some((one) => one.kind === 'make' && one.make === make)
const isMake = ({ key }: Word, names: VehicleNames) => isMakeKey(key, names)

/** Tells whether what looks like a size, such as `4M` or `2 CM`, stands where a family has its code. */
function isCodeOfFamily(found: string, words: readonly Word[], at: number, names: VehicleNames): boolean {
  if (!/^\d(?:\p{L}|\s\p{Lu}{2})$/u.test(found)) return false
  const next = words.findIndex((word) => word.start === at)
  if (!/^[\s(]{1,2}$/.test(words[next]?.gap ?? '')) return false
  const families = Array.from({ length: names.maxWords }, (_, more) => words.slice(Math.max(next - 1 - more, 0), next))
    .flatMap((span) => names.things.get(span.map((word) => word.key).join('')) ?? [])
    .filter((thing) => thing.kind === 'family' && /\p{L}/u.test(nameKey(thing.family)))
  const hasOwn = families.some((family) => isGenerationOf(words[next], family, names))
  // `Golf 2 CM` may be a Golf II or a size.
  if (/\s/.test(found)) return families.length > 0 && !hasOwn
  return isValves(found.toLowerCase()) ? hasOwn : families.length > 0
}

const isValves = (text: string) => /^(?:8|16|20|24)v$/.test(text)

/** Tells models and years with two hyphens from part numbers. */
function isNoMeasure(found: string, names: VehicleNames): boolean {
  // `V8-6.0L` is an engine.
  if (/^[vlirh]\d{1,2}-\d\.\dl$/.test(found)) return true
  // `1.6-2.0` are liters.
  if (/^\d\.\d-\d\.\d$/.test(found)) return true
  if (/^\d{2}-\d{3}$/.test(found)) return names.things.has(found.slice(0, 2))
  if (/^\d{3}-\d{3}$/.test(found)) return found.split('-').every((part) => names.things.has(part))
  if (looksLikeRange.test(found) || /^\p{L}+\d*-(?:19|20)\d\d-(?:19|20)\d\d$/u.test(found)) return true
  if (!/[-.]/.test(found) || /[\s:#x*/]/.test(found)) return false
  const parts = found.split(/[-.]/)
  // Names and words joined by hyphens, such as `golf-iv-bora`; numbers are not.
  const isKnown = (part: string) => /^\p{L}+$/u.test(part) || (/\p{L}/u.test(part) && names.things.has(nameKey(part)))
  return parts.every((part) => isKnown(part)) || (/^\d[.]\d/.test(found) && parts.length <= 3 && /\p{L}/u.test(found))
}

const isGenerationOfNamed = (one: NamedThing, { make, family }: Named): boolean =>
  one.kind === 'generation' && one.make === make && one.family === family

/** Names the vehicles of a clause from left to right, longest names first. */
function nameVehicles(
  text: string,
  words: readonly Word[],
  isClaimed: (word: Word) => boolean,
  isCutFromYears: (span: Span) => boolean,
  names: VehicleNames,
  answers: FitAnswers | undefined,
  scope: Scope,
): Named[] {
  const named: Named[] = []
  const found = findAnswers(words, isClaimed, names, answers)
  const nameWithout = () => nameVehicles(text, words, isClaimed, isCutFromYears, names, undefined, { ...scope })
  const plain = found.length > 0 ? withoutTrace(words, nameWithout) : []
  const held = answers ? holdAnswers(found, plain, words, names, answers) : []
  for (const word of words) word.isTaken = isClaimed(word) || isOfDoors(word, text)
  for (const word of looksOf(words)) [word.isTaken, word.as] = [true, 'part']
  let make = scope.make
  let makeAt = -99
  /** Makes that stand next to each other, as in `Chevrolet GMC Astro Safari`. */
  let chain: string[] = []
  /** The last word of a make or vehicle that a name may follow at once. */
  let chainEnd = -99
  for (let first = 0; first < words.length; first++) {
    const spaced = readSpacedModel(named, words, first, { make, isBehindMake: makeAt === first - 1, scope, names })
    if (spaced) {
      if (spaced.model) named.push(spaced.model)
      if (spaced.isLink) chainEnd = first + 1
      first += spaced.isLetter ? 0 : 1
      continue
    }
    let taken = -1
    for (const { key, last, isName } of spansOfPhrases(words, first, names.maxWords, held)) {
      const one = held.find((other) => other.first === first && other.last === last)
      const answer = one?.answer
      const previous = named.at(-1)
      // That `B4` of a brand is no vehicle says nothing of a Passat B4.
      const isCode = answer?.fits.length === 0 && isCodeBehind(previous, words, first, text, names)
      const isOtherMake =
        make !== null &&
        makeAt === first - 1 &&
        answer?.fits.every((fit) => fit.make !== make) &&
        names.things.get(key)?.some((one) => one.kind === 'family' && one.make === make)
      // `94-` in front of a number of a part may be years, too.
      const isNumberCut = /^\d{2}$/.test(words[last]?.key ?? '') && /^-\d/.test(text.slice(words[last]?.end))
      const isCut =
        isNumberCut || isCutFromYears({ start: (words[first] as Word).start, end: (words[last] as Word).end })
      // That `Kangoo (f` is no vehicle says nothing of a Kangoo (F/KC0).
      const isNarrowed =
        answer?.fits.length === 0 && last > first && isFamilyWithCode(words[first], words[last + 1], names)
      const nearest = previous ?? plain.find((other) => other.first > last)
      const fits = one ? meantBeside(one, nearest, scope.makesOfText, names) : []
      const isElsewhere = fits.length === 0 && answer?.fits.length !== 0
      if (answer && !isElsewhere && !isCode && !isNarrowed && (fits.length === 0 || !(isCut || isOtherMake))) {
        const family = /^\p{L}{3,}$/u.test(words[last]?.key ?? '') ? onlyFamily(answer) : null
        if (family) named.push({ ...placed(family, words, first, last), answered: answer })
        else for (const fit of takeCode(fits, previous)) named.push({ ...placed(fit, words, first, last), answer: fit })
        for (const word of words.slice(first, last + 1)) takeAs(word, answer, first)
        if (fits.length > 0) [make, chainEnd] = [fits.at(-1)?.make ?? make, last]
        taken = last
        break
      }
      if (!isName) continue
      // `1P1` is a body of `1P`.
      const things = (
        names.things.get(key) ??
        (/^\d\p{L}\d$/u.test(key) ? names.things.get(key.slice(0, 2)) : undefined) ??
        (previous ? names.things.get(bodyCode(key))?.filter((one) => isGenerationOfNamed(one, previous)) : undefined)
      )?.filter((one) => !badges.has(one.make) || scope.makesOfText.has(one.make))
      if (!things) continue
      const decimal = words[last + 1]
      if (
        /(?:^|\p{L})\d$/u.test(words[last]?.key ?? '') &&
        decimal &&
        /^[.,]$/.test(decimal.gap) &&
        /^\d/.test(decimal.key)
      )
        continue
      const isNext = follows(words, chainEnd, first)
      // `Golf V I`: the order of generations is turned, or the letter is no numeral; the `i` of `V i VI` joins them.
      if (key === 'I' && isNext && previous?.last === first - 1 && /^[VX]/.test(previous.generation ?? '')) {
        if (text.charAt((words[first] as Word).start) === 'i') continue
        ;[previous.isDoubtful, previous.last, previous.end] = [true, last, (words[last] as Word).end]
        for (const part of words.slice(previous.first, last + 1)) part.phrase = previous.first
        ;[taken, chainEnd] = [last, last]
        break
      }
      // A generation of the family just named comes before all else: `GOLF V`, `C-MAX II`, `TRANSIT 2`.
      const isRange =
        previous !== undefined &&
        previous.last === chainEnd &&
        first - chainEnd <= 3 &&
        isRangeBehind(text, words, chainEnd, first)
      const body = previous && isNext ? null : bodyBetween(text, words, previous, first)
      // `Golf IV Variant (1J5)` says the same twice.
      const isAgain = body !== null && previous?.generation !== null
      const found =
        previous && (((isNext || isRange) && previous.last === chainEnd) || body !== null)
          ? things.filter(
              (one) =>
                one.kind === 'generation' &&
                previous.makes.includes(one.make) &&
                one.family === previous.family &&
                (!isAgain || one.generation === previous.generation) &&
                // `Golf 4 5` are two; the 1 of `Golf V 1` is none.
                !(
                  previous.generation !== null &&
                  previous.generation !== one.generation &&
                  /^\d$/.test(key) &&
                  !/\d$/.test(words[previous.last]?.key ?? '')
                ),
            )
          : []
      // `Ducato (250, 290)`: a code of several generations is that of the one beside it.
      const beside = found.filter(({ generation }) => generation !== null && generation === previous?.generation)
      const own = found.length > 1 && beside.length === 1 ? beside : found
      if (own.length === 1 && previous && own[0]) {
        // `Tucson/ix35` may be one generation, or all and one.
        if (previous.generation === null && key.length >= 4 && /[/,&+]/.test((words[first] as Word).gap))
          previous.isDoubtful = true
        if (body !== null) previous.restriction = [previous.restriction, body].filter(Boolean).join(', ')
        if (previous.generation === null || previous.generation === own[0].generation) {
          ;[previous.make, previous.makes] = [own[0].make, [own[0].make]]
          previous.generation = own[0].generation
          ;[previous.last, previous.end, previous.needsYears] = [last, (words[last] as Word).end, false]
          if (/^\d{4}HD$/.test(key)) previous.restriction = 'HD'
        } else {
          const between = isRange ? generationsBetween(previous, own[0], names) : []
          if (between === null) previous.isDoubtful = true
          const { restriction } = previous
          for (const generation of between ?? [])
            named.push({ ...placed({ ...own[0], generation }, words, first, last), restriction, isContinued: true })
          const end = placed(own[0], words, first, last)
          Object.assign(end, { restriction, isContinued: true, isDoubtful: between === null })
          named.push(end)
          if (isRange) for (const word of words.slice(chainEnd + 1, first)) word.as ??= 'vehicle'
        }
        ;[taken, chainEnd] = [last, last]
        break
      }
      const isMakeNow = things.find((one) => one.kind === 'make')
      const families = things.filter((one) => one.kind === 'family')
      const ofMake = families.filter((one) => one.make === make)
      if (isMakeNow && !(ofMake.length > 0 && isNext && makeAt !== -99)) {
        chain = makeAt === first - 1 ? [...chain, isMakeNow.make] : [isMakeNow.make]
        ;[make, makeAt, chainEnd, taken] = [isMakeNow.make, last, last, last]
        break
      }
      // `Mazda 323 (3)`: a number in brackets behind a family is a generation of it, or nothing.
      if (/^\d+$/.test(key) && previous?.last === first - 1 && /^\s?\($/.test((words[first] as Word).gap)) continue
      const family = chooseFamily(families, key, { make, makeAt, chain, named, first, isNext, scope, names, words })
      // `Lancia y Fiat`: the letter joins two makes.
      if (family && key === 'Y' && isLetterBetween(words, first, text, names)) continue
      if (family) {
        // A body behind a family, such as `A4 Cabriolet`, is no family of its own.
        // So is equipment: `Mustang GT` is no GT; that needs its make in front of it.
        const isBody = names.bodies.has(key) && (previous?.last === first - 1 || makeAt !== first - 1)
        if (isBody || (previous && versionKeys.has(key) && makeAt !== first - 1)) {
          if (!previous || !isModelOfList(named, first, family.thing, names)) continue
          // `Audi 80 90 Coupe`: a body of the last one, or the next of the list.
          ;[previous.isDoubtful, previous.last, previous.end] = [true, last, (words[last] as Word).end]
          for (const part of words.slice(previous.first, last + 1)) part.phrase = previous.first
          ;[taken, chainEnd] = [last, last]
          break
        }
        // `Dodge Ram 1500` is a Ram of Dodge, not a 1500 of Ram.
        if (isNext && family.thing.make !== make && hasShorterOfMake(words, first, last, make, names)) continue
        // A second name of the same family, such as `Vito / V-Class`, is no vehicle of its own.
        if (
          previous &&
          isNext &&
          previous.last === chainEnd &&
          previous.family === family.thing.family &&
          previous.make === family.thing.make &&
          (previous.generation === null || !isGenerationOf(words[last + 1], family.thing, names)) &&
          // `Up, Up Van` are two of one family.
          !(/,/.test((words[first] as Word).gap) && versionKeys.has(words[last + 1]?.key ?? ''))
        ) {
          ;[previous.last, previous.end] = [last, (words[last] as Word).end]
          ;[chainEnd, taken] = [last, last]
          break
        }
        const vehicle = placed(family.thing, words, first, last)
        vehicle.makes = family.makes
        vehicle.needsYears = family.needsYears
        named.push(vehicle)
        ;[make, chainEnd, taken] = [family.thing.make, last, last]
        break
      }
      const generation = chooseGeneration(things, key, { make, isNext, scope, previous })
      // A code behind a family is that of the family, and of no other.
      if (
        generation &&
        isCodePlace(previous, words, first) &&
        isUnknownCode(words, first, text) &&
        !isModelOfSeries(previous) &&
        !isOfListBefore(generation, named, words, last, names)
      )
        continue
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
    const series = make === 'BMW' && makeAt === first - 1 ? seriesWithCode(words, first, names) : undefined
    if (series) {
      named.push(placed(series, words, first, first))
      chainEnd = first
      continue
    }
    const model = word.isTaken ? undefined : modelOfSeries(word.key, make, scope, names)
    if (model) {
      // A BMW says its engine so.
      word.isEngine = bmwModel.test(word.key)
      const own = word.isEngine || model.generation !== null ? null : text.slice(word.start, word.end)
      const isSame = model.generation === null && previous?.family === model.family && previous.make === model.make
      if (isSame && follows(words, previous.last, first)) {
        previous.restriction = [previous.restriction, own].filter(Boolean).join('/') || null
        ;[previous.last, previous.end] = [first, word.end]
      } else named.push({ ...placed(model, words, first, first), restriction: own })
      ;[make, chainEnd] = [model.make, first]
      continue
    }
    if (!previous || word.isTaken) continue
    if (isCodeBehind(previous, words, first, text, names) || isBeginningOfFamily(previous, words, first, names)) {
      previous.isDoubtful = true
      const last = /^(?:MK|\d)$/.test(word.key) && isCodeBehindNumber(words[first + 1], text) ? first + 1 : first
      for (const part of words.slice(previous.first, last + 1)) part.phrase = previous.first
      first = last
      continue
    }
    if (previous.last !== first - 1 || !/^[\s(,/&+-]{0,3}$/.test(word.gap)) continue
    // `F-250/350` are two families.
    const sibling = /^\d{3}$/.test(word.key) && siblingOf(previous, word.key, names)
    if (sibling) {
      named.push(placed(sibling, words, first, first))
      chainEnd = first
      continue
    }
    // A class of load restricts the family.
    if (loadClass.test(word.key)) {
      const next = words[first + 1]
      const isHeavy = next?.key === 'HD' && loadClass.test(word.key)
      const restriction = `${word.key}${isHeavy ? ' HD' : ''}`
      previous.restriction = previous.restriction === null ? restriction : `${previous.restriction}/${restriction}`
      previous.last = isHeavy ? first + 1 : first
      previous.end = (words[previous.last] as Word).end
      chainEnd = previous.last
      first = previous.last
    }
  }
  scope.make = make
  takeListBefore(named, words, names)
  for (const one of named) takeGenerationBefore(one, named, words, names)
  shareCodes(named, words, names)
  const read = joinNumbersOfMercedes(named, words, text)
    .flatMap((one) => takeBrackets(one, named, words, names))
    .flatMap((one) => takeAnswer(one, words))
  return keepNamed(read, plain, words)
}

/** Runs what reads words, and gives them back as they were. */
function withoutTrace<Result>(words: readonly Word[], run: () => Result): Result {
  const before = words.map((word) => ({ ...word }))
  const result = run()
  for (const [at, word] of words.entries()) Object.assign(word, before[at])
  return result
}

/** Returns the vehicles that are read with answers, and those that are read without them at words that no answer goes for. */
function keepNamed(read: readonly Named[], plain: readonly Named[], words: readonly Word[]): Named[] {
  const isKept = (one: Named) =>
    isCertain(one) &&
    words.slice(one.first, one.last + 1).every(({ origin }) => origin === null) &&
    !read.some(
      (other) =>
        overlap(one, other) &&
        other.family === one.family &&
        (one.generation === null || other.generation === one.generation),
    )
  const kept = plain.filter(isKept)
  return kept.length === 0
    ? [...read]
    : [...read.filter((one) => !kept.some((other) => overlap(one, other))), ...kept].toSorted((a, b) => a.at - b.at)
}

/** Gives the bare family in front of a code the first generation that the code was answered with, and returns the others. */
function takeCode(fits: FitAnswer['fits'], previous: Named | undefined): FitAnswer['fits'] {
  const [first, ...others] = fits
  const isItsFamily =
    first?.generation != null && first.family === previous?.family && previous.makes.includes(first.make)
  if (!isItsFamily || previous.generation !== null || previous.answer !== null) return fits
  Object.assign(previous, { make: first.make, makes: [first.make], generation: first.generation, needsYears: false })
  return others
}

/** Tells whether a `y` is the Spanish and: it is small, or a make or model stands behind it. */
const isLetterBetween = (words: readonly Word[], at: number, text: string, names: VehicleNames): boolean =>
  text.charAt((words[at] as Word).start) === 'y' ||
  (names.things.get(words[at + 1]?.key ?? '') ?? []).some(({ kind }) => kind !== 'generation')

/** Makes the number of a Mercedes beside the code of a generation, as in `W124 300 D` and `300 D W124`, a restriction of it. */
function joinNumbersOfMercedes(named: readonly Named[], words: readonly Word[], text: string): Named[] {
  const dropped = new Set<Named>()
  const isLetters = (word: Word | undefined) =>
    word?.gap === ' ' && /^(?:[DEGST]|[TCS][DEL]|SE[LC]|TDT|TURBO)$/.test(word.key)
  for (const one of named) {
    if (one.make !== 'Mercedes-Benz' || one.generation === null || one.answer !== null) continue
    const before = isLetters(words[one.first - 1]) ? one.first - 2 : one.first - 1
    for (const at of [one.last + 1, before]) {
      const [number, letters] = [words[at], words[at + 1]]
      if (!number || !/^[2-6]\d0$/.test(number.key) || number.isEngine || (at > one.last && number.gap !== ' '))
        continue
      const other = named.find(({ first, last, family }) => first <= at && at <= last && family === number.key)
      if (!other && (!isLetters(letters) || named.some(({ first, last }) => first <= at && at <= last))) continue
      const last = isLetters(letters) ? at + 1 : at
      one.restriction = [one.restriction, text.slice(number.start, words[last]?.end)].filter(Boolean).join('/')
      for (const word of words.slice(at, last + 1)) word.as = 'vehicle'
      if (other) dropped.add(other)
    }
  }
  return named.filter((one) => !dropped.has(one))
}

/**
 * Reads a model that is written as two words: `320 d` of a BMW, and `C 220` of a Mercedes behind its make or its class. Returns the vehicle
 * that it names, if none before it is that, and whether a name may follow at once; `isLetter` if the number behind it is an engine.
 */
function readSpacedModel(
  named: readonly Named[],
  words: readonly Word[],
  first: number,
  { make, isBehindMake, scope, names }: Pick<Place, 'make' | 'scope' | 'names'> & { isBehindMake: boolean },
): { model?: Named; isLink: boolean; isLetter?: true } | undefined {
  const [head, tail] = words.slice(first, first + 2)
  if (!head || head.isTaken || tail?.gap !== ' ') return undefined
  const classOf = { BMW: `${head.key.charAt(0)} Series`, 'Mercedes-Benz': `${head.key}-Class` }[make ?? '']
  const said = named.findLast((one) => one.make === make && one.family === classOf)
  const other = isBehindMake && !said ? modelOfSeries(head.key + tail.key, make, scope, names) : undefined
  const model = other && placed(other, words, first, first + 1)
  if (!said && !model) return undefined
  if (make === 'BMW' && isSpacedModel(words, first)) {
    head.isEngine = tail.isEngine = true
    return model ? { model, isLink: true } : { isLink: false }
  }
  // `C 220 CDI`: the number is an engine, and the letter says the class again.
  if (make !== 'Mercedes-Benz' || !/^\d{2}0$/.test(tail.key) || /^[.,]$/.test(words[first + 2]?.gap ?? ''))
    return undefined
  if (tail.isEngine) {
    if (!said) return undefined
    head.as ??= 'vehicle'
    return { isLink: false, isLetter: true }
  }
  const vehicle = model ?? said
  if (
    !vehicle ||
    tail.isTaken ||
    vehicle.answer !== null ||
    vehicle.isDoubtful ||
    (vehicle.generation === null && said)
  )
    return undefined
  vehicle.restriction = [vehicle.restriction, `${head.key} ${tail.key}`].filter(Boolean).join('/')
  head.as = tail.as = 'vehicle'
  return model ? { model, isLink: true } : { isLink: true }
}

/** Returns the family that all vehicles of an answer belong to, as far as the answer says no more than generations. */
function onlyFamily({ fits }: FitAnswer): Pick<Fit, 'make' | 'family' | 'generation'> | null {
  const [first] = fits
  const isSame = fits.every(
    (fit) => fit.make === first?.make && fit.family === first.family && Object.keys(fit).length === 3,
  )
  return first && isSame ? { make: first.make, family: first.family, generation: null } : null
}

/** Returns what an answer says of a vehicle; nothing of one that the text names better, or in a way that is not understood. */
function takeAnswer(one: Named, words: readonly Word[]): Named[] {
  if (one.answered === null) return [one]
  if (one.generation === null && !one.isDoubtful)
    return one.answered.fits.map((fit) => ({ ...one, ...fit, makes: [fit.make], answer: fit }))
  reopen(words.slice(one.first, one.last + 1))
  return [one]
}

/** Takes a word by the answer of a phrase, which begins at a place. */
function takeAs(word: Word, answer: FitAnswer | undefined, first: number): void {
  word.as = answer?.isCondition ? 'condition' : 'answer'
  word.origin = answer?.origin ?? null
  if (answer?.isCondition) word.phrase = first
}

/** Restricts fits by the words of which a person decided that they do, and by what restricts wherever it stands. */
function restrict(readings: readonly Fit[], words: readonly Word[], plain: string, text: string): Fit[] {
  const isDecided = (word: Word | undefined) => word?.as === 'condition' && word.origin !== null
  const phrases = words.flatMap((word, at) => {
    const isNext = (one: Word | undefined) => isDecided(one) && one?.phrase === word.phrase
    if (!isDecided(word) || isNext(words[at - 1])) return []
    let last = at
    while (isNext(words[last + 1])) last++
    return text.slice(word.start, words[last]?.end)
  })
  const early = [...plain.matchAll(beforeFacelift)].map(({ index, 0: found }) =>
    text.slice(index, index + found.length),
  )
  phrases.push(...early, ...findLimits(readings, words, plain, text))
  if (phrases.length === 0) return [...readings]
  return readings.map((fit) => {
    const condition = early.length > 0 && /^facelift$/i.test(fit.condition ?? '') ? null : fit.condition
    const others = [...new Set(phrases)].filter((phrase) => !condition?.includes(phrase))
    return { ...fit, condition: [condition, ...others].filter(Boolean).join(', ') }
  })
}

/** Finds what restricts all fits of a text wherever it stands, unless it is read, asked or said of one of them. */
function findLimits(readings: readonly Fit[], words: readonly Word[], plain: string, text: string): string[] {
  return [...plain.matchAll(limitsAnywhere)].flatMap(({ index, 0: found }) => {
    const end = index + found.length
    const phrase = text.slice(index, end)
    const isRead = words.some((word) => word.start < end && index < word.end && word.as !== 'part')
    const isOfEngine = found === 'diesel' && readings.every(({ engine }) => engine !== null && isDiesel.test(engine))
    return isRead || isOfEngine || readings.some(({ condition }) => condition?.includes(phrase)) ? [] : phrase
  })
}

/** Forgets what was decided of words. */
function reopen(words: readonly Word[]): void {
  for (const word of words) if (word.as === 'answer') [word.as, word.origin] = [null, null]
}

/** Gives a family the code behind the next of its list that is one of both, as in `Toledo Leon 1M`. */
function shareCodes(named: readonly Named[], words: readonly Word[], names: VehicleNames): void {
  for (let at = named.length - 2; at >= 0; at--) {
    const [one, next] = [named[at] as Named, named[at + 1] as Named]
    if (one.generation !== null || next.generation === null || one.make !== next.make) continue
    if (one.answer !== null || !isInList(words, one, next)) continue
    const code = words.slice(next.first + 1, next.last + 1).find(({ key }) => /^(?!MK)(?=\D*\d)(?=.*\p{L})/u.test(key))
    const own = code && generationOf(code.key, one, names)
    if (own) [one.generation, one.needsYears] = [own.generation, false]
  }
}

/** Returns the number of a code of Mercedes with the letter of its body, such as `B906`. */
const bodyCode = (key: string): string => /^[A-CRSV-X](\d{3})$/.exec(key)?.[1] ?? ''

/** Returns the generation of a family that a code names, also one with the letters of a van behind it, such as `188AX`. */
function generationOf(key: string, { make, family }: Named, names: VehicleNames): NamedThing | undefined {
  const codes = [key, /^(\d{3})\p{L}{2}$/u.exec(key)?.[1] ?? '', bodyCode(key)]
  const found = codes.map((code) =>
    (names.things.get(code) ?? []).filter(
      (one) => one.kind === 'generation' && one.make === make && one.family === family,
    ),
  )
  return found.find(({ length }) => length === 1)?.[0]
}

const isNameOf = ({ key }: Word, one: Named, generations: ReadonlySet<string>, names: VehicleNames): boolean =>
  (names.things.get(key) ?? []).some(
    (thing) => isGenerationOfNamed(thing, one) && generations.has(thing.generation ?? ''),
  )

/** Matches what may be a code in brackets behind a family. */
const codeInBrackets = /^(?:\p{L}{2,3}|\p{L}{1,3}\d{1,3}\p{L}?|\d{3}(?:\p{L}{1,2})?|\d{1,2}\p{L}\d?)$/u

/** Reads the codes in brackets behind a family and its bodies: a vehicle for each that is known, else one with a stranger behind it. */
function takeBrackets(one: Named, named: readonly Named[], words: readonly Word[], names: VehicleNames): Named[] {
  if (one.generation !== null || one.isDoubtful || one.answer !== null) return [one]
  let at = one.last + 1
  for (let strangers = 0; at - one.last <= maxWordsToCode; at++) {
    const word = words[at]
    if (!word || !/^[\s/(_-]{0,3}$/.test(word.gap) || named.some(({ first }) => first === at)) return [one]
    if (word.gap.includes('(')) break
    const isBody = versionKeys.has(word.key) || areBodies(words.slice(at, at + 2))
    if (!isBody && !/^\d$|^T$/.test(word.key) && (word.as === 'part' || ++strangers > 1)) return [one]
  }
  if (!words[at]?.gap.includes('(')) return [one]
  let end = at + 1
  while (words[end] && /^[\s,/+&_-]+$/.test((words[end] as Word).gap)) end++
  const inside = words.slice(at, end)
  if (named.some(({ first }) => at <= first && first < end)) return [one]
  const known = inside.filter((word) => !word.isTaken && generationOf(word.key, one, names))
  for (const word of known) word.as = 'vehicle'
  // `Kangoo (F/KC0)`: the letter says the same as the code behind it.
  const [letter, code] = inside
  if (letter && code?.gap === '/' && known.includes(code) && /^\p{L}$/u.test(letter.key)) letter.as ??= 'vehicle'
  const generations = new Set(known.flatMap(({ key }) => generationOf(key, one, names)?.generation ?? []))
  // `Ducato (250_, 290_)`: a code of several generations says no more than one of them that stands beside it.
  for (const word of inside) if (isNameOf(word, one, generations, names)) word.as ??= 'vehicle'
  if (generations.size > 0) return [...generations].map((generation) => ({ ...one, generation, needsYears: false }))
  const stranger = inside.find(
    (word) =>
      !word.isTaken &&
      codeInBrackets.test(word.key) &&
      !versionKeys.has(word.key) &&
      !driveKeys.has(word.key) &&
      !types.test(word.key) &&
      !isSide(word.key) &&
      !(names.things.get(word.key) ?? []).some(({ kind }) => kind !== 'generation') &&
      !isPartWord(word.key.toLowerCase()) &&
      !connector.test(word.key.toLowerCase()),
  )
  return [{ ...one, stranger: stranger ?? null }]
}

/** Tells whether a body behind a list of a make is also a model of it that was built at that time. */
function isModelOfList(
  named: readonly Named[],
  first: number,
  { make, family }: NamedThing,
  names: VehicleNames,
): boolean {
  const [before, last] = named.slice(-2)
  if (!before || !last || last.last !== first - 1 || before.last !== last.first - 1) return false
  if (last.generation !== null || last.make !== make || before.make !== make) return false
  return wasBuilt(
    last,
    (names.years.get(familyKey(make, family)) ?? []).map(({ from, to }) => ({ from, to })),
    names,
  )
}

/** Finds sport models whose look a part has, as in `M3 look`, `S-Line Optik` and `Look RSQ3`: they are no vehicles and restrict none. */
function looksOf(words: readonly Word[]): Word[] {
  const styledBeside = (at: number, step: 1 | -1): Word[] => {
    for (const count of [2, 1]) {
      const [from, to] = step === 1 ? [at + 1, at + count] : [at - count, at - 1]
      const span = words.slice(Math.max(from, 0), to + 1)
      const gaps = step === 1 ? span : words.slice(from + 1, at + 1)
      if (span.length < count || !gaps.every(({ gap }) => joins.test(gap))) continue
      if (styled.test(span.map(({ key }) => key).join('')))
        return [...span, ...styledBeside(step === 1 ? to : from, step)]
    }
    return []
  }
  return words.flatMap((word, at) => {
    if (!looks.test(word.key)) return []
    const before = styledBeside(at, -1)
    const span = before.length > 0 ? before : styledBeside(at, 1)
    return span.length > 0 ? [word, ...span] : []
  })
}

/** Tells whether a sign or a word for a range stands between two words, as in `V-VII` and `5 bis 7`. */
const isRangeBehind = (text: string, words: readonly Word[], before: number, first: number): boolean =>
  /^\s*(?:-+>?|>|~|bis(?: zu)?|to|through|thru|till|until|do|a|au|al|hasta|tot|t\/m)\s*(?:mk\.?)?\s*$/.test(
    plainText(text.slice(words[before]?.end, words[first]?.start)),
  )

/** Returns the generations between two of one family; null if their codes are of several kinds, so that the order is not certain. */
function generationsBetween(
  one: Named,
  { make, family, generation }: NamedThing,
  names: VehicleNames,
): string[] | null {
  const rows = names.generations.get(familyKey(make, family)) ?? []
  const [first, last] = [one.generation, generation].map((name) => rows.find((row) => row.generation === name))
  const [from, to] = [first?.from ?? null, last?.from ?? null]
  if (!first || !last || from === null || to === null || from >= to) return null
  const between = rows
    .filter((row) => row.from === null || (row.from >= from && row.from <= to && row !== first && row !== last))
    .toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))
  const isAlike = [...between, last].every((row) => kindOf(row.generation) === kindOf(first.generation))
  return isAlike ? between.flatMap((row) => row.generation ?? []) : null
}

/** Returns the kind of a code: a Roman numeral, one letter, or letters with a number. */
const kindOf = (generation: string | null): string =>
  /^[IVX]+$/.test(generation ?? '') ? 'roman' : (generation ?? '').replace(/\d+/, '0').replace(/^[A-Z]$/, 'letter')

/** Returns the family of a model such as `RX350`, `C300` or `118d`, whose letters or first digit name a family or class of the make. */
function modelOfSeries(
  key: string,
  make: string | null,
  { makesOfText }: Scope,
  names: VehicleNames,
): NamedThing | undefined {
  const series = ['Lexus', 'Mercedes-Benz', 'BMW']
  // The make in front of it; of several that only stand in the text, it may be any.
  const ofText = series.filter((one) => makesOfText.has(one))
  const of = series.find((one) => one === make) ?? (ofText.length === 1 ? ofText[0] : undefined)
  const [, start, number] = (of === 'BMW' ? bmwModel : /^(\p{L}{1,3})(\d{2,3})[DH]?$/u).exec(key) ?? []
  if (start === undefined || of === undefined) return undefined
  const family = { Lexus: start, BMW: `${start}SERIES` }[of] ?? `${start === 'ML' ? 'M' : start}CLASS`
  const found = names.things.get(family)?.find((one) => one.kind === 'family' && one.make === of)
  // `G463` is a W463.
  const generation = names.things
    .get(number ?? '')
    ?.find((one) => one.kind === 'generation' && one.make === of && one.family === found?.family)
  // `G463` is the code of a generation that the index does not know, `E220` a model.
  if (of === 'Mercedes-Benz' && !generation && /^\d\d[1-9]$/.test(number ?? '')) return undefined
  return generation ?? found
}

/** Tells whether two words are a model of BMW, such as `320 d`. */
const isSpacedModel = (words: readonly Word[], at: number): boolean => {
  const [number, letters] = [words[at], words[at + 1]]
  return (
    number !== undefined &&
    letters?.gap === ' ' &&
    !letters.isTaken &&
    // `320 i 318` may be two.
    !(letters.key === 'I' && /^\d/.test(words[at + 2]?.key ?? '')) &&
    /^\d{3}$/.test(number.key) &&
    bmwModel.test(number.key + letters.key)
  )
}

/** Tells whether codes behind two families stand in their order, as in `X5 X6 E70 E71`. */
const isOfListBefore = (
  code: NamedThing,
  named: readonly Named[],
  words: readonly Word[],
  at: number,
  names: VehicleNames,
): boolean => {
  if (!words[at + 1]) return false

  const [one, next] = named.slice(-2)
  return (
    one !== undefined &&
    next !== undefined &&
    one.generation === null &&
    isGenerationOfNamed(code, one) &&
    isInList(words, one, next) &&
    follows(words, at, at + 1) &&
    isGenerationOf(words[at + 1], { ...next, kind: 'family' }, names)
  )
}

/** Returns the series of BMW that a digit means in front of bodies and a code of that series, as in `BMW 3 Touring (E46)`. */
function seriesWithCode(words: readonly Word[], at: number, names: VehicleNames): NamedThing | undefined {
  const digit = /^[1-8]$/.exec((words[at] as Word).key)?.[0]
  const series = names.things.get(`${digit}SERIES`)?.find((one) => one.kind === 'family' && one.make === 'BMW')
  if (!series) return undefined
  let code = at + 1
  while (code - at < maxWordsToCode && words[code] && versionKeys.has((words[code] as Word).key)) code++
  const isCode = areBodies(words.slice(at + 1, code)) && /^[\s(]{1,2}$/.test(words[code]?.gap ?? '')
  return isCode && isGenerationOf(words[code], series, names) ? series : undefined
}

/** Tells whether a word is a family, and another one a generation of it. */
const isFamilyWithCode = (word: Word | undefined, code: Word | undefined, names: VehicleNames): boolean =>
  (names.things.get(word?.key ?? '') ?? []).some((one) => one.kind === 'family' && isGenerationOf(code, one, names))

const isGenerationOf = (word: Word | undefined, { make, family }: NamedThing, names: VehicleNames): boolean =>
  (names.things.get(word?.key ?? '') ?? []).some(
    (one) => one.kind === 'generation' && one.make === make && one.family === family,
  )

/** Tells whether a word may be the code of a generation, such as `J12`, `4M`, `KL`, `III` or `3`, and is no size, version or side. */
function isUnknownCode(words: readonly Word[], at: number, text: string): boolean {
  const { key, start, end } = words[at] as Word
  if (types.test(key) || versionKeys.has(key) || driveKeys.has(key) || isSide(key)) return false
  // `Cruze L4 1.4L`
  if (/^[VLIRH](?:[34568]|1[02])$/.test(key) && /^\d$/.test(words[at + 1]?.key ?? '') && words[at + 2]?.gap === '.')
    return false
  const next = words[at + 1]?.key ?? ''
  if (/^\d/.test(key)) {
    if (numbered.test(next) || isSide(next) || versionKeys.has(key + next) || /^[.,]$/.test(words[at + 1]?.gap ?? ''))
      return false
    return /^[1-9]$/.test(key) || (/^\d\p{L}$/u.test(key) && !/^[124-6]X$/.test(key) && !isValves(key.toLowerCase()))
  }
  return (
    /^\p{L}{1,3}\d{1,3}\p{L}?$/u.test(key) ||
    (roman.test(key) && next !== 'BELT') ||
    (key === 'MK' && isCodeBehindNumber(words[at + 1], text)) ||
    (/^[A-Z]{2}$/.test(text.slice(start, end)) && !isPartWord(key.toLowerCase()))
  )
}

/** Tells whether a number is that of doors, as in `Civic 4-door`. */
const isOfDoors = ({ key, start }: Word, text: string): boolean =>
  /^[2-5]/.test(key) &&
  [...plainText(text.slice(start, start + 20)).matchAll(doors)].some(
    ({ index, 0: found }) => index === 0 && /\p{L}{2}/u.test(found),
  )

/** Matches what is counted by a number in front of it, so that the number is no generation. */
const numbered =
  /^(?:CYL|ZYL|DOOR|DRS?$|WD$|SPEED|GANG|SEAT|SITZ|PIN|POL|TEIL|TLG|PIECE|PACK|PCS|STK|STUCK|SZT|PAIR|SET|X$|LOCH|HOLE|LUG|BOLT|STUD)/

/** Tells whether a word is the rest of a code in two words, such as `Mk 8` and `2 CM`. */
const isCodeBehindNumber = (word: Word | undefined, text: string): boolean =>
  word !== undefined &&
  /^\s?$/.test(word.gap) &&
  (/^[1-9]$/.test(word.key) || roman.test(word.key) || /^[A-Z]{2}$/.test(text.slice(word.start, word.end)))

/** Tells whether a word stands where a family has its generation: at once or with a body between them, in brackets or not. */
const isCodePlace = (previous: Named | undefined, words: readonly Word[], at: number): boolean =>
  previous !== undefined && previous.generation === null && isBehindBodies(previous, words, at)

const isBehindBodies = (
  previous: Named,
  words: readonly Word[],
  at: number,
  between = words.slice(previous.last + 1, at),
) =>
  previous.answer === null &&
  /^[\s(_-]{0,3}$/.test((words[at] as Word).gap) &&
  at - previous.last <= maxWordsToCode &&
  areBodies(between)

/** The most words from a family to its code, so that a text of bodies only takes no longer than others. */
const maxWordsToCode = 7

/** Tells whether words say bodies or equipment only, also in two words, such as `T-Modell`. */
const areBodies = (words: readonly Word[]): boolean => {
  const [first, second, third] = words
  if (!first) return true
  if (!/^[\s(/-]{0,3}$/.test(first.gap)) return false
  // `3,5-t` and `3,5t`
  if (first.isTaken && /^[.,]$/.test(second?.gap ?? '')) {
    if (third?.key === 'T' && third.isTaken) return areBodies(words.slice(3))
    if (/^\dT$/.test(second?.key ?? '')) return areBodies(words.slice(2))
  }
  if (second && joins.test(second.gap) && versionKeys.has(first.key + second.key)) return areBodies(words.slice(2))
  return (versionKeys.has(first.key) || driveKeys.has(first.key)) && areBodies(words.slice(1))
}

/** Tells whether a word is, or may be, the code of the family in front of it. */
function isCodeBehind(
  previous: Named | undefined,
  words: readonly Word[],
  at: number,
  text: string,
  names: VehicleNames,
): boolean {
  if (previous === undefined || previous.generation !== null || previous.answer !== null) return false
  if (/^[.,]$/.test(words[at + 1]?.gap ?? '')) return false
  if (isCodePlace(previous, words, at))
    return isUnknownCode(words, at, text) || isGenerationOf(words[at], { ...previous, kind: 'family' }, names)
  const { key, gap } = words[at] as Word
  // `Astra Caravan (H)`: a code in brackets behind one unknown word.
  if (previous.last === at - 2 && /^\s?\($/.test(gap) && !/^\d{1,2}$/.test(key))
    return isGenerationOf(words[at], { ...previous, kind: 'family' }, names)
  const isListed = previous.last === at - 1 && /^[\s,/&+]{0,3}$/.test(gap)
  return isListed && /^\p{L}/u.test(key) && !roman.test(key) && isUnknownCode(words, at, text)
}

/** Tells whether a word begins the rest of another family's name, as in `Discovery Spor` of the Discovery Sport. */
const isBeginningOfFamily = (
  { make, family, last, generation, answer }: Named,
  words: readonly Word[],
  at: number,
  names: VehicleNames,
): boolean => {
  const { key, gap } = words[at] as Word
  if (last !== at - 1 || generation !== null || answer !== null || !joins.test(gap) || !/^\p{L}{4,}$/u.test(key))
    return false
  if (versionKeys.has(key) || isPartWord(key.toLowerCase()) || connector.test(key.toLowerCase())) return false
  const longer = nameKey(family) + key
  return (names.familiesOf.get(make) ?? []).some((one) => one.startsWith(longer) && one !== longer)
}

/** Matches codes that mean a generation also behind an engine, where `4` may count parts. */
const codeBehindEngine = /^(?:\p{L}{1,3}\d|[IVX]{2,}$)/u

/** Returns the bodies between a family and its generation, as in `A4 Avant 2.0 TDI (B6)`; null if other words, or none, are between. */
function bodyBetween(text: string, words: readonly Word[], previous: Named | undefined, first: number): string | null {
  if (!previous || previous.last >= first - 1) return null
  const between = words.slice(previous.last + 1, first)
  const bodies = between.filter((word) => !word.isEngine)
  if (bodies.length < between.length && !codeBehindEngine.test((words[first] as Word).key)) return null
  if (!isBehindBodies(previous, words, first, bodies)) return null
  return text.slice(bodies[0]?.start ?? 0, bodies.at(-1)?.end ?? 0)
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
function takeGenerationBefore(one: Named, named: readonly Named[], words: readonly Word[], names: VehicleNames): void {
  const before = words[one.first - 1]
  if (one.generation !== null || !before || before.isTaken || before.key.length < 3 || /^\d+$/.test(before.key)) return
  // `Clio III Mégane`: that of the vehicle in front.
  if (named.some(({ last }) => last === one.first - 1)) return
  const own = (names.things.get(before.key) ?? []).filter(
    (thing) => thing.kind === 'generation' && thing.make === one.make && thing.family === one.family,
  )
  if (own.length !== 1 || !own[0]) return
  one.generation = own[0].generation
  one.needsYears = false
  before.as ??= 'vehicle'
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
  isContinued: false,
  isDoubtful: false,
  answer: null,
  answered: null,
  stranger: null,
  makes: [make],
})

interface Place {
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

function chooseFamily(
  families: readonly NamedThing[],
  key: string,
  { make, makeAt, chain, named, first, isNext, scope, names, words }: Place,
): { thing: NamedThing; needsYears: boolean; makes: readonly string[] } | undefined {
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
    if (isNumber || key.length === 1) return undefined
    // `A4 B6 2001-2004, A6 C5 1997-2004`: a short name behind years needs its generation.
    if (key.length <= 2) return isShortWithCode(ofMake) ? only(ofMake) : undefined
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

/** Returns the makes that a word may be, or be a model of. */
const makesOf = (word: Word, names: VehicleNames): Set<string> =>
  new Set((names.things.get(word.key) ?? []).map(({ make }) => make))

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
  if (make === null && scope.makesOfText.size === 0) return undefined
  const ofMake = generations.filter((one) => one.make === make || (make === null && scope.makesOfText.has(one.make)))
  if (ofMake.length !== 1 || !ofMake[0]) return undefined
  const isCode = /^\p{L}+\d+\p{L}*$/u.test(key)
  if (isNext && isCode) return ofMake[0]
  if (isNext && previous?.generation != null && /^\d{3}$/.test(key)) return ofMake[0]
  return isCode && key.length >= 3 && /^\p{L}\d{2,3}$/u.test(key) ? ofMake[0] : undefined
}

/** Matches models of BMW, which begin with the number of their series. */
export const bmwModel = /^([1-8])\d{2}(?:D|I|TI|XD|XI|CI|TD|TDS|IS|E)$/

/** Tells whether a family is a model that has the generations of its series, such as `328i E90` and `M3 E92`. */
const isModelOfSeries = (one: Named | undefined): boolean =>
  one?.make === 'BMW' && (bmwModel.test(nameKey(one.family)) || /^M\d$/.test(one.family))

/** Drops models that a generation of the same make names better, such as `328i E90`; without another engine they say the engine. */
function dropModelsOfGenerations(
  named: Named[],
  words: readonly Word[],
  engines: (Span & { names: readonly string[]; isBare: boolean })[],
  ofRanges: ReadonlySet<Word>,
  text: string,
): Named[] {
  const generations = named.filter((one) => one.make === 'BMW' && one.generation !== null)
  // `M3 E92` is an M3, not each car of that generation.
  const sport = named.find((one) => one.make === 'BMW' && /^M\d$/.test(one.family))
  const generation = generations.find(({ family }) => family.charAt(0) === sport?.family.charAt(1)) ?? generations[0]
  if (!generation) return named
  if (sport && generation.family.charAt(0) !== sport.family.charAt(1)) {
    // `E87 M3` is a 1 Series that looks like an M3; `E87, M3` are two vehicles.
    return named.filter((one) => one !== sport || !joins.test(words[sport.first]?.gap ?? ''))
  }
  if (sport) {
    sport.restriction ??= text.slice(generation.at, generation.end)
    for (let at = generation.first; at <= generation.last; at++) (words[at] as Word).as ??= 'condition'
    return named.filter((one) => one !== generation)
  }
  const isModel = (one: Named) => one.make === 'BMW' && one.generation === null && bmwModel.test(nameKey(one.family))
  const models = words.filter(
    (word) => bmwModel.test(word.key) && !ofRanges.has(word) && isBeside(words, word, generation, []),
  )
  // `520i 525i`: America has no 520i.
  if (engines.every(({ names }) => names.every((name) => bmwModel.test(name.toUpperCase())))) {
    for (const { start, end } of models)
      if (!engines.some((one) => one.start <= start && end <= one.end))
        engines.push({ start, end, names: [text.slice(start, end)], isBare: false })
    engines.sort((a, b) => a.start - b.start)
  }
  // A series that a model names is not said again where a generation of it is in front.
  const isOfGeneration = (one: Named) =>
    one.generation === null &&
    one.first === one.last &&
    bmwModel.test(words[one.first]?.key ?? '') &&
    generations.some(({ family, at }) => family === one.family && at < one.at)
  for (const one of named) if (isOfGeneration(one)) (words[one.first] as Word).as ??= 'engine'
  return named.filter((one) => !isModel(one) && !isOfGeneration(one))
}

/**
 * Splits a title at commas, and at dashes with blanks on both sides, where each part has a vehicle and years of its own, as in
 * `Camry 2018 - 2020 Honda Civic`; else the clause is one part.
 */
function splitTitle(plain: string, start: number, named: readonly Named[], years: readonly Span[]): Span[] {
  const dashes = [...plain.slice(start).matchAll(/\s-\s|,\s/g)].map(({ index }) => index + start + 1)
  const ends = [...dashes.filter((at) => !years.some((span) => span.start < at && at < span.end)), plain.length]
  const parts = ends.map((end, at) => ({ start: ends[at - 1] ?? start, end }))
  const has = (part: Span, at: number) => part.start <= at && at < part.end
  const full = parts.filter((part) => named.some((one) => has(part, one.at)))
  const isEach = full.every((part) => years.filter((span) => has(part, span.start)).length === 1)
  return full.length > 1 && isEach ? full : [{ start, end: plain.length }]
}

/** Tells whether engines stand behind the last years only, as in `Golf V 2003-2008, Passat B6 2005-2010 2.0 TDI`: they go for all. */
const sharesEngines = (parts: readonly Span[], years: readonly Span[], engines: readonly Span[]): boolean =>
  engines.every(({ start }) => start >= (parts.at(-1)?.start ?? 0) && years.every((span) => span.end <= start))

/** Gives each vehicle the years or engines of its part of a title. */
function bindInParts<T extends Span>(
  named: readonly Named[],
  spans: readonly T[],
  parts: readonly Span[],
): (T[] | 'doubtful' | undefined)[] {
  const result: (T[] | 'doubtful' | undefined)[] = named.map(() => undefined)
  for (const part of parts.length === 0 ? [{ start: 0, end: 0 }] : parts) {
    const isIn = (at: number) => parts.length < 2 || (part.start <= at && at < part.end)
    const own = named.flatMap((one, index) => (isIn(one.at) ? [index] : []))
    const bound = bind(
      own.map((index) => named[index] as Named),
      spans.filter((span) => isIn(span.start)),
    )
    for (const [at, index] of own.entries()) result[index] = bound[at]
  }
  return result
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

const maxYear = 9999

/** Tells whether years that stand behind several vehicles can be meant for one whose generation is written. */
function overlaps(one: Named, { from, to }: YearRange, names: VehicleNames): boolean {
  if (one.generation === null) return true
  const row = names.generations
    .get(familyKey(one.make, one.family))
    ?.find(({ generation }) => generation === one.generation)
  return !row || ((from ?? 0) <= (row.to ?? maxYear) && (to ?? maxYear) >= (row.from ?? 0))
}

/** Tells whether the first and the last of some years are each within those of one of the vehicles. */
const areBuiltAt = (vehicles: readonly Named[], { from, to }: YearRange, names: VehicleNames): boolean =>
  [from ?? to, to ?? from].every((year) => vehicles.some((one) => isInYears(one, [{ from: year, to: year }], names)))

/** Cuts the years of several generations of one family to those of one, where most of them are those of the others. */
function ofGeneration(one: Named, range: YearRange, all: readonly Named[], names: VehicleNames): YearRange {
  const isSame = (other: Named) => other.make === one.make && other.family === one.family && other.generation !== null
  const same = all.filter(isSame)
  const row = names.generations
    .get(familyKey(one.make, one.family))
    ?.find(({ generation }) => generation === one.generation)
  if (!row || same.length < 2 || range.from === null || range.to === null || !areBuiltAt(same, range, names))
    return range
  const [from, to] = [Math.max(range.from, row.from ?? 0), Math.min(range.to, row.to ?? maxYear)]
  return (to - from + 1) * 2 < range.to - range.from + 1 ? { from, to } : range
}

/** Tells whether any model of a family was built in any of the years; a family whose years are not known was. */
function wasBuilt({ make, family }: Named, ranges: readonly YearRange[], names: VehicleNames): boolean {
  const rows = names.years.get(familyKey(make, family)) ?? []
  return (
    rows.length === 0 ||
    ranges.length === 0 ||
    rows.some((row) =>
      ranges.some(({ from, to }) => (from ?? 0) <= (row.to ?? maxYear) && (to ?? maxYear) >= (row.from ?? 0)),
    )
  )
}

/** Tells whether a vehicle was built in all years that are said of it. */
function isInYears(one: Named, ranges: readonly YearRange[], names: VehicleNames): boolean {
  const rows = (names.years.get(familyKey(one.make, one.family)) ?? []).filter(
    (row) => one.generation === null || row.generation === one.generation,
  )
  return ranges.every(({ from, to }) =>
    rows.some(
      (row) =>
        (from ?? to ?? 0) >= (row.from ?? 0) && (from ?? 0) <= (row.to ?? maxYear) && (to ?? 0) <= (row.to ?? maxYear),
    ),
  )
}

/** Tells whether the words of a vehicle say its family, with or without its make, and no generation. */
const isBareFamily = ({ make, family, first, last }: Named, words: readonly Word[], names: VehicleNames): boolean =>
  Array.from({ length: last - first + 1 }, (_, skipped) => words.slice(first + skipped, last + 1)).some((span) =>
    (names.things.get(span.map((word) => word.key).join('')) ?? []).some(
      (thing) => thing.kind === 'family' && thing.make === make && thing.family === family,
    ),
  )

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

/**
 * Returns the vehicles that others became before their years, as the Dodge Ram 1500 did the 1500 of Ram; none if a vehicle of the list
 * was built in them.
 */
function successorsOf(
  named: readonly Named[],
  yearsOf: readonly (YearSpan[] | 'doubtful' | undefined)[],
  names: VehicleNames,
): Map<Named, Pick<Named, 'make' | 'makes' | 'family' | 'generation'>> {
  const successors = new Map<Named, Pick<Named, 'make' | 'makes' | 'family' | 'generation'>>()
  for (const [at, one] of named.entries()) {
    const spans = yearsOf[at]
    if (one.generation === null || one.answer !== null || !Array.isArray(spans)) continue
    const ranges = spans.flatMap((span) => span.ranges)
    const isLate = ranges.every(
      (range) => !named.some((other) => other.make === one.make && overlaps(other, range, names)),
    )
    const found = (names.things.get(nameKey(one.family + one.generation)) ?? []).filter(
      ({ kind, make, family }) =>
        kind === 'family' &&
        make !== one.make &&
        ranges.every((range) => wasBuilt({ ...one, make, family }, [range], names)),
    )
    const [thing] = found
    if (isLate && ranges.length > 0 && thing && found.length === 1)
      successors.set(one, { make: thing.make, makes: [thing.make], family: thing.family, generation: null })
  }
  return successors
}

/**
 * Makes a family of several words that was not built in the years, such as `Explorer Sport`, the one of its first words that was, and
 * returns the other words.
 */
function shorten(
  one: Named,
  ranges: readonly YearRange[],
  words: readonly Word[],
  text: string,
  names: VehicleNames,
): string | null {
  const isBuilt = (family: string) => wasBuilt({ ...one, family }, ranges, names)
  if (one.last === one.first || one.generation !== null || ranges.length === 0 || isBuilt(one.family)) return null
  for (const { key, last } of spansOf(
    words.slice(one.first, one.last).map((word) => ({ ...word, isTaken: false })),
    0,
    one.last - one.first,
  )) {
    const family = (names.things.get(key) ?? []).find((thing) => thing.kind === 'family' && thing.make === one.make)
    if (!family || !isBuilt(family.family)) continue
    one.family = family.family
    return text.slice((words[one.first + last + 1] as Word).start, one.end)
  }
  return null
}

/** Tells whether another vehicle of the text is of this make without doubt, such as the Vito in `Sprinter Vito`. */
const isMakeOfOthers = (make: string, one: Named, all: readonly Named[]): boolean =>
  all.some((other) => other !== one && other.makes.length === 1 && other.make === make)

/** Returns the only generation of a family that was built in all of the years; of years with an open end, that of their beginning. */
function generationOfYears(one: Named, { from, to, isToPresent }: YearRange, names: VehicleNames): string | null {
  if (from === null) return null
  const rows = names.generations.get(familyKey(one.make, one.family)) ?? []
  if (to === null && !isToPresent) {
    const built = rows.filter((row) => from >= (row.from ?? 0) && from <= (row.to ?? maxYear))
    const began = built.filter((row) => row.from === from)
    // In the year of a change it is not the one that ends.
    const [first, ...more] = began.length > 0 ? began : built.filter((row) => row.to !== from)
    return first && more.length === 0 ? first.generation : null
  }
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
