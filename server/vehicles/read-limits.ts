import { findAll } from '#server/vehicles/find-all.ts'
import { firstFrom, isBeside, joins, type Named, type Span, type Word } from '#server/vehicles/fit-text.ts'
import type { Fit } from '#server/vehicles/fits.ts'
import {
  areTwins,
  bedLengths,
  beforeFacelift,
  limitsAnywhere,
  beds,
  besideOnly,
  bothFuels,
  conditions,
  connector,
  contents,
  diameters,
  doors,
  driveKeys,
  engineCodes,
  inThreeDimensions,
  isSide,
  kindsBehind,
  lengthsBehind,
  loads,
  negations,
  noPosition,
  ofDiameter,
  ofFuel,
  ofOwnLength,
  positionPairs,
  positionWords,
  powers,
  shortSides,
  slashedVersions,
  praises,
  turkish,
  turkishSides,
  vehicleFeature,
  versionKeys,
  withoutEquipment,
} from '#server/vehicles/fit-words.ts'
import { cylinders, type EngineSpan, engineRanges, fuelBeside, isDiesel } from '#server/vehicles/read-engines.ts'
import { isBrand, isPartWord } from '#server/vehicles/part-words.ts'
import { endOfTurbo } from '#server/vehicles/sport-models.ts'
import { plainText } from '#server/vehicles/vehicle-names.ts'
import { codeOfUnit } from '#server/vehicles/words-of-sellers.ts'

export interface Limit extends Span {
  text: string
}

/** Reads clauses such as `with sport suspension` and `except GTI`; contents of a set are none. */
export function readConditions(
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
  for (const match of findAll(clause, conditions)) {
    const from = match.index + start
    if (from >= end) continue
    let to = from + match[0].length
    // `Gas only exhaust`: the word in front of it restricts, not what is behind.
    const next = words[firstFrom(words, from) + 1]
    if (
      match.groups?.['only'] === 'only' &&
      (next === undefined || next.start >= to || isPartWord(next.key.toLowerCase()) || isSide(next.key))
    ) {
      const before = words[firstFrom(words, from) - 1]
      const isOfCore =
        before === undefined ||
        [...years, ...engines, ...named.map((one) => ({ start: one.at, end: one.end }))].some(
          (one) => one.start <= before.start && before.end <= one.end,
        )
      // `Only fits Golf IV` and `Golf IV only OEM` restrict nothing more.
      if (!isOfCore) limits.push({ start: before.start, end: from + 4, text: text.slice(before.start, from + 4) })
      continue
    }
    const keyword = match.groups?.['except'] ?? match.groups?.['only'] ?? match.groups?.['including'] ?? ''
    const bodyAt = from + keyword.length + (/^\s*/.exec(match[0].slice(keyword.length))?.[0].length ?? 0)
    const isExcept = match.groups?.['except'] !== undefined
    if (isExcept) to = start + endOfVersions(clause, to - start)
    const items = [...years, ...engines, ...named.map((one) => ({ start: one.at, end: one.end }))]
    if (items.some((one) => !isExcept && one.start <= bodyAt + 5 && bodyAt <= one.start)) continue
    if (!isExcept) for (const item of items) if (item.start > bodyAt && item.start < to) to = item.start
    // `Bumper w/o spoiler for Golf V`: the vehicle is none of what is left out.
    const goal = isExcept ? behindException.exec(clause.slice(bodyAt - start, to - start)) : null
    if (goal) to = bodyAt + goal.index
    const isBehind = named.some((one) => one.end <= from)
    // `Mirror w/o tow package Ford F-150` restricts the vehicle, as wherever it stands.
    if (isExcept && !isBehind && withoutEquipment.test(match[0])) continue
    const side = words.find(
      (word) =>
        word.start > bodyAt &&
        word.end <= to &&
        (Object.keys(positionWords) as Side[]).some((one) => positionWords[one].test(word.key.toLowerCase())),
    )
    if (side && !isExcept) to = side.start
    const body = text.slice(from, to).trim()
    const plainBody = plainText(body)
    if (contents.test(plainBody) && !vehicleFeature.test(plainBody)) continue
    const ofVehicle = isExcept && named.some((one) => one.at >= from && one.end <= to)
    if (!isBehind && !goal && !vehicleFeature.test(plainBody) && !ofVehicle) continue
    if (body.split(/\s+/).length > 8) {
      const eighth = findAll(body, /\S+/g)[7]
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

/** Matches a version that goes on a list, as in `except EX, LX and Hybrid`. */
const nextVersion =
  /^(?:\s?[,/&]\s?|,?\s(?=(?:and|or|und|oder|et|ou)\s))(?:(?:and|or|und|oder|et|ou)\s)?([\p{L}\p{N}-]+)/u

/** Returns where a list of versions in a clause ends that begins at a place or in front of it. */
function endOfVersions(clause: string, from: number): number {
  for (let end = from; ;) {
    const [found = '', version = ''] = nextVersion.exec(clause.slice(end)) ?? []
    const key = version.replaceAll('-', '').toUpperCase()
    if (!versionKeys.has(key) && !driveKeys.has(key)) return end
    end += found.length
  }
}

/** Matches the word that leads from what is left out to the vehicle. */
const behindException = /(?<=\p{L}{3,})\s(?:for|fits|fur|pour|para|voor)\s/u

const included = /includ|inclus|incluid|enthalten|zawiera|zawarte/

/** Matches cabs and beds of trucks. */
const cabs = /CAB$|^(?:SUPERCREW|CREWMAX|SHORTBED|LONGBED)$/

const isTwinOf = (one: Named, other: Named | undefined): boolean =>
  other !== undefined &&
  ((one.make === other.make && one.family === other.family) ||
    areTwins(`${one.make} ${one.family}`, `${other.make} ${other.family}`))

/** Holds where a clause says that a part does not fit. */
export interface Negations {
  /** The places right behind `no`, or `no` and one word. */
  behindNo: ReadonlySet<number>
  /** From the end of other words to the sixth word behind them. */
  reaches: readonly Span[]
}

/** Reads the words of a clause that say that a part does not fit. */
export function readNegations(clause: string): Negations {
  const behindNo = new Set<number>()
  for (const { index, 1: gap = '', 2: word = '' } of findAll(clause, /(?<![\p{L}\p{N}])no(?=(\s+)(\p{L}+\s+)?)/gu)) {
    behindNo.add(index + 2 + gap.length)
    behindNo.add(index + 2 + gap.length + word.length)
  }
  const reaches = findAll(clause, negations).map(({ index, 0: found }) => {
    const start = index + found.length
    return { start, end: startOfSixth(clause, start) }
  })
  return { behindNo, reaches }
}

/** Returns where the sixth word behind a place starts, or where the clause ends. */
function startOfSixth(clause: string, from: number): number {
  const gaps = /\s+/g
  gaps.lastIndex = from
  for (let words = 0; words < 5;) {
    const gap = gaps.exec(clause)
    if (!gap) return clause.length
    if (gap.index > from) words += 1
  }
  return gaps.lastIndex
}

/** Tells whether a vehicle stands behind words that say that a part does not fit it; what is not in a set is no vehicle. */
export function isNegated(clause: string, at: number, { behindNo, reaches }: Negations): boolean {
  if (behindNo.has(at)) return true
  return reaches.some(({ start, end }) => {
    if (start > at || at > end) return false
    const between = clause.slice(start, Math.max(at, 0))
    return !/[,()[\]]|\.\s|\s[-/]\s/.test(between) && !contents.test(between) && !included.test(between)
  })
}

export function bindLimits(named: readonly Named[], limits: readonly Limit[]): string[][] {
  return named.map((one) => {
    const behind = limits.filter((limit) => limit.start >= one.end)
    const before = limits.filter((limit) => limit.end <= one.at)
    // Two vehicles with a clause each: the nearest behind; one clause goes for all.
    if (limits.length === 1 || named.length === 1) return limits.map((limit) => limit.text)
    const next = named.find((other) => other.at > one.at && behind.some((limit) => limit.end <= other.at))
    const own = next ? behind.filter((limit) => limit.end <= next.at) : behind
    return (own.length > 0 ? own : before).map((limit) => limit.text)
  })
}

export interface Version extends Limit {
  /** Counts for all vehicles, wherever it is written: a drive, the length of a bed, or a range of engines. */
  isDrive: boolean
}

/** Reads bodies, drives and equipment, such as `Avant` or `4WD`; all but drives only next to a vehicle. */
export function readVersions(
  clause: string,
  text: string,
  words: readonly Word[],
  start: number,
  named: readonly Named[],
  years: readonly Span[],
  engines: readonly EngineSpan[],
  codes: readonly (Span & { text?: string })[],
): Version[] {
  const others = [...years, ...engines]
  const isCore = (word: Word) =>
    others.some((span) => span.start <= word.start && word.end <= span.end) ||
    named.some((one) => one.at <= word.start && word.end <= one.end)
  // `FL` behind a generation is a facelift, elsewhere a side.
  const isFacelift = (key: string, { start: at, gap }: Word) =>
    key === 'FL' && named.some((one) => one.generation !== null && one.end + gap.length === at)
  const found = new Map<Word, { span: Version; last: number }>()
  const ofAll = [...(beds.test(clause) ? [bedLengths] : []), cylinders, engineCodes]
  const sizes: { span: Span & { text?: string }; pattern?: RegExp }[] = [
    ...[
      doors,
      loads,
      engineRanges,
      slashedVersions,
      ...(named.some(({ make }) => make === 'Renault') ? [powers] : []),
      ...ofAll,
    ].flatMap((pattern) =>
      findAll(clause, pattern).map(({ index, 0: found }) => ({
        span: { start: index + start, end: index + start + found.length },
        pattern,
      })),
    ),
    ...codes.map((span) => ({ span })),
  ]
  for (const { span, pattern } of sizes) {
    const first = words.findIndex((word) => word.start >= span.start && word.end <= span.end)
    const last = words.findLastIndex((word) => word.start >= span.start && word.end <= span.end)
    if (first < 0 || words.slice(first, last + 1).some(isCore)) continue
    // `2JZ-GTE manifold Supra`: in front of several vehicles the code may be that of one.
    const isInFront = named.length > 0 && named.every(({ family }) => family === named[0]?.family)
    if (pattern === engineCodes && !isInFront && !named.some((one) => one.end <= span.start)) continue
    // `0.8-1.1` may be a size.
    const isEngine = pattern === engineRanges
    if (isEngine && !named.some((one) => isBeside(words, span, one, others))) continue
    // Codes and `R/T` go for the only vehicle of a text wherever they stand.
    const isOfOnly = pattern === undefined || pattern === slashedVersions
    // `Camry 4 cyl, Accord V6 only`: each has its own.
    const isOfOne = pattern === cylinders && engines.length > 0 && !isInFront
    const isDrive = isEngine || (isOfOnly ? named.length === 1 : ofAll.includes(pattern) && !isOfOne)
    const version = { span: { ...span, text: span.text ?? text.slice(span.start, span.end).trim(), isDrive }, last }
    for (let at = first; at <= last; at++) found.set(words[at] as Word, version)
  }
  // `Golf V R` and `Altima 2.5 S`: a letter right behind a vehicle may be a version of it.
  const letters = words.filter(
    (word, at) =>
      /^[RSNLT]$/.test(text.slice(word.start, word.end)) &&
      word.gap === ' ' &&
      word.as === null &&
      words[at - 1] !== undefined &&
      isCore(words[at - 1] as Word) &&
      !years.some(({ end }) => end === words[at - 1]?.end) &&
      !isCore(word) &&
      !/^(?:[.,'’/&+-]|\s?\()/.test(words[at + 1]?.gap ?? '') &&
      (!/^\p{N}|^\p{L}$/u.test(words[at + 1]?.key ?? '') || isCore(words[at + 1] as Word)) &&
      !versionKeys.has(word.key + (words[at + 1]?.key ?? '')),
  )
  for (const word of letters) {
    const { start: from, end: to } = word
    found.set(word, {
      span: { start: from, end: to, text: text.slice(from, to), isDrive: false },
      last: words.indexOf(word),
    })
  }
  for (let first = 0; first < words.length; first++) {
    const turbo = endOfTurbo(words, first, named)
    if (turbo >= first && !words.slice(first, turbo + 1).some(isCore)) {
      const { start: from } = words[first] as Word
      const { end: to } = words[turbo] as Word
      const version = { span: { start: from, end: to, text: text.slice(from, to), isDrive: true }, last: turbo }
      for (const word of words.slice(first, turbo + 1)) found.set(word, version)
      continue
    }
    for (const last of [first + 1, first]) {
      const span = words.slice(first, last + 1)
      const [head, tail] = [span[0], span.at(-1)]
      if (
        !head ||
        !tail ||
        span.length <= last - first ||
        span.some((word) => word.as === 'part' || isCore(word) || found.has(word))
      )
        continue
      if (last > first && !joins.test(tail.gap)) continue
      const key = span.map((word) => word.key).join('')
      const isOfX = modelOfX.test(key) && named.some(({ make }) => make === 'BMW')
      // `Sonata GLS`; the GLS alone is a Mercedes.
      const isOfHyundai = key === 'GLS' && named.some(({ make }) => /^(?:Hyundai|Kia|Mitsubishi)$/.test(make))
      const isVersion = isOfX || isOfHyundai || versionKeys.has(key) || driveKeys.has(key) || isFacelift(key, head)
      const isFuel = fuelBeside(key, engines) !== undefined
      if (!isVersion && !isFuel) continue
      // Behind a vehicle a fuel restricts all, unless it is that of a tank or liters in the American way say the engine.
      const isOfEngine =
        isFuel &&
        named.some(({ end }) => end <= head.start) &&
        // `F-250 Diesel 2017-2019, F-150 2015-2019`: it is that of the first.
        !(years.length > 1 && named.some(({ end }) => end === head.start - head.gap.length)) &&
        !ofFuel.test(words[last + 1]?.key ?? '') &&
        !engines.some(({ names }) => names.some((name) => name.endsWith('L')))
      // Equipment of the only family of a text restricts it wherever it stands behind it.
      const isOfOnly =
        isVersion &&
        (!besideOnly.test(key) || (key === 'SI' && named[0]?.make === 'Honda')) &&
        !praises.test(key) &&
        named.some(({ end }) => end <= head.start) &&
        named.every((one) => one.make === named[0]?.make && one.family === named[0].family) &&
        // `A6 C6 / A6 C6 Allroad`: it is that of the second.
        new Set(named.map(({ generation }) => generation)).size === named.length
      if (key === 'AVANT' && !isEstate(words, first, named)) continue
      // The Latitude is a Renault, and equipment of Jeep.
      if (key === 'LATITUDE' && !named.some(({ make }) => make === 'Jeep')) continue
      // `SX` is a Kia's, elsewhere the left in Italian.
      if (key === 'SX' && !named.some(({ make }) => make === 'Kia')) continue
      if (key === 'CARAVAN' && !named.some(({ make }) => make === 'Opel' || make === 'Vauxhall')) continue
      // `Gasoline fuel lid`
      if (
        key === 'GASOLINE' &&
        (ofFuel.test(words[last + 1]?.key ?? '') || /^(?:GAS|FUEL)$/.test(words[last + 1]?.key ?? ''))
      )
        continue
      // `Compact disc changer`, `fog lamp compact`: behind a vehicle it is the short BMW or Corolla.
      if (
        key === 'COMPACT' &&
        (/^(?:DIS[CK]S?|CD)$/.test(words[last + 1]?.key ?? '') || !named.some(({ end }) => end <= head.start))
      )
        continue
      // `Luftfilter Kasten Golf V` is the box of a filter.
      if (key === 'KASTEN' && !named.some(({ at }) => at < head.start)) continue
      // `Extended/Double Cab`
      const before = words[first - 1]
      const isSecondCab = key.endsWith('CAB') && /^\s?[/&]\s?$/.test(head.gap) && versionKeys.has(`${before?.key}CAB`)
      const from = isSecondCab && before && !isCore(before) ? before : head
      if (from !== head) span.unshift(from)
      const version = {
        span: {
          start: from.start,
          end: tail.end,
          text: text.slice(from.start, tail.end),
          // `Crew Cab bars for 2019-2024 Silverado`, `Coupe door seal 2006-2011 Civic`
          isDrive:
            driveKeys.has(key) ||
            // `Silverado/Sierra Extended Cab`
            (cabs.test(key) && named.every((one) => isTwinOf(one, named[0]))) ||
            isOfEngine ||
            isOfOnly ||
            (bodyInFront.test(key) && named.every(({ at }) => at > head.start)),
        },
        last,
      }
      for (const word of span) found.set(word, version)
      break
    }
  }
  // `SE SEL S Titanium` and `Cobra R`: behind a version beside others a letter is one, too.
  for (const [at, word] of words.entries()) {
    const version = found.get(words[at - 1] as Word)
    if (!version || word.gap !== ' ' || !/^[RSL]$/.test(text.slice(word.start, word.end)) || isCore(word)) continue
    if (found.has(word) || word.as !== null || !/^(?:$|[ ,)])/.test(words[at + 1]?.gap ?? '')) continue
    if (!/^\p{Lu}{1,3}$/u.test(text.slice(words[at - 1]?.start, words[at - 1]?.end)) && !version.span.isDrive) continue
    ;[version.span.end, version.last] = [word.end, at]
    version.span.text = text.slice(version.span.start, word.end)
    found.set(word, version)
  }
  // `GTI / R` is for both.
  for (const [at, word] of words.entries()) {
    const version = found.get(words[at - 1] as Word)
    if (!version || !/^[RSN]$/.test(text.slice(word.start, word.end)) || !/^\s?\/\s?$/.test(word.gap)) continue
    if (isCore(word) || found.has(word)) continue
    ;[version.span.end, version.last] = [word.end, at]
    version.span.text = text.slice(version.span.start, word.end)
    found.set(word, version)
  }
  const reaches = (at: number, step: 1 | -1): boolean => {
    for (let next = at + step; next >= 0 && next < words.length; next += step) {
      const word = words[next] as Word
      if (isCore(word)) return step === -1 || named.some((one) => one.at <= word.start && word.end <= one.end)
      if (!found.has(word) && !isOfSide.test(word.key) && !isSide(word.key) && !connector.test(word.key.toLowerCase()))
        return false
    }
    return false
  }
  // `Clubman, Cabrio, Countryman`: behind a comma of a list a body may be a model of its own.
  const isListed = (at: number): boolean => {
    const [before, word] = [words[at - 1], words[at]]
    if (named.length < 2 || !before || !word || !/^\s*,\s*$/.test(word.gap)) return false
    return named.some(({ end }) => end === before.end) || (found.has(before) && isListed(at - 1))
  }
  const all = [...new Set(found.values())]
  const near = all.filter(({ span, last }) => {
    const first = words.findIndex((word) => word.start === span.start)
    if (isListed(first)) return false
    return span.isDrive || reaches(first, -1) || reaches(last, 1)
  })
  const said = new Set(near.map(({ span }) => span.text))
  // What is written again elsewhere says nothing more.
  return all
    .filter((one) => near.includes(one) || (named.length === 1 && said.has(one.span.text)))
    .map(({ span }) => span)
    .toSorted((a, b) => a.start - b.start)
}

/** Matches engines of X and Z models of BMW, such as `xDrive40i` and `M40i`. */
const modelOfX = /^(?:[XS]DRIVE\d{2}|M[2-6]\d)[DIE]$/

/** Matches bodies and rear wheels that restrict the vehicles behind them also with words for the part between them. */
const bodyInFront = /CAB$|SIDE$|^(?:COUPE|SEDAN|HATCHBACK|CONVERTIBLE|[SD]RW|DUALLY)$/

/** Matches the words of sides that are those of a driver, which may stand between a vehicle and its doors. */
const isOfSide = /^(?:S|SIDE|DRIVERS?|PASSENGERS?|NEARSIDE|OFFSIDE|NS|OS|FAHRERSEITE|BEIFAHRERSEITE)$/

/** Tells whether `Avant` is the estate of an Audi in front of it, and not the front in French, as in `avant gauche`. */
const isEstate = (words: readonly Word[], at: number, named: readonly Named[]): boolean =>
  named.some((one) => one.make === 'Audi' && one.at < (words[at]?.start ?? 0)) &&
  !/^(?:GAUCHES?|DROITE?S?)$/.test(words[at + 1]?.key ?? '')

/**
 * Gives a version to the vehicle in front of it with its other generations and the families in front of it in a list, up to the version
 * before, else to the vehicle behind it and its list.
 */
export function bindVersions(
  named: readonly Named[],
  versions: readonly Version[],
  beginsAnew: (one: Named) => boolean,
  isListed: (one: Named, next: Named) => boolean,
): string[][] {
  const result: string[][] = named.map(() => [])
  // `Golf 2010-2012 Golf VI Variant` names one vehicle twice, `Up, Up Van` two.
  const isSame = (one: Named | undefined, before: Named | undefined) =>
    one?.at === before?.at ||
    one?.isContinued ||
    (one && one.make === before?.make && one.family === before.family && !beginsAnew(one))
  let from = 0
  for (const [index, { start, text, isDrive }] of versions.entries()) {
    const behind = named.findIndex((one) => one.at > start)
    const to = behind === -1 ? named.length : behind
    const follows = (versions[index - 1]?.end ?? -1) >= (named[to - 1]?.end ?? 0)
    if (!follows && index > 0)
      from = Math.max(
        from,
        named.findIndex((one) => one.at > (versions[index - 1]?.start ?? 0)),
      )
    let own = Math.max(to - 1, 0)
    const isJoined = (at: number) =>
      isSame(named[at], named[at - 1]) || isListed(named[at - 1] as Named, named[at] as Named)
    while (own > from && isJoined(own)) own--
    let end = Math.max(to, 1)
    if (to === 0) while (end < named.length && isJoined(end)) end++
    const [first, last] = isDrive ? [0, named.length] : [own, end]
    for (let at = first; at < last; at++) result[at]?.push(text)
  }
  return result
}

type Side = keyof typeof positionWords

export function readPosition(
  plain: string,
  words: readonly Word[],
  start: number,
  end: number,
  named: readonly Named[],
  limits: readonly Limit[],
): { name: string | null; spans: Span[] } | null {
  const ignored = findAll(plain.slice(start, end), noPosition).map((match) => [
    match.index + start,
    match.index + start + match[0].length,
  ])
  const abbreviated = new Map(
    findAll(plain.slice(start, end), shortSides).map(({ index, groups }): [number, Side] => [
      index + start,
      (groups?.['right'] ?? groups?.['prawy'] ?? groups?.['rechts']) === undefined ? 'left' : 'right',
    ]),
  )
  const isTurkish = turkish.test(plain.slice(start, end))
  const spans: Word[] = []
  const sides = new Set<Side>()
  for (const [at, word] of words.entries()) {
    const small = word.key.toLowerCase()
    if (ignored.some(([from = 0, to = 0]) => from <= word.start && word.end <= to)) continue
    if (named.some((one) => one.at <= word.start && word.end <= one.end)) continue
    if (limits.some((limit) => limit.start <= word.start && word.end <= limit.end)) continue
    if (small === 'avant' && isEstate(words, at, named)) continue
    const short = abbreviated.get(word.start) ?? (isTurkish ? turkishSides.get(small) : undefined)
    const found =
      (short && [short]) ??
      positionPairs.get(small) ??
      (Object.keys(positionWords) as Side[]).filter((side) => positionWords[side].test(small))
    if (found.length === 0) continue
    spans.push(word)
    for (const side of found) sides.add(side)
  }
  if (spans.length === 0) return null
  const axle = sides.has('front') !== sides.has('rear') ? (sides.has('front') ? 'front' : 'rear') : null
  const side = sides.has('left') !== sides.has('right') ? (sides.has('left') ? 'left' : 'right') : null
  return { name: [axle, side].filter(Boolean).join(' ') || null, spans }
}

/** Takes white space and marks off the end, step by step: a pattern would try each run of marks from each of its places. */
function trimMarks(text: string): string {
  let end = text.length
  while (end > 0 && /[\s.,:-]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end).trimStart()
}

/** Restricts fits by the words of which a person decided that they do, and by what restricts wherever it stands. */
export function restrict(readings: readonly Fit[], words: readonly Word[], plain: string, text: string): Fit[] {
  const isDecided = (word: Word | undefined) => word?.as === 'condition' && word.origin !== null
  const phrases = words.flatMap((word, at) => {
    const isNext = (one: Word | undefined) => isDecided(one) && one?.phrase === word.phrase
    if (!isDecided(word) || isNext(words[at - 1])) return []
    let last = at
    while (isNext(words[last + 1])) last++
    return text.slice(word.start, words[last]?.end)
  })
  const early = findAll(plain, beforeFacelift).map(({ index, 0: found }) => text.slice(index, index + found.length))
  phrases.push(...early, ...findLimits(readings, words, plain, text))
  const unit = codeOfUnit(words, text)
  if (unit?.as === 'condition') phrases.push(text.slice(unit.start, unit.end))
  if (phrases.length === 0) return [...readings]
  return readings.map((fit) => {
    const condition = early.length > 0 && /^(?:facelift|lci)$/i.test(fit.condition ?? '') ? null : fit.condition
    const said = plainText(condition ?? '')
    // `Camry Hybrid, Highlander non-hybrid`: what one has, another lacks.
    const isOpposite = (phrase: string) => {
      const lacked = /^non?[ -](.+)$/.exec(plainText(phrase))?.[1]
      return lacked !== undefined && said.includes(lacked)
    }
    const others = [...new Set(phrases)].filter((phrase) => !condition?.includes(phrase) && !isOpposite(phrase))
    return { ...fit, condition: [condition, ...others].filter(Boolean).join(', ') }
  })
}

/** Finds what restricts all fits of a text wherever it stands, unless it is read, asked or said of one of them. */
function findLimits(readings: readonly Fit[], words: readonly Word[], plain: string, text: string): string[] {
  const counts = findAll(plain, doors).filter(({ 0: found }) => !/^\dd$/.test(found))
  const short = inThreeDimensions.test(plain) ? [] : findShortDoors(words, text)
  const kinds = findAll(plain, kindsBehind).filter(({ index }) => isBehindPartAndVehicle(words, index))
  const sizes = ofDiameter.test(plain) && !ofOwnLength.test(plain) ? findAll(plain, diameters) : []
  const both = findAll(plain, bothFuels)
  const found = [...findAll(plain, limitsAnywhere), ...counts, ...kinds, ...sizes].flatMap(({ index, 0: found }) => {
    const end = index + found.length
    const phrase = text.slice(index, end)
    // One for both gearboxes is restricted by none.
    if (
      /^(?:automatic|manual)$/.test(found) &&
      /(?<!\p{L})automatic(?!\p{L})/u.test(plain) &&
      /(?<!\p{L})manual(?!\p{L})/u.test(plain)
    )
      return []
    if (both.some((span) => span.index <= index && end <= span.index + span[0].length)) return []
    // The valves of one engine restrict no other.
    if (/^\d+v$/.test(found) && readings.some(({ engine }) => plainText(engine ?? '').includes(found))) return []
    const isRead = words.some((word) => word.start < end && index < word.end && word.as !== 'part')
    const isOfEngine = readings.every(
      ({ engine }) =>
        engine !== null && ((found === 'diesel' && isDiesel.test(engine)) || plainText(engine).includes(found)),
    )
    return isRead || isOfEngine || readings.some(({ condition }) => condition?.includes(phrase)) ? [] : phrase
  })
  const lengths = words.filter(
    ({ key, as, gap }, at) =>
      as === 'part' &&
      /^(?:vehicle|years|engine)$/.test(words[at - 1]?.as ?? '') &&
      /^[ (,]+$/.test(gap) &&
      lengthsBehind.test(key),
  )
  return [...found, ...short, ...lengths.map(({ start, end }) => text.slice(start, end))]
}

/** Tells whether a place is behind a vehicle that has the word for its part in front of it. */
const isBehindPartAndVehicle = (words: readonly Word[], place: number): boolean => {
  const first = words.findIndex(({ as }) => as === 'vehicle')
  return (
    (words[first]?.end ?? Infinity) <= place &&
    words
      .slice(0, first)
      .some(({ key, as }) => as === 'part' && isPartWord(key.toLowerCase()) && !isBrand(key.toLowerCase()))
  )
}

/** Finds the numbers of doors right behind a vehicle that are written with one letter, as in `Golf V 3d`. */
const findShortDoors = (words: readonly Word[], text: string): string[] =>
  words.flatMap(({ key, as, gap, start, end }, at) => {
    const isBehind = words[at - 1]?.as === 'vehicle' && /^[ (,]+$/.test(gap)
    return as === 'part' && isBehind && /^[2-5]D$/.test(key) ? text.slice(start, end) : []
  })
