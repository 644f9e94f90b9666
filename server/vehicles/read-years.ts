import { findAll } from '#server/vehicles/find-all.ts'
import type { Fit } from '#server/vehicles/fits.ts'

/** Says from which to which year; null is open. */
export interface YearRange {
  from: number | null
  to: number | null
  /** The months of both ends, from 1, where they are said. */
  fromMonth?: number | undefined
  toMonth?: number | undefined
  /** Set if the text says that the years last until today, as in `2014+`; `2014-` may end with the generation of that year. */
  isToPresent?: true
}

/** Holds years at a place of a text. Two digits count only next to a vehicle; what can be read in two ways is doubtful. */
export interface YearSpan {
  start: number
  end: number
  ranges: readonly YearRange[]
  isShort: boolean
  /** A single year in four digits. */
  isBare: boolean
  isDoubtful: boolean
}

const y4 = '(?:19[5-9]\\d|20[0-3]\\d)'
const month = '(?:0?[1-9]|1[0-2])'
// 1995.5, 06/1995, 06.95, 1995/06, 1995, '95, 95
const year = `(?:${y4}[.,]5(?!\\d)|${month}\\s?[./]\\s?${y4}|${month}-(?=${y4}(?!\\d))${y4}|${y4}[./](?:0[1-9]|1[0-2])(?!\\d)|${y4}|(?:0[1-9]|1[0-2])[./]\\d{2}(?!\\d)|'?\\d{2})'?(?:\\s?r(?:ok(?:u)?)?\\b\\.?)?`
const before = '(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}][-./,])'
const after = '(?![\\p{L}\\p{N}]|[-./,][\\p{L}\\p{N}])'
const builtWords = 'bj|baujahr|mj|modelljahr|year|years|yr|my|rok|roku|rocznik|annee|anno|ano|built'
const built = `(?:(?:${builtWords})\\.?:?\\s*)?`
const since = 'ab|apos|from|since|od|depuis|a partir de|a partire dal|dal|desde'
const sinceInRange = `${since}|de|da|von|z|entre|tra|between`
const until = "bis(?: zu)?|to|until|till|thru|through|up to|do|jusqu'?\\s?(?:en|a|au)?|fino al?|hasta|al"
const untilInRange = `${until}|a|au|e|y|and`
const aroundWords = 'vor|nach|before|after|avant|apres|przed|po|prima del?|dopo(?: il)?|antes de|despues de|pre'
const dash = '\\s?(?:-+>?|>{1,2}|~)\\s?'
const open =
  '(?:\\s?(?:>+|->|\\+|-?\\s?\\.\\.\\.)|\\s?-?\\s?(?:(?:bis|to|do|until|fino ad|hasta)\\s+)?(?:heute|dzis|oggi|hoy|today|present|current|now|onwards?|on|& ?up|and up|and newer|up|dalej|obecnie|in poi|en adelante|e oltre|em diante|i nowsze)\\b|\\s?-(?=\\s*(?:$|[,;)|*]|\\s(?:[/&-]\\s)?\\p{L})|\\s\\d[.,]\\d))'
const unit =
  '(?!\\s?(?:mm|cm|kg|g|ml|v(?!\\d)|w(?!/)|a(?!/c)|ah|bar|psi|nm|kw|ps|hp|km|ks|cv|pcs?|pieces?|stk|stuck|szt|sztuk|pz|inch|zoll|rpm|hz|lumen|lm|eur|pln|zl|usd|%|€|\\$|"|°|x\\s?\\d)(?![\\p{L}]))'

/** Looks at the first sign of words and other signs: looking back from each place of a text before that takes five times as long. */
const begins = (words: string, signs = '') =>
  `(?=[${signs}${words
    .split('|')
    .map((word) => word.charAt(0))
    .join('')}])`

const patterns = {
  range: new RegExp(
    `${begins(`${builtWords}|${sinceInRange}`, "'\\d")}${before}${built}(?:(?:${sinceInRange})\\s+)?${built}(?<from>${year})(?:(?<dash>${dash})|(?<slash>\\s?/\\s?)|\\s+(?:${untilInRange})\\s+${built})(?<to>${year})${after}(?:(?<=${y4}${dash}${y4})|${unit})`,
    'gu',
  ),
  // S80-2007-2017
  behindName: new RegExp(`(?<=[\\p{L}\\p{N}]-)(?<from>${y4})-(?<to>${y4})(?![\\p{L}\\p{N}-])`, 'gu'),
  // +14
  plus: new RegExp(`(?=\\+)(?<=\\s)\\+(?<from>${y4}|\\d{2})${after}${unit}`, 'gu'),
  // `97 Acura Integra`, `08 Explorer` and `fits 07 Accord`, but not `80 Audi` and `24 Honda keys`
  modelYear:
    /(?=[089])(?:(?<=^|\b(?:fits?|for) )(?<from>8\d|9\d|0[1-9])(?=\s(?:acura|buick|cadillac|chev|chevrolet|chevy|chrysler|dodge|ford|gmc|honda|hyundai|infiniti|jeep|kia|lexus|lincoln|mazda|mercury|mitsubishi|nissan|pontiac|saturn|subaru|toyota)\s)|(?<=^|\b(?:fits?|for) )(?<year>9\d|0[1-9])(?=\s(?:4runner|accord|altima|avalanche|blazer|camaro|camry|civic|colorado|corolla|corvette|durango|elantra|equinox|escalade|escape|expedition|explorer|f-?[1-3]50|impala|maxima|mustang|navigator|odyssey|ranger|sentra|sierra|silverado|sonata|suburban|tacoma|tahoe|taurus|tundra|wrangler|yukon)\s))/gu,
  doubtful: new RegExp(
    `${begins(aroundWords)}${before}(?:${aroundWords})[\\s-]+(?<from>(?:(?:0?[1-9]|1[0-2])\\s?[./]\\s?)?${y4})${after}`,
    'gu',
  ),
  since: new RegExp(
    `${begins(`${builtWords}|${since}`)}${before}${built}(?:${since})\\s+${built}(?<from>${year})(?:${open})?${after}${unit}`,
    'gu',
  ),
  // `(- 2005)` and `Golf -2005`, but `Pads - 2018 Ford F-150` is one year behind a dash between parts of a title.
  until: new RegExp(
    `${begins(`${builtWords}|${until}`, '-<>\\s')}(?:${before}${built}(?:${until})\\s+${built}|(?<=^|[\\s(,])(?:(?:<=?|<<|>{1,2})\\s?|-)|(?<=\\()\\s?-\\s?)(?<to>${year})${after}${unit}`,
    'gu',
  ),
  // `2011+ X4` is a BMW, and no size.
  open: new RegExp(
    `${begins(builtWords, "'\\d")}${before}${built}(?<from>${year})${open}${unit.replace('x\\s?\\d', 'x\\s\\d')}`,
    'gu',
  ),
  // 03 04 05 06
  shortList: new RegExp(
    `${before}${built}(?<list>\\d{2}(?:(?:\\s?[,/&]\\s?|\\s+)\\d{2}(?!\\d)){2,})${after}${unit}`,
    'gu',
  ),
  // The end of `2008 - 2012, 2013` begins no list.
  list: new RegExp(
    `${before}(?<!(?:19|20)\\d\\d\\s-\\s)${built}(?<list>${y4}(?:(?:\\s?[,/&]\\s?|\\s+)(?:${y4}|\\d{2})(?!\\d))+)${after}${unit}`,
    'gu',
  ),
  bare: new RegExp(
    `${before}${built}(?<from>${month}[./]${y4}|${y4}|\\d{2}(?=\\s?r(?:\\.|oku?\\b)))(?:\\s?r(?:ok(?:u)?)?\\b\\.?)?${after}${unit}`,
    'gu',
  ),
} as const

const latest = 2039

/** Returns a year of one or two digits' month and two or four digits; undefined if there is none. */
function readYear(
  text: string,
  isEnd = false,
): { value: number; month?: number | undefined; isShort: boolean } | undefined {
  const full = /19[5-9]\d|20[0-3]\d/.exec(text)
  if (full) {
    // `1998.5` is the middle of a year.
    const month = /^\d{4}[.,]5/.test(text) ? (isEnd ? 6 : 7) : readMonth(text)
    return { value: Number(full[0]), month, isShort: false }
  }
  const two = /(\d{2})\D*$/.exec(text.replace(/\s?r(?:ok(?:u)?)?\.?$/, ''))?.[1]
  if (two === undefined) return undefined
  const value = Number(two) <= 27 ? 2000 + Number(two) : 1900 + Number(two)
  if (value < 1950 || value > latest) return undefined
  // An apostrophe or a month leaves no doubt.
  return { value, month: readMonth(text), isShort: !/'|[./]/.test(text) }
}

/** Returns the month beside a year, as in `06/1995`, `06.95` and `1995/06`. */
function readMonth(text: string): number | undefined {
  const [, first, second] = /^(\d{1,2})\s?[./-]\s?(?:\d{4}|\d{2})(?!\d)|^\d{4}[./](\d{2})(?!\d)/.exec(text) ?? []
  const month = Number(first ?? second)
  return month >= 1 && month <= 12 ? month : undefined
}

/** Tells apart years that last until today, which say so behind the year, from those that are only open. */
const presentIn = (found: string): Pick<YearRange, 'isToPresent'> =>
  /\+|(?:heute|dzis|oggi|hoy|today|present|current|now|onwards?|\bon|up|newer|dalej|obecnie|poi|adelante|oltre|diante|nowsze)$/.test(
    found,
  )
    ? { isToPresent: true }
    : {}

/** Finds the years of a text that `plainText` made; `isFree` says where nothing else was read. */
export function readYears(text: string, isFree: (start: number, end: number) => boolean): YearSpan[] {
  const spans: YearSpan[] = []
  const take = (
    kind: keyof typeof patterns,
    read: (match: RegExpExecArray) => Omit<YearSpan, 'start' | 'end'> | undefined,
  ) => {
    for (const match of findAll(text, patterns[kind])) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (!isFree(start, end) || spans.some((one) => one.start < end && start < one.end)) continue
      const found = read(match)
      if (found) spans.push({ start, end, ...found })
    }
  }
  const plain = { isShort: false, isBare: false, isDoubtful: false }
  take('behindName', ({ groups }) => {
    const [from, to] = [Number(groups?.['from']), Number(groups?.['to'])]
    return { ...plain, ranges: from > to ? [] : [{ from, to }], isDoubtful: from > to }
  })
  take('list', ({ groups, index, 0: found }) => {
    const list = groups?.['list'] ?? ''
    const years: number[] = []
    for (const part of list.split(/[^\d]+/)) {
      const value = part.length === 4 ? Number(part) : Math.floor((years.at(-1) ?? 0) / 100) * 100 + Number(part)
      const last = years.at(-1)
      if (last !== undefined && (value <= last || (part.length === 2 && value > last + 4))) return undefined
      years.push(value)
    }
    const ranges: { from: number; to: number }[] = []
    for (const value of years) {
      const range = ranges.at(-1)
      if (range && range.to + 1 === value) range.to = value
      else ranges.push({ from: value, to: value })
    }
    // `1999/2012` is a range; `2007 2013` and `2007/2009` may be one or two years.
    const [from = 0, to = 0] = years
    if (years.length === 2 && list.includes('/') && to - from > 2) return undefined
    const isDoubtful = years.length === 2 && ranges.length === 2 && !/[,&]/.test(list)
    // `(2007 2014)` has lost its dash.
    if (isDoubtful && /^\s/.test(list.slice(4)) && to - from > 2 && isInBrackets(text, index, found.length))
      return { ...plain, ranges: [{ from, to }] }
    return { ...plain, ranges, isDoubtful }
  })
  take('shortList', ({ groups }) => {
    const years = (groups?.['list'] ?? '').split(/\D+/).map((part) => readYear(part)?.value ?? 0)
    const [from = 0] = years
    // Only years that follow each other are no sizes.
    if (from === 0 || years.some((value, index) => value !== from + index)) return undefined
    return { ranges: [{ from, to: from + years.length - 1 }], isShort: true, isBare: false, isDoubtful: false }
  })
  take('range', ({ groups }) => {
    const [first = '', second = ''] = [groups?.['from'], groups?.['to']]
    const [from, to] = [readYear(first), readYear(second, true)]
    if (!from || !to) return undefined
    const [shortFrom, shortTo] = [/^\d{2}$/.test(first), /^\d{2}$/.test(second)]
    if (shortFrom && !shortTo && groups?.['slash'] !== undefined) return undefined
    if (from.value > to.value) return shortFrom || shortTo ? undefined : { ...plain, ranges: [], isDoubtful: true }
    // `03/08` is a range or a month; so is `2003/08`.
    const isMonth =
      groups?.['slash'] !== undefined && shortTo && (shortFrom ? Number(first) <= 12 : Number(second) <= 12)
    return {
      ranges: [{ from: from.value, to: to.value, fromMonth: from.month, toMonth: to.month }],
      isShort: (from.isShort && to.isShort) || isMonth,
      isBare: false,
      isDoubtful: isMonth,
    }
  })
  take('doubtful', () => ({ ...plain, ranges: [], isDoubtful: true }))
  take('since', ({ groups, 0: found }) => {
    const from = readYear(groups?.['from'] ?? '')
    const range = from && { from: from.value, to: null, fromMonth: from.month, ...presentIn(found) }
    return range && { ...plain, ranges: [range], isShort: from.isShort }
  })
  take('until', ({ groups }) => {
    const to = readYear(groups?.['to'] ?? '', true)
    return to && { ...plain, ranges: [{ from: null, to: to.value, toMonth: to.month }], isShort: to.isShort }
  })
  take('plus', ({ groups }) => {
    const from = readYear(groups?.['from'] ?? '')
    return from && { ...plain, ranges: [{ from: from.value, to: null, isToPresent: true }], isShort: from.isShort }
  })
  take('open', ({ groups, index, 0: found }) => {
    // `Civic - 2015 - pads`: between two such dashes stands one year.
    if (/\s-\s$/.test(text.slice(Math.max(index - 3, 0), index)) && /\s-$/.test(found)) return undefined
    const from = readYear(groups?.['from'] ?? '')
    const range = from && { from: from.value, to: null, fromMonth: from.month, ...presentIn(found) }
    return range && { ...plain, ranges: [range], isShort: from.isShort }
  })
  take('modelYear', ({ groups }) => {
    const from = readYear(groups?.['from'] ?? groups?.['year'] ?? '')
    return from && { ...plain, ranges: [{ from: from.value, to: from.value }], isShort: true }
  })
  take('bare', ({ groups }) => {
    const from = readYear(groups?.['from'] ?? '')
    return from && { ...plain, ranges: [{ from: from.value, to: from.value }], isBare: true, isShort: from.isShort }
  })
  return spans.toSorted((a, b) => a.start - b.start)
}

const isInBrackets = (text: string, at: number, length: number): boolean =>
  /[([]/.test(text.charAt(at - 1)) && /[)\]]/.test(text.charAt(at + length))

/** Returns years without those that are said again, and without lists of years of which a range has all, as in `09-14 … 2010 2011 2012`. */
export function withoutContainedYears(years: readonly YearSpan[]): readonly YearSpan[] {
  const isIn = (one: YearSpan, other: YearSpan) =>
    !other.isDoubtful &&
    one.ranges.length > 0 &&
    one.ranges.every(({ from, to }) =>
      other.ranges.some((range) => (range.from ?? 0) <= (from ?? 0) && (to ?? Infinity) <= (range.to ?? Infinity)),
    )
  return years.filter(
    (span, at) =>
      !years.some(
        (other, index) =>
          index !== at && isIn(span, other) && (isIn(other, span) ? index < at : !span.isBare && !other.isBare),
      ),
  )
}

const isOpen = ({ from, to }: YearRange): boolean => from === null || to === null
const hasMonths = ({ fromMonth, toMonth }: YearRange): boolean => fromMonth !== undefined || toMonth !== undefined
const monthsTo = (year: number | null, month: number): number | null => (year === null ? null : year * 12 + month)
const firstMonth = ({ from, fromMonth }: YearRange): number => monthsTo(from, fromMonth ?? 1) ?? -Infinity
const lastMonth = ({ to, toMonth }: YearRange): number => monthsTo(to, toMonth ?? 12) ?? Infinity

/**
 * Returns years of one vehicle with those that two places say together where one of them limits the other, as in
 * `Golf V (2003-2008) ab 06/2006` and `E46 1998-2005 09/2001-03/2003`; for all years of either it would fit too many.
 */
export function limitYears(years: readonly YearSpan[]): readonly YearSpan[] {
  for (const [at, one] of years.entries()) {
    for (const other of years.slice(at + 1)) {
      const [a, b] = [one.ranges[0], other.ranges[0]]
      if (!a || !b || one.ranges.length > 1 || other.ranges.length > 1 || one.isDoubtful || other.isDoubtful) continue
      const [starts, ends] = firstMonth(a) < firstMonth(b) ? [b, a] : [a, b]
      const [first, last] = [starts, lastMonth(a) > lastMonth(b) ? b : a]
      const isNarrower = hasMonths(starts) && first === last && !hasMonths(ends)
      // `2004-2008, 2008-`: the second goes on where the first ends.
      const isNext = first.from === last.to && !hasMonths(a) && !hasMonths(b)
      const isCut = (isOpen(a) || isOpen(b)) && first !== last && !isNext
      if (firstMonth(first) > lastMonth(last) || (!isNarrower && !isCut)) continue
      const range = { from: first.from, fromMonth: first.fromMonth, to: last.to, toMonth: last.toMonth }
      return limitYears(
        years.filter((span) => span !== other).map((span) => (span === one ? { ...one, ranges: [range] } : span)),
      )
    }
  }
  return years
}

/** Returns the days of building that the months of a range say. */
export function daysOf({ from, to, fromMonth, toMonth }: YearRange): Pick<Fit, 'builtFrom' | 'builtTo'> {
  const dayOf = (year: number, month: number, day: number) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  return {
    ...(from !== null && fromMonth !== undefined && { builtFrom: dayOf(from, fromMonth - 1, 1) }),
    ...(to !== null && toMonth !== undefined && { builtTo: dayOf(to, toMonth, 0) }),
  }
}
