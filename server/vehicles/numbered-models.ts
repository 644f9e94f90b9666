import { type Place, type Scope, placed } from '#server/vehicles/choose-name.ts'
import { type Named, type Span, type Word, isBeside, joins } from '#server/vehicles/fit-text.ts'
import { thread, types, versionKeys } from '#server/vehicles/fit-words.ts'
import { areBodies, bodyCode, isGenerationOf, maxWordsToCode } from '#server/vehicles/generation-codes.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import type { EngineSpan } from '#server/vehicles/read-engines.ts'
import { seriesOfSport } from '#server/vehicles/sport-models.ts'
import { type NamedThing, type VehicleNames, nameKey } from '#server/vehicles/vehicle-names.ts'

/** Leaves a series of BMW its own models, as in `E60 E90 520d 320d`. */
export function enginesOfSeries({ make, family }: Named, engines: readonly string[]): readonly string[] {
  const isModel = (engine: string) => bmwModel.test(engine.toUpperCase())
  if (make !== 'BMW' || !/^\d Series$/.test(family) || !engines.every(isModel)) return engines
  const own = engines.filter((engine) => engine.replace(/^m/i, '').startsWith(family.charAt(0)))
  return own.length > 0 ? own : engines
}

/**
 * Adds models of BMW to the engines of a text, each with the litres behind it, or the only one with those in front of it: `320d 2.0` is one
 * engine. Litres that may be of another of them are left out.
 */
export function joinModelsAndLitres(models: readonly EngineSpan[], engines: EngineSpan[], plain: string): void {
  const isBeside = (from: number, to: number) => /^ ?[ (/]?$/.test(plain.slice(from, to)) && from < to
  const litres = engines.filter(({ names }) => /^\d\.\d/.test(names[0] ?? ''))
  const ofModels = models.map((model) => litres.find(({ start }) => isBeside(model.end, start)))
  const [model, litre] = [models[0] as EngineSpan, litres[0]]
  if (models.length === 1 && litres.length === 1 && litre && isBeside(litre.end, model.start)) ofModels[0] = litre
  const isEach = litres.length === models.length && litres.every(({ names: [, other] }) => other === undefined)
  const isJoined = isEach && ofModels.every((one) => one !== undefined)
  for (const one of litres) if (isJoined || one.isBare) engines.splice(engines.indexOf(one), 1)
  for (const [at, one] of models.entries()) {
    const own = isJoined ? ofModels[at] : undefined
    if (own === undefined) engines.push(one)
    else
      engines.push({
        start: Math.min(one.start, own.start),
        end: Math.max(one.end, own.end),
        names: [`${one.names[0]} ${own.names[0]}`],
        isBare: false,
      })
  }
}

/** Makes the number of a Mercedes beside the code of a generation, as in `W124 300 D` and `300 D W124`, a restriction of it. */
export function joinNumbersOfMercedes(named: readonly Named[], words: readonly Word[], text: string): Named[] {
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

/** Makes the only model of a family, such as the E350 of `E350 2010-2016 W212`, a restriction of its only generation. */
export function joinModels(named: readonly Named[], words: readonly Word[]): Named[] {
  const [model, ...others] = named.filter(({ generation, answer }) => generation === null && answer === null)
  const [one, ...more] = named.filter((other) => other !== model)
  if (!model?.restriction || others.length > 0 || !one || more.length > 0 || one.answer !== null) return [...named]
  if (model.make !== one.make || model.family !== one.family || model.isDoubtful) return [...named]
  one.restriction = [one.restriction, model.restriction].filter(Boolean).join('/')
  for (const word of words.slice(model.first, model.last + 1)) word.as ??= 'vehicle'
  return [one]
}

/**
 * Reads a model that is written as two words: `320 d` of a BMW, and `C 220` of a Mercedes behind its make or its class. Returns the vehicle
 * that it names, if none before it is that, and whether a name may follow at once; `isLetter` if the number behind it is an engine.
 */
export function readSpacedModel(
  named: readonly Named[],
  words: readonly Word[],
  first: number,
  { make, isBehindMake, scope, names }: Pick<Place, 'make' | 'scope' | 'names'> & { isBehindMake: boolean },
): { model?: Named; isLink: boolean; isLetter?: true } | undefined {
  const [head, tail] = words.slice(first, first + 2)
  // `C 350` and `C-350`
  if (!head || head.isTaken || !tail || !/^[ -]$/.test(tail.gap)) return undefined
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

/** Returns the family of a model such as `RX350`, `C300` or `118d`, whose letters or first digit name a family or class of the make. */
export function modelOfSeries(
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
  // `V12` is an engine.
  if (start === undefined || of === undefined || /^V1[02]$/.test(key)) return undefined
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
export const isSpacedModel = (words: readonly Word[], at: number): boolean => {
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

/** Returns the series of BMW that a digit means in front of bodies and a code of that series, as in `BMW 3 Touring (E46)`. */
export function seriesWithCode(words: readonly Word[], at: number, names: VehicleNames): NamedThing | undefined {
  const digit = /^[1-8]$/.exec((words[at] as Word).key)?.[0]
  const series = names.things.get(`${digit}SERIES`)?.find((one) => one.kind === 'family' && one.make === 'BMW')
  if (!series) return undefined
  let code = at + 1
  while (code - at < maxWordsToCode && words[code] && versionKeys.has((words[code] as Word).key)) code++
  const isCode = areBodies(words.slice(at + 1, code)) && /^[\s(]{1,2}$/.test(words[code]?.gap ?? '')
  return isCode && isGenerationOf(words[code], series, names) ? series : undefined
}

/** Matches models of BMW, which begin with the number of their series. */
export const bmwModel = /^M?([1-8])\d{2}(?:D|I|TI|XD|XI|CI|TD|TDS|IS|E)$/

/** Tells whether a family is a model that has the generations of its series, such as `328i E90` and `M3 E92`. */
export const isModelOfSeries = (one: Named | undefined): boolean =>
  one?.make === 'BMW' && (bmwModel.test(nameKey(one.family)) || seriesOfSport(one.family) !== null)

/** Drops models that a generation of the same make names better, such as `328i E90`; without another engine they say the engine. */
export function dropModelsOfGenerations(
  named: Named[],
  words: readonly Word[],
  engines: (Span & { names: readonly string[]; isBare: boolean })[],
  ofRanges: ReadonlySet<Word>,
  text: string,
): Named[] {
  // The F80 is an M3 itself.
  const generations = named.filter(
    (one) => one.make === 'BMW' && one.generation !== null && seriesOfSport(one.family) === null,
  )
  const [generation] = generations
  if (!generation) return named
  const sports = named.filter(
    (one) => one.make === 'BMW' && one.generation === null && seriesOfSport(one.family) !== null,
  )
  if (sports.length > 0) return joinSports(named, sports, generations, words, text)
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
  const isBeforeCode = (last: number, first: number) =>
    first > last + 1 &&
    words.slice(last + 1, first).every((word) => engines.some((one) => one.start <= word.start && word.end <= one.end))
  // A series that a model names is not said again where a generation of it is in front, or behind its litres.
  const isOfGeneration = (one: Named) =>
    one.generation === null &&
    one.first === one.last &&
    bmwModel.test(words[one.first]?.key ?? '') &&
    generations.some(({ family, at, first }) => family === one.family && (at < one.at || isBeforeCode(one.last, first)))
  for (const one of named) if (isOfGeneration(one)) (words[one.first] as Word).as ??= 'engine'
  return named.filter((one) => !isModel(one) && !isOfGeneration(one))
}

/** Restricts sport models by the generations of their series beside them, as in `M5 F10, M6 F12 F13`, which are none of their own. */
function joinSports(
  named: readonly Named[],
  sports: readonly Named[],
  generations: readonly Named[],
  words: readonly Word[],
  text: string,
): Named[] {
  const dropped = new Set<Named>()
  for (const sport of sports) {
    const isOfSeries = (one: Named) =>
      generations.includes(one) && one.family.charAt(0) === seriesOfSport(sport.family) && !dropped.has(one)
    const place = named.indexOf(sport)
    const isNext = (one: Named, at: number, all: readonly Named[]) =>
      isOfSeries(one) && all.slice(0, at).every(isOfSeries)
    const groups = [named.slice(0, place).toReversed().filter(isNext), named.slice(place + 1).filter(isNext)]
    // `E46 M3, E90 335i`: behind a sign stands another vehicle, if one is there without it.
    const isJoined = ([one]: readonly Named[]) =>
      one !== undefined &&
      words
        .slice(Math.min(one.last, sport.last) + 1, Math.max(one.first, sport.first) + 1)
        .every(({ gap }) => !/[,/&+;|]/.test(gap))
    const beside = (groups.some(isJoined) ? groups.filter(isJoined) : groups).flat()
    const own = beside.length > 0 ? beside : named.filter(isOfSeries).slice(0, 1)
    if (own.length > 0)
      sport.restriction ??= own
        .toSorted((one, other) => one.at - other.at)
        .map(({ at, end }) => text.slice(at, end))
        .join(' ')
    for (const one of own) {
      dropped.add(one)
      for (const word of words.slice(one.first, one.last + 1)) word.as ??= 'condition'
    }
    // `E87 M3` is a 1 Series that looks like an M3; `E87, M3` are two vehicles.
    const before = named[place - 1]
    const isLook = own.length === 0 && before !== undefined && generations.includes(before) && !dropped.has(before)
    if (isLook && joins.test(words[sport.first]?.gap ?? '')) dropped.add(sport)
  }
  return named.filter((one) => !dropped.has(one))
}

/**
 * Returns the make that a text without any means: that of the code of a generation, such as `X204`, beside its family or a model of it, as
 * in `GLK X204` and `E90 335i`. One of the two alone may be anything.
 */
export function makeOfCode(words: readonly Word[], names: VehicleNames): string | null {
  // `M3` may be a thread.
  if (words.some(({ key }) => thread.test(key.toLowerCase()))) return null
  const makes = new Set<string>()
  for (const [at, { key }] of words.entries()) {
    if (!/^\p{L}\d{2,3}$/u.test(key) || types.test(key)) continue
    const things = names.things.get(key) ?? names.things.get(bodyCode(key)) ?? []
    if (things.some(({ kind }) => kind !== 'generation')) continue
    const beside = words.slice(Math.max(at - 3, 0), at + 4).filter((word) => word.key !== key)
    for (const thing of things)
      if (beside.some((word) => isFamilyOrModel(word.key, thing, names))) makes.add(thing.make)
  }
  const [make, ...more] = makes
  return make !== undefined && more.length === 0 ? make : null
}

/** Tells whether a word is a family that only one make has, or a model of it. */
function isFamilyOrModel(key: string, { make, family }: NamedThing, names: VehicleNames): boolean {
  const isOf = (names.things.get(key) ?? []).some(
    (one) => one.kind === 'family' && one.make === make && one.family === family,
  )
  // `One` and `Hatch` are ordinary words.
  if (isOf && key !== 'ONE' && !versionKeys.has(key) && !isPartWord(key.toLowerCase())) return true
  if (/^M\d$/.test(key)) return make === 'BMW' && family === `${key.charAt(1)} Series`
  return (
    modelOfSeries(key, make, { makesOfText: new Set([make]), makesOfVehicles: new Set(), make }, names)?.family ===
    family
  )
}
