import { findAll } from '#server/vehicles/find-all.ts'
import type { Named, Span } from '#server/vehicles/fit-text.ts'
import type { YearSpan } from '#server/vehicles/read-years.ts'

/**
 * Splits a title at commas, at the ends of sentences, and at dashes with blanks on both sides, where each part has a vehicle and years of its own, as in
 * `Camry 2018 - 2020 Honda Civic`; else the clause is one part.
 */
export function splitTitle(plain: string, start: number, named: readonly Named[], years: readonly Span[]): Span[] {
  const dashes = findAll(plain.slice(start), /\s-\s|,\s|(?<=[\p{L}\p{N}]{3})\.\s/gu).map(
    ({ index }) => index + start + 1,
  )
  const ends = [...dashes.filter((at) => !years.some((span) => span.start < at && at < span.end)), plain.length]
  const parts = ends.map((end, at) => ({ start: ends[at - 1] ?? start, end }))
  const has = (part: Span, at: number) => part.start <= at && at < part.end
  const full = parts.filter((part) => named.some((one) => has(part, one.at)))
  const isEach = full.every((part) => years.filter((span) => has(part, span.start)).length === 1)
  if (full.length < 2 || !isEach) return [{ start, end: plain.length }]
  // `Mustang 2005-2010 V6, V8, Explorer 2002-2005`: what stands between two goes on with the first.
  return full.map((part, at) => ({ start: part.start, end: full[at + 1]?.start ?? plain.length }))
}

/** Tells whether engines begin behind the last years only, as in `Golf V 2003-2008, Passat B6 2005-2010 2.0 TDI`: they go for all. */
export const sharesEngines = (parts: readonly Span[], years: readonly Span[], engines: readonly number[]): boolean =>
  engines.every((start) => start >= (parts.at(-1)?.start ?? 0) && years.every((span) => span.end <= start))

/** Gives each vehicle the years or engines of its part of a title. */
export function bindInParts<T extends Span>(
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

/** Tells whether a span says from which to which year. */
const isRangeOfYears = (span: Span & Partial<Pick<YearSpan, 'isBare' | 'ranges'>>): boolean =>
  span.isBare === false && span.ranges !== undefined

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
      // `92-95 Civic … Integra 94-01`: each of two vehicles has its own.
      const [first, second] = spans
      if (named.length === 2 && first && second && spans.length === 2 && spans.every(isRangeOfYears))
        return [[first], [second]]
      // Else it may be a model year and a list.
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
