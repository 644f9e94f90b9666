import { bindInParts, sharesEngines, splitTitle } from '#server/vehicles/bind-spans.ts'
import { type Scope, isInList, isMake, isNamedMake, reopen, spansOfMakes } from '#server/vehicles/choose-name.ts'
import { findAll } from '#server/vehicles/find-all.ts'
import {
  type Named,
  type Span,
  type Word,
  firstFrom,
  isBeside,
  isNextTo,
  joins,
  spansOf,
  withoutGlued,
  wordsIn,
  wordsOf,
} from '#server/vehicles/fit-text.ts'
import {
  areTwins,
  bedLengths,
  bothFuels,
  chassisCodes,
  connector,
  driveKeys,
  isSide,
  loads,
  modelKeys,
  types,
  versionKeys,
} from '#server/vehicles/fit-words.ts'
import type { Fit, FitAnswers, UsedWords } from '#server/vehicles/fits.ts'
import {
  findBodyCodes,
  findBodyCodesInBrackets,
  findTypesBehind,
  isChassisCode,
  isCodeOfBody,
  isCodeOfFamily,
  isGenerationOfNamed,
  loadClass,
  takeFaces,
} from '#server/vehicles/generation-codes.ts'
import { isHarmless } from '#server/vehicles/harmless-words.ts'
import { findMeasures, isNoMeasure, isValves, looksLikeYears } from '#server/vehicles/measures.ts'
import {
  bmwModel,
  dropModelsOfGenerations,
  enginesOfSeries,
  isSpacedModel,
  joinModelsAndLitres,
} from '#server/vehicles/numbered-models.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import { cylinders, type EngineSpan, engineRanges, readEngines } from '#server/vehicles/read-engines.ts'
import {
  bindLimits,
  bindVersions,
  isNegated,
  readConditions,
  readNegations,
  readPosition,
  readVersions,
} from '#server/vehicles/read-limits.ts'
import { nameVehicles } from '#server/vehicles/names-in-clause.ts'
import {
  type YearRange,
  type YearSpan,
  daysOf,
  limitYears,
  readYears,
  withoutContainedYears,
} from '#server/vehicles/read-years.ts'
import { doubtSportBehind, isOneM, joinSportsBefore } from '#server/vehicles/sport-models.ts'
import type { NamedThing, VehicleNames } from '#server/vehicles/vehicle-names.ts'
import { doubtVehiclesInBrackets, hasPart } from '#server/vehicles/vehicles-in-brackets.ts'
import {
  areBuiltAt,
  chooseMake,
  generationOfYears,
  mayEndWithGeneration,
  isInYears,
  modelsLikeYears,
  ofGeneration,
  overlaps,
  splitAtSuccessor,
  successorsOf,
  wasBuilt,
} from '#server/vehicles/years-of-models.ts'

/** The most vehicles of a clause: more are left over, since each is compared with all. Texts of shops have up to 120. */
const maxNamed = 300

interface ClauseReading {
  fits: Fit[]
  position: string | null
  hadVehicle: boolean
  /** Years and engines, also those of no vehicle. */
  years: readonly YearSpan[]
  engines: readonly EngineSpan[]
}

export function readClause(
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
  for (const { index, 0: found } of findMeasures(clause)) {
    const isEndOfYears =
      /^(?:19[5-9]|20[0-3])\d\D/.test(found) && /\d\s?(?:-+>?|to|bis|do|a)\s?$/.test(clause.slice(0, index))
    const isCode = isCodeOfFamily(text.slice(start + index, start + index + found.length), words, start + index, names)
    const isSport = found === '1m' && isOneM(words, start + index, names)
    // `cvip06a` has no amperes in it, and `Peugeot 205-309` is a list of models of which the index knows one.
    const isInWord = /^\d+a$/.test(found) && /\p{L}{2}$/u.test(clause.slice(0, index))
    const isList = isListOfMake(found, words, start + index, text, names)
    if (!isEndOfYears && !isCode && !isSport && !isInWord && !isList && !isNoMeasure(found, names))
      blocked.push([index, index + found.length])
  }
  const isBlocked = (from: number, to: number) => blocked.some(([a, b]) => a < to && from < b)
  const blockedWords = new Set(words.filter((word) => isBlocked(word.start - start, word.end - start)))
  // `V80-2007-2017`: behind a name that the index does not know, a number may be that of a part.
  const isJoinedToUnknown = (at: number) =>
    clause.charAt(at - 1) === '-' &&
    words.some(({ key, end: last }) => last === start + at - 1 && !names.things.has(key))
  const likeYears = modelsLikeYears(words, names)
  const isFree = (from: number, to: number) =>
    !isBlocked(from, to) && !likeYears.some((one) => one.start < to + start && from + start < one.end)
  const years = readYears(clause, isFree).map((span) => ({
    ...span,
    isDoubtful: span.isDoubtful || isJoinedToUnknown(span.start),
    start: span.start + start,
    end: span.end + start,
  }))
  const ranges = findAll(clause, engineRanges).map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
  const engines = readEngines(withoutGlued(clause, names).replaceAll(bothFuels, (found) => ' '.repeat(found.length)))
    .filter((span) => !ranges.some((range) => range.start < span.end && span.start < range.end))
    .filter((span) => !blocked.some(([a, b]) => a < span.end && span.start < b && !isValves(clause.slice(a, b))))
    .map((span): EngineSpan => ({
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
  let named = withoutOrdinaryWords(
    nameVehicles(text, words, isClaimed, isCutFromYears, names, answers, scope).slice(0, maxNamed),
    words,
    scope,
  )
  named = joinSportsBefore(named, words, text)
  doubtSportBehind(named, words)
  doubtVehiclesInBrackets(named, words, text, start, names)
  takeFaces(named, words, text, names)
  const models = words.flatMap(({ isEngine, key, start: from, end }, at): EngineSpan[] => {
    // `320 d` is a 320d.
    const to = isEngine && isSpacedModel(words, at) ? (words[at + 1] as Word).end : end
    return isEngine && (to > end || bmwModel.test(key))
      ? [{ start: from, end: to, names: [text.slice(from, to).replace(' ', '')], isBare: false }]
      : []
  })
  if (models.length > 0) joinModelsAndLitres(models, engines, plain)
  const isOfVehicle = (from: number, to: number) => named.some((one) => one.at < to && from < one.end)
  const freeYears = years
    .filter((span) => !isOfVehicle(span.start, span.end))
    .map((span) => readStart(span, named, words, plain))
  const codes = findAll(clause, chassisCodes).flatMap(({ index, 0: found }) => {
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
  const isKnown = ({ start: at }: Word) => codes.some((span) => span.start <= at && at < span.end)
  for (const word of findTypesBehind(named, words, text, names)) {
    if (!isKnown(word)) codes.push({ start: word.start, end: word.end })
    for (const one of named) if (one.stranger === word) one.stranger = null
  }
  // `Civic sedan FD2 wing`: a Honda has codes of chassis anywhere behind it.
  const [only] = named
  if (only && named.length === 1)
    for (const word of words)
      if (
        word.start >= only.end &&
        !word.isTaken &&
        !word.isEngine &&
        // `Civic EG mount, EP3 shifter`: behind a comma it is another one.
        !/[,;]/.test(text.slice(only.end, word.start)) &&
        isCodeOfBody(only, word.key) &&
        isChassisCode(only, word, names) &&
        !isSide(word.key) &&
        !codes.some((span) => span.start <= word.start && word.end <= span.end)
      )
        codes.push({ start: word.start, end: word.end })
  const bodies = findBodyCodesInBrackets(named, words, names)
  // `E90 from 2005 (E91)`: the code restricts that vehicle, and is none of its own.
  named = named.filter(
    (one) =>
      !words.slice(one.first, one.last + 1).every((word) => word.isEngine || bodies.includes(word)) ||
      !bodies.some(({ start: at }) => one.at <= at && at < one.end) ||
      !named.some((other) => other.end <= one.at && other.make === one.make && other.generation === one.generation),
  )
  for (const one of named) {
    const ofBody = findBodyCodes(one, words, names).map((word) => text.slice(word.start, word.end))
    one.restriction = [one.restriction, ofBody.join('/')].filter(Boolean).join(', ') || null
  }
  const details = detailsOf(engines, words, named, text, names)
  const versions = readVersions(clause, text, words, start, named, freeYears, engines, [
    ...codes,
    ...bodies,
    ...details,
  ])
  // `1.9 TDI BXE Golf V Octavia II`: the code of an engine in front of all of them goes for each.
  for (const version of versions)
    if (version.start < (named[0]?.at ?? 0) && details.some(({ start: at }) => at === version.start))
      version.isDrive = true
  // `Civic headlight left (06-11)`: years in brackets are those of the only vehicle, with words for its part between them.
  const isAlone = ({ start: from, end: to, ranges }: YearSpan) => {
    const inBrackets = /^\([^()]+\)$/.test(plain.slice(from - 1, to + 1))
    // `Discovery 2 bulb holder to 02`: so are years with a word in front of them.
    const only = named.at(-1)
    if (!only || ranges.length === 0) return false
    // `Mondeo MK3 dual mass flywheel 00-07`: so are those in which it was built, also for a list of which each was.
    const isBuilt =
      /^\d\d-\d\d$/.test(plain.slice(from, to)) &&
      (named.length === 1 ? isInYears(only, ranges, names) : named.every((one) => wasBuilt(one, ranges, names)))
    if (named.length > 1 && !(isBuilt && freeYears.length === 1)) return false
    if (!(inBrackets || isBuilt || /^\p{L}/u.test(plain.slice(from, to)))) return false
    return words.every((word) => {
      const { key, start: at, isEngine } = word
      return (
        at >= from ||
        blockedWords.has(word) ||
        at < only.end ||
        isEngine ||
        isPartWord(key.toLowerCase(), names.things.has(key)) ||
        isSide(key) ||
        (inBrackets && (versionKeys.has(key) || /^\d{3}$/.test(key)))
      )
    })
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
      // An engine with its word is in none but between a family and its generation; `Audi 2.0` was asked with its litres.
      (!span.isBare || !named.some((one) => one.answer === null && one.at < span.end && span.start < one.end)) &&
      !placedYears.some((one) => one.start < span.end && span.start < one.end) &&
      (!span.isBare ||
        named.some(
          (one) =>
            (one.at <= span.start && span.end <= one.end) || isBeside(words, span, one, [...placedYears, ...engines]),
        ) ||
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
  const isOfStranger = (span: Span) => isBehindStranger(words, span, ofOthers, ofPlacedYears, ofMakes, names, text)
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
  // `04-08 F150 lamp 05 06 07` says the same years twice.
  const isSaidTwice = (span: YearSpan) =>
    span.isShort && named.length === 1 && !withoutContainedYears([...placedYears, span]).includes(span)
  const hasLooseYears =
    freeYears.some((span) => !placedYears.includes(span) && !inLimit(span) && !isSaidTwice(span)) ||
    words.some((word) => /^(?:19[5-9]|20[0-3])\d$/.test(word.key) && !isRead(word))
  const ofUnknown = yearsOfUnknown(named, placedYears, words, names)
  const ofStrangers = placedYears.filter((span) => ofUnknown.includes(span) || isOfStranger(span))
  placedYears = placedYears.filter((span) => !inLimit(span) && !ofStrangers.includes(span))
  const freeEngines = placedEngines.filter((span) => !inLimit(span))

  // A word with another meaning needs years, a generation or a list at its side; its versions and engine may be between them.
  const beside = new Set(
    [...wordsOf(words, [...versions, ...freeEngines])].filter(({ key }) => !isPartWord(key.toLowerCase())),
  )
  const isSure = (one: Named) =>
    !one.needsYears ||
    one.generation !== null ||
    placedYears.some((span) => isNextTo(words, span, one, beside) || isAlone(span)) ||
    freeEngines.some((span) => isNextTo(words, span, one, beside))
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
  const restricting = [loads, bedLengths].flatMap((pattern) => findAll(clause, pattern).map(({ index }) => index))
  mark(
    'part',
    blocked.flatMap(([from, to]) => (restricting.includes(from) ? [] : { start: from + start, end: to + start })),
  )
  mark('position', position?.spans ?? [])
  const numbers = { years: freeYears, engines }
  if (kept.length === 0) return { fits: [], position: position?.name ?? null, hadVehicle: named.length > 0, ...numbers }
  const saidYears = withoutSecond(kept, placedYears)
  const parts = splitTitle(plain.slice(0, end), start, kept, saidYears)
  const yearsOf = bindInParts(kept, saidYears, parts)
  const counts = parts.length < 2 ? [] : findAll(clause, cylinders).map(({ index }) => index + start)
  const starts = [...freeEngines.map((span) => span.start), ...counts]
  const partsOfEngines = sharesEngines(parts, placedYears, starts) ? parts.slice(0, 0) : parts
  const enginesOf = bindInParts(kept, freeEngines, partsOfEngines)
  const limitsOf = bindLimits(kept, limits)
  const versionsOf = bindVersions(
    kept,
    versions.filter((span) => !inLimit(span)),
    ({ first, at }) => {
      const before = words[first - 1]
      // `64-66 Mustang, 67-68 Mustang GT`: the comma stands in front of its years.
      const own = placedYears.find((span) => span.end <= at && firstFrom(words, span.end) === first)
      const head = own ? words[firstFrom(words, own.start)] : words[first]
      return head?.gap.includes(',') === true || (before !== undefined && isMake(before, names))
    },
    (one, next) => isListOfFamilies(one, next, words),
  )
  shareVersions(kept, versionsOf, words, yearsOf)
  for (const [one, successor] of successorsOf(kept, yearsOf, names)) {
    // The make in front of it is that of before.
    mark('vehicle', spansOfMakes(words, names, new Set(one.makes)))
    Object.assign(one, successor)
  }
  // `Mustang GT 2005-2009, V6 2005-2010`: the versions of one vehicle may have years of their own.
  const dashed = placedYears.filter((span) => /^\d+\s?-\s?\d+$/.test(plain.slice(span.start, span.end)))
  const [early, late] = [dashed[0], dashed.at(-1)]
  const hasOwnYears =
    kept.length === 1 &&
    early !== undefined &&
    late !== undefined &&
    JSON.stringify(early.ranges) !== JSON.stringify(late.ranges) &&
    [...versions, ...freeEngines].some((span) => early.end <= span.start && span.end <= late.start)
  if (hasOwnYears) for (const one of kept) one.isDoubtful = true
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
    if (spans === undefined && one.hasCode && one.generation === null && one.answer === null) {
      isDoubtful = true
      return []
    }
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
    if (spans !== undefined && one.generation === null && one.answer === null && isBeforeGeneration) {
      // `GLE / GLS W167 / X167`: the codes name both again.
      if (isNamedBetter(one, kept)) mark('vehicle', [{ start: one.at, end: one.end }])
      return []
    }
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
    const engineNames = enginesOfSeries(one, [...new Set((motors ?? []).flatMap((span) => span.names))])
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
      (said) =>
        (answer
          ? [{ make, family: one.family, generation: one.generation, range: said }]
          : splitAtSuccessor({ ...one, make }, said, names)
        ).flatMap(({ range, ...vehicle }) =>
          (engineNames.length > 0 ? engineNames : [answer?.engine ?? null]).map((engine) => {
            const generation =
              vehicle.generation ??
              (answer
                ? null
                : (generationOfYears({ ...one, ...vehicle }, range, names) ??
                  generationOfAmerica({ ...one, ...vehicle }, range, engine, kept, names)))
            const mayEnd = !answer && mayEndWithGeneration({ ...vehicle, generation }, range, names)
            return {
              ...vehicle,
              generation,
              from: range.from,
              to: range.to,
              ...(mayEnd && { mayEnd }),
              ...daysOf(range),
              engine,
              position: answer?.position ?? null,
              condition,
            }
          }),
        ),
    )
  })
  if (!isDoubtful) {
    mark('years', [...placedYears, ...freeYears.filter((span) => isSaidTwice(span))])
    mark('engine', freeEngines)
  }
  // A version of a vehicle that is not read is read of no other.
  const said = versions.filter(({ text: version }) => fits.some(({ condition }) => condition?.includes(version)))
  mark('condition', [...limits, ...said])
  return { fits: withoutContained(fits), position: position?.name ?? null, hadVehicle: true, ...numbers }
}

/**
 * Gives what is named again behind words for its part, as in `Golf VII GTI hood for Golf VII`, the versions of both places: it is one
 * vehicle, and none of a list.
 */
function shareVersions(
  named: readonly Named[],
  versionsOf: readonly string[][],
  words: readonly Word[],
  yearsOf: readonly (YearSpan[] | 'doubtful' | undefined)[],
): void {
  // With years of its own it is one of a list.
  const hasOwnYears = (at: number, other: number) =>
    [yearsOf[at], yearsOf[other]].every((years) => Array.isArray(years)) && yearsOf[at]?.[0] !== yearsOf[other]?.[0]
  const isSame = (one: Named, other: Named) =>
    one.make === other.make && one.family === other.family && one.generation === other.generation
  const shared = named.map((one, at) => {
    // More of them are a list.
    const isRepeated = named.filter((other) => isSame(one, other)).length <= 3
    return named.flatMap((other, index) => {
      const [first, second] = one.at < other.at ? [one, other] : [other, one]
      const isAgain =
        isRepeated &&
        isSame(one, other) &&
        !hasOwnYears(at, index) &&
        hasPart(words.slice(first.last + 1, second.first))
      return index === at || isAgain ? (versionsOf[index] ?? []) : []
    })
  })
  for (const [at, versions] of shared.entries()) versionsOf[at]?.splice(0, Infinity, ...versions)
}

/**
 * Returns the generation that was built in America alone, such as that of the Ford Fusion, where a twin of it from there or an engine of
 * two litres and more says that it is meant.
 */
function generationOfAmerica(
  one: Named,
  range: YearRange,
  engine: string | null,
  named: readonly Named[],
  names: VehicleNames,
): string | null {
  const isMeant =
    /^[2-9][.,]\d/.test(engine ?? '') ||
    named.some(
      (other) => other.family !== one.family && areTwins(`${one.make} ${one.family}`, `${other.make} ${other.family}`),
    )
  const american = { ...one, generation: 'North America' }
  return isMeant && isInYears(american, [range], names) ? american.generation : null
}

/**
 * Drops families that are ordinary words, such as the Combo of `Tail Lamp Combo (2007-2018 Jeep Wrangler)`, where the text has another
 * vehicle of another make and no list of both: the years at their side are those of that vehicle. So is a family without its make, such
 * as `Meriva kit (2007-2018 Jeep Wrangler)`, if words for a part stand between it and a vehicle with its make.
 */
function withoutOrdinaryWords(named: readonly Named[], words: readonly Word[], scope: Scope): Named[] {
  const { makesOfText, makesOfVehicles } = scope
  const known = named.filter(({ make, needsYears }) => makesOfText.has(make) || !needsYears)
  const makes = new Set([...makesOfText, ...known.flatMap((one) => one.makes)])
  const isApart = (one: Named) =>
    !one.makes.some((make) => makesOfText.has(make)) &&
    known.some((other) => {
      const [from, to] = one.first < other.first ? [one.last, other.first] : [other.last, one.first]
      return makesOfText.has(other.make) && hasPart(words.slice(from + 1, to))
    })
  const isListed = (one: Named) =>
    named.some(
      (other) =>
        other !== one &&
        (isInList(words, one, other) ||
          (one.make !== other.make && areTwins(`${other.make} ${other.family}`, `${one.make} ${one.family}`))),
    )
  return named.filter(
    (one) =>
      (known.length === 0 && makesOfVehicles.size === 0) ||
      one.generation !== null ||
      one.answer !== null ||
      one.answered !== null ||
      (!isApart(one) && (!one.needsYears || one.makes.some((make) => makes.has(make)))) ||
      isListed(one),
  )
}

/**
 * Reads a month in brackets behind a vehicle, as in `Golf IV (1J1)(10.1997)`, as that in which it was first built: its years begin
 * there, and without a generation they may be those of any.
 */
function readStart(span: YearSpan, named: readonly Named[], words: readonly Word[], plain: string): YearSpan {
  const one = named.findLast(({ end }) => end <= span.start)
  const [range] = span.ranges
  const month = /^[([](\d{1,2})\s?[./]\s?\d{4}[)\]]$/.exec(plain.slice(span.start - 1, span.end + 1))?.[1]
  if (!one || !range || !span.isBare || month === undefined) return span
  if (hasPart(wordsIn(words, { start: one.end, end: span.start }))) return span
  if (one.generation === null && one.answer === null) return { ...span, isDoubtful: true }
  return { ...span, isBare: false, ranges: [{ from: range.from, to: null, fromMonth: Number(month) }] }
}

/** Returns years without those that are said of the only vehicle again, as in `94-01 Integra 1994-2001`, and limits them by each other. */
function withoutSecond(named: readonly Named[], years: readonly YearSpan[]): readonly YearSpan[] {
  const [first] = named
  const isOne = named.every(
    ({ make, family, generation }) =>
      make === first?.make && family === first.family && generation === first.generation,
  )
  if (!isOne) return years
  return withoutContainedYears(named.length === 1 ? limitYears(years) : years)
}

/** The most fits of a clause that are compared with each other. */
const maxCompared = 300

/** Drops fits that another one of the same vehicle contains, as in `Golf 2014-2023 (2014, 2015, 2016)`. */
function withoutContained(fits: readonly Fit[]): Fit[] {
  if (fits.length > maxCompared) return [...fits]
  const contains = (one: Fit, other: Fit) =>
    one.make === other.make &&
    one.family === other.family &&
    one.generation === other.generation &&
    one.engine === other.engine &&
    one.position === other.position &&
    one.condition === other.condition &&
    [one, other].every(({ builtFrom, builtTo }) => builtFrom === undefined && builtTo === undefined) &&
    (one.from ?? -Infinity) <= (other.from ?? -Infinity) &&
    (one.to ?? Infinity) >= (other.to ?? Infinity)
  return fits.filter(
    (fit, at) =>
      !fits.some((other, index) => index !== at && contains(other, fit) && !(index > at && contains(fit, other))),
  )
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

const powerOfEngine = /^(?:[6-9]\d|[12]\d\d)$/

/** Tells whether two numbers, or one in front of lamps, stand right behind a make that has a family with one of them. */
const isListOfMake = (found: string, words: readonly Word[], at: number, text: string, names: VehicleNames): boolean =>
  /^(?:\d{3}-\d{3}|\d{1,3}\s?leds?)$/.test(found) &&
  findAll(found, /\d+/g)
    .flatMap(([number]) => [number, `MODEL${number}`])
    .flatMap((part) => names.things.get(part) ?? [])
    .some(
      ({ kind, make }) =>
        kind === 'family' &&
        spansOfMakes(words, names, new Set([make])).some(
          ({ end }) => end < at && /^\s*(?:model\s)?$/i.test(text.slice(end, at)),
        ),
    )

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
    if (!before || !word || !/^ \(?$/.test(word.gap) || isSide(word.key) || /^[.,]$/.test(next?.gap ?? '')) return []
    if (versionKeys.has(word.key) || driveKeys.has(word.key) || modelKeys.has(word.key)) return []
    const isNamed = (names.things.get(word.key) ?? []).some(
      (thing) => thing.kind === 'make' || named.some(({ make }) => make === thing.make),
    )
    const written = text.slice(word.start, word.end)
    const isOfVolvo = /^[DT][2-8]$/.test(written) && named.some(({ make }) => make === 'Volvo')
    const isCode =
      (/^(?:CR|PD)$/.test(written) && own.every((name) => name.endsWith('TDI'))) ||
      (/^(?:[A-Z]{3,4}|[A-Z]\d[A-Z]|\d[A-Z]{2}|[A-Z]\d{2}|\d[A-Z]\d{2})$/.test(written) &&
        !types.test(written) &&
        !isPartWord(word.key.toLowerCase()))
    // With its unit the power is said everywhere, and restricts nothing.
    // So do several, as in `TDI 150/184 KM`.
    let last = at
    while (words[last + 1]?.gap === '/' && powerOfEngine.test(words[last + 1]?.key ?? '')) last++
    const isPower =
      powerOfEngine.test(word.key) &&
      (last > at || !/^(?:PS|CH|CV|KM|HP|KW|BHP|KS|PK|K|CP)$/.test(next?.key ?? '')) &&
      own.every((name) => /(?:HDi|dCi|TDCi|JTD|TDI|CRDi)$/.test(name))
    if (isNamed || !(isOfVolvo || (!isBare && (isCode || isPower)))) return []
    const { end: endOfPowers } = words[last] ?? word
    if (isPower) return [{ start: word.start, end: endOfPowers, text: text.slice(before.start, endOfPowers) }]
    return [{ start: word.start, end: word.end, text: written }]
  })

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

/**
 * Tells whether families of a make stand right behind each other, so that a version behind or in front of them goes for both, as in
 * `Ranger/Explorer XLT`; over a comma only classes of load do.
 */
const isListOfFamilies = (one: Named, next: Named, words: readonly Word[]): boolean => {
  const isClass = ({ family, generation }: Named) => loadClass.test(generation ?? family.replace(/^[EF]-/, ''))
  const between = words.slice(one.last + 1, next.first + 1)
  return (
    one.make === next.make &&
    one.family !== next.family &&
    [one, next].every(({ generation }) => generation === null || loadClass.test(generation)) &&
    between.every(({ key }, at) => at === between.length - 1 || /^(?:AND|OR)$/.test(key)) &&
    between.every(({ gap }) => /^(?:\s|\s?[/&+]\s?)$/.test(gap) || (gap === ', ' && isClass(one) && isClass(next)))
  )
}

/** Tells whether a generation of the same family is named behind it. */
const isNamedBetter = ({ make, family, at }: Named, all: readonly Named[]): boolean =>
  all.some((other) => other.at > at && other.make === make && other.family === family && other.generation !== null)

/**
 * Tells whether years stand behind a word that may be a vehicle the index does not know: one between two groups of years, also if it looks
 * like a part but is a name of its own there, as in `Camry 2002-2006, Lifter 2004-2008`, or one in a list of vehicles.
 */
function isBehindStranger(
  words: readonly Word[],
  span: Span,
  read: ReadonlySet<Word>,
  years: ReadonlySet<Word>,
  ofMakes: ReadonlySet<Word>,
  names: VehicleNames,
  text: string,
): boolean {
  let at = firstFrom(words, span.start) - 1
  let stranger: Word | undefined
  const [before, alone] = words.slice(Math.max(at - 1, 0), at + 1)
  if (
    alone?.gap === ', ' &&
    words[at + 1]?.gap === ' ' &&
    !read.has(alone) &&
    !isSide(alone.key) &&
    /^\p{Lu}\p{L}{3,}$/u.test(text.slice(alone.start, alone.end)) &&
    before !== undefined &&
    years.has(before)
  )
    return true
  for (; at >= 0; at--) {
    const word = words[at] as Word
    if (years.has(word)) return stranger !== undefined
    if (read.has(word) || word.as === 'vehicle') break
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

/**
 * Returns which of several years stand with a make and a word behind it that the index does not know, as in `Ford Abc 1999-2016, Ford F-150
 * 2004-2008`.
 */
function yearsOfUnknown(
  named: readonly Named[],
  years: readonly YearSpan[],
  words: readonly Word[],
  names: VehicleNames,
): YearSpan[] {
  const [first, second] = years
  if (!first || !second || named.length === 0) return []
  const unknown = spansOfMakes(words, names, new Set(named.map(({ make }) => make))).filter(({ end }) => {
    const at = firstFrom(words, end)
    const word = words[at]
    return (
      word !== undefined &&
      joins.test(word.gap) &&
      /^(?=.*\p{L})[\p{L}\d]{3,}$/u.test(word.key) &&
      word.as === null &&
      !named.some((one) => one.at <= word.start && word.start < one.end) &&
      !years.some((span) => span.start <= word.start && word.end <= span.end) &&
      !isMake(word, names) &&
      !versionKeys.has(word.key) &&
      !driveKeys.has(word.key) &&
      !isSide(word.key) &&
      !isHarmless(word, words[at - 1], words[at + 1], names)
    )
  })
  if (unknown.length === 0) return []
  const heads = [
    ...named.map((one) => ({ start: one.at, isUnknown: false })),
    ...unknown.map(({ start }) => ({ start, isUnknown: true })),
  ].toSorted((a, b) => a.start - b.start)
  const isInFront = heads.every(({ start }) => first.start < start)
  return years.filter(
    ({ start }) =>
      (isInFront ? heads.find((one) => one.start > start) : heads.findLast((one) => one.start < start))?.isUnknown,
  )
}

/** Tells whether the words of a vehicle say its family, with or without its make, and no generation. */
const isBareFamily = ({ make, family, first, last }: Named, words: readonly Word[], names: VehicleNames): boolean =>
  Array.from({ length: last - first + 1 }, (_, skipped) => words.slice(first + skipped, last + 1)).some((span) =>
    (names.things.get(span.map((word) => word.key).join('')) ?? []).some(
      (thing) => thing.kind === 'family' && thing.make === make && thing.family === family,
    ),
  )

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
