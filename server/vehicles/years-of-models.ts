import { loadClass } from '#server/vehicles/generation-codes.ts'
import type { Named, Span, Word } from '#server/vehicles/fit-text.ts'
import type { Fit } from '#server/vehicles/fits.ts'
import type { YearRange, YearSpan } from '#server/vehicles/read-years.ts'
import { type VehicleNames, familyKey, nameKey } from '#server/vehicles/vehicle-names.ts'

const maxYear = 9999

/** Tells whether years that stand behind several vehicles can be meant for one whose generation is written. */
export function overlaps(one: Named, { from, to }: YearRange, names: VehicleNames): boolean {
  if (one.generation === null) return true
  const row = names.generations
    .get(familyKey(one.make, one.family))
    ?.find(({ generation }) => generation === one.generation)
  return !row || ((from ?? 0) <= (row.to ?? maxYear) && (to ?? maxYear) >= (row.from ?? 0))
}

/** Tells whether the first and the last of some years are each within those of one of the vehicles. */
export const areBuiltAt = (vehicles: readonly Named[], { from, to }: YearRange, names: VehicleNames): boolean =>
  [from ?? to, to ?? from].every((year) => vehicles.some((one) => isInYears(one, [{ from: year, to: year }], names)))

/** Cuts the years of several generations of one family, or of one answer, to those of one, where most of them are those of the others. */
export function ofGeneration(one: Named, range: YearRange, all: readonly Named[], names: VehicleNames): YearRange {
  const isSame = (other: Named) =>
    other.make === one.make && other.family === one.family
      ? other.generation !== null
      : one.answer !== null && other.answer !== null && other.at === one.at
  const same = all.filter(isSame)
  const row = names.years
    .get(familyKey(one.make, one.family))
    ?.find(({ generation }) => generation === one.generation && (generation !== null || one.answer !== null))
  if (!row || same.length < 2 || range.from === null || range.to === null || !areBuiltAt(same, range, names))
    return range
  const [from, to] = [Math.max(range.from, row.from ?? 0), Math.min(range.to, row.to ?? maxYear)]
  return (to - from + 1) * 2 < range.to - range.from + 1 ? { from, to } : range
}

/** Tells whether any model of a family was built in any of the years; a family whose years are not known was. */
export function wasBuilt({ make, family }: Named, ranges: readonly YearRange[], names: VehicleNames): boolean {
  const rows = names.years.get(familyKey(make, family)) ?? []
  return (
    rows.length === 0 ||
    ranges.length === 0 ||
    rows.some((row) =>
      ranges.some(({ from, to }) => (from ?? 0) <= (row.to ?? maxYear) && (to ?? maxYear) >= (row.from ?? 0)),
    )
  )
}

/** Finds models that look like years, such as the first number of `Peugeot 2008 2015`: the second is a year in which it was built. */
export const modelsLikeYears = (words: readonly Word[], names: VehicleNames): Span[] =>
  words.flatMap(({ key, gap, start, end }, at) => {
    const [before, next, more] = [words[at - 1], words[at + 1], words[at + 2]]
    if (!before || gap !== ' ' || next?.gap !== ' ' || !/^20\d\d$/.test(key) || !/^20\d\d$/.test(next.key)) return []
    // `Peugeot 2008 2015 2016` may be a list of years.
    if (/^(?:19|20)?\d\d$/.test(more?.key ?? '') && !/[\p{L}(]/u.test(more?.gap ?? '')) return []
    const makes = (names.things.get(before.key) ?? []).flatMap((one) => (one.kind === 'make' ? one.make : []))
    const year = Number(next.key)
    const isModel = makes.some((make) =>
      (names.years.get(familyKey(make, key)) ?? []).some(
        (row) => row.from !== null && row.from > Number(key) && row.from <= year && year <= (row.to ?? maxYear),
      ),
    )
    return isModel ? [{ start, end }] : []
  })

/** Tells whether a vehicle was built in all years that are said of it. */
export function isInYears(
  one: Pick<Named, 'make' | 'family' | 'generation'>,
  ranges: readonly YearRange[],
  names: VehicleNames,
): boolean {
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

/** Returns the make of a family that several makes have: that which built it in these years, if only one did. */
export function chooseMake(one: Named, ranges: readonly YearRange[], names: VehicleNames): string | undefined {
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
 * Returns the vehicles that others became before their years, as the Dodge Ram 1500 did the 1500 of Ram, or were called in them; none if
 * a vehicle of the list was built in them.
 */
export function successorsOf(
  named: readonly Named[],
  yearsOf: readonly (YearSpan[] | 'doubtful' | undefined)[],
  names: VehicleNames,
): Map<Named, Pick<Named, 'make' | 'makes' | 'family' | 'generation'>> {
  const successors = new Map<Named, Pick<Named, 'make' | 'makes' | 'family' | 'generation'>>()
  for (const [at, one] of named.entries()) {
    const spans = yearsOf[at]
    if (one.answer !== null || !Array.isArray(spans)) continue
    const ranges = spans.flatMap((span) => span.ranges)
    if (one.generation === null) {
      const before = ranges.length > 0 ? counterpartOf(one, names) : undefined
      const isEarly = ({ own, theirs }: NonNullable<typeof before>, { from, to }: YearRange) =>
        from !== null &&
        to !== null &&
        (theirs.from ?? 0) <= from &&
        from < (own.from ?? 0) &&
        to <= Math.max(theirs.to ?? 0, (own.from ?? 0) - 1)
      if (before && ranges.every((range) => isEarly(before, range)))
        successors.set(one, { ...before.other, makes: [before.other.make] })
      continue
    }
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

type Vehicle = Pick<Named, 'make' | 'family' | 'generation'>

/** Returns what another make calls the same vehicle, such as the 1500 of Ram and the Dodge Ram 1500, with the years of both. */
function counterpartOf({ make, family, generation }: Vehicle, names: VehicleNames) {
  const found = (names.things.get(nameKey(generation === null ? make : family + generation)) ?? []).filter(
    (thing) => thing.kind === 'family' && thing.make !== make,
  )
  const [thing] = found
  if (!thing || found.length > 1) return undefined
  const other: Vehicle = { make: thing.make, family: thing.family, generation: generation === null ? family : null }
  const [own, theirs] = [{ make, family, generation }, other].map((one) =>
    names.years.get(familyKey(one.make, one.family))?.find((row) => row.generation === one.generation),
  )
  return own && theirs ? { other, own, theirs } : undefined
}

/** Returns the vehicles of some years with their part of them: a Dodge Ram 1500 of 2009 to 2018 is one of Ram from 2013 on. */
export function splitAtSuccessor(
  one: Vehicle,
  range: YearRange,
  names: VehicleNames,
): (Vehicle & { range: YearRange })[] {
  const { make, family, generation } = one
  const whole = [{ make, family, generation, range }]
  const classes = generation === null ? (names.years.get(familyKey(make, family)) ?? []) : []
  // `Dodge Ram 2009-2018` without its class is one of all classes, of both makes.
  if (classes.length > 0 && classes.every((row) => loadClass.test(row.generation ?? ''))) {
    const parts = classes.map((row) => splitAtSuccessor({ ...one, generation: row.generation }, range, names))
    return parts.some((split) => split.length > 1) ? parts.flat() : whole
  }
  const found = range.from === null ? undefined : counterpartOf(one, names)
  if (!found || range.from === null) return whole
  const isFirst = (found.own.from ?? 0) < (found.theirs.from ?? 0)
  const [early, late] = isFirst ? [found.own, found.theirs] : [found.theirs, found.own]
  const last = early.to ?? maxYear
  if (range.from > last || (range.to ?? maxYear) <= last) return whole
  const { toMonth: _, isToPresent: __, ...first } = range
  const { fromMonth: ___, ...second } = range
  const namesOf = (vehicle: Vehicle): Vehicle => ({
    make: vehicle.make,
    family: vehicle.family,
    generation: vehicle.generation,
  })
  return [
    { ...namesOf(early), range: { ...first, to: last } },
    { ...namesOf(late), range: { ...second, from: last + 1 } },
  ]
}

/** Returns the only generation of a family that was built in all of the years; of years with an open end, that of their beginning. */
export function generationOfYears(
  one: Named,
  { from, to, isToPresent }: YearRange,
  names: VehicleNames,
): string | null {
  if (from === null) return null
  const rows = names.generations.get(familyKey(one.make, one.family)) ?? []
  if (to === null && !isToPresent) {
    const built = rows.filter((row) => from >= (row.from ?? 0) && from <= (row.to ?? maxYear))
    const began = built.filter((row) => row.from === from)
    // In the year of a change it is not the one that ends.
    const [first, ...more] = began.length > 0 ? began : built.filter((row) => row.to !== from)
    // `L200 05-` may be the one that others date a year later.
    const isNearNext = began.length === 0 && rows.some((row) => row.from === from + 1)
    return first && more.length === 0 && !isNearNext ? first.generation : null
  }
  const touching = rows.filter((row) => from <= (row.to ?? maxYear) && (to ?? maxYear) >= (row.from ?? 0))
  const [only] = touching
  if (touching.length !== 1 || !only) return null
  return from >= (only.from ?? 0) && (to ?? maxYear) <= (only.to ?? maxYear) ? only.generation : null
}

export function isOutside(fit: Fit, names: VehicleNames): boolean {
  const rows = (names.years.get(familyKey(fit.make, fit.family)) ?? []).filter(
    (row) => fit.generation === null || row.generation === fit.generation,
  )
  const from = Math.min(...rows.map((row) => row.from ?? 0))
  const to = Math.max(...rows.map((row) => row.to ?? maxYear))
  return rows.length > 0 && ((fit.from ?? from) < from || (fit.to ?? to) > to)
}

/** Tells whether years without an end, such as `Corolla 01-`, begin in one of several generations and may end with it. */
export function mayEndWithGeneration(
  { make, family, generation }: Vehicle,
  { from, to, isToPresent }: YearRange,
  names: VehicleNames,
): boolean {
  if (generation !== null || from === null || to !== null || isToPresent) return false
  const rows = names.generations.get(familyKey(make, family)) ?? []
  return rows.filter((row) => (row.to ?? maxYear) >= from).length > 1
}
