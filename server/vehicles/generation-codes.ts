import { type Named, type Word, joins } from '#server/vehicles/fit-text.ts'
import { connector, driveKeys, engineCodes, isSide, types, versionKeys } from '#server/vehicles/fit-words.ts'
import { isValves } from '#server/vehicles/measures.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import { type NamedThing, type VehicleNames, familyKey, nameKey } from '#server/vehicles/vehicle-names.ts'

/** Matches classes of load, which one family has several of. */
export const loadClass = /^(?:150|250|350|450|550|1500|2500|3500|4500|5500)(?:HD)?$/

const roman = /^(?:II|III|IV|V|VI|VII|VIII|IX|MK\d)$/

/** Tells whether what looks like a size, such as `4M` or `2 CM`, stands where a family has its code. */
export function isCodeOfFamily(found: string, words: readonly Word[], at: number, names: VehicleNames): boolean {
  if (!/^\d(?:\p{L}|\s\p{Lu}{2})$/u.test(found)) return false
  const next = words.findIndex((word) => word.start === at)
  if (!/^[\s(/]{1,2}$/.test(words[next]?.gap ?? '')) return false
  // `A3 8P 8V`
  let behind = next
  while (/^\d\p{L}$/u.test(words[behind - 1]?.key ?? '')) behind--
  const families = Array.from({ length: names.maxWords }, (_, more) =>
    words.slice(Math.max(behind - 1 - more, 0), behind),
  )
    .flatMap((span) => names.things.get(span.map((word) => word.key).join('')) ?? [])
    .filter((thing) => thing.kind === 'family' && /\p{L}/u.test(nameKey(thing.family)))
  const hasOwn = families.some((family) => isGenerationOf(words[next], family, names))
  // `Golf 2 CM` may be a Golf II or a size.
  if (/\s/.test(found)) return families.length > 0 && !hasOwn
  return isValves(found.toLowerCase())
    ? hasOwn || families.some((one) => isOfBase(words[next], one, names))
    : families.length > 0
}

/** Tells whether a code is that of the family that a sport model of Audi is made of, as in `RS3 8V`. */
const isOfBase = (code: Word | undefined, { make, family }: NamedThing, names: VehicleNames): boolean => {
  const digit = make === 'Audi' ? /^(?:RS |S)(\d)$/.exec(family)?.[1] : undefined
  return (
    digit !== undefined && isGenerationOf(code, { kind: 'family', make, family: `A${digit}`, generation: null }, names)
  )
}

export const isGenerationOfNamed = (one: NamedThing, { make, family }: Named): boolean =>
  one.kind === 'generation' && one.make === make && one.family === family

/** Returns the number of a code of Mercedes with the letter of its body, such as `B906`. */
export const bodyCode = (key: string): string => /^[A-CRSV-X](\d{3})$/.exec(key)?.[1] ?? ''

/** Returns the generation of a family that a code names, also one with the letters of a van behind it, such as `188AX`. */
export function generationOf(key: string, { make, family }: Named, names: VehicleNames): NamedThing | undefined {
  const codes = [key, /^(\d{3})\p{L}{2}$/u.exec(key)?.[1] ?? '', bodyCode(key), codeOfBody.exec(key)?.[1] ?? '']
  const found = codes.map((code) =>
    (names.things.get(code) ?? []).filter(
      (one) => one.kind === 'generation' && one.make === make && one.family === family,
    ),
  )
  return found.find(({ length }) => length === 1)?.[0]
}

/** Matches a code with the number or letter of its body, such as `1P1` and `8PA`, and no `4GB`. */
export const codeOfBody = /^(?!\d(?:[GT]B|CM|K[GMW]|M[ML])$)(\d\p{L})[\p{L}\d]$/u

const isNameOf = ({ key }: Word, one: Named, generations: ReadonlySet<string>, names: VehicleNames): boolean =>
  (names.things.get(key) ?? []).some(
    (thing) => isGenerationOfNamed(thing, one) && generations.has(thing.generation ?? ''),
  )

/** Keeps which faces of a Porsche its code says, as in `991.2` and `997.1/997.2`, as a restriction of it. */
export function takeFaces(named: readonly Named[], words: readonly Word[], text: string, names: VehicleNames): void {
  for (const [index, one] of named.entries()) {
    if (one.make !== 'Porsche' || one.generation === null) continue
    const own = words.slice(one.first, named[index + 1]?.first).filter((word) => /^\d{3}$/.test(word.key))
    const codes = own.filter(({ key }) => generationOf(key, one, names)?.generation === one.generation)
    const faces = codes.flatMap((code) => {
      const face = words[words.indexOf(code) + 1]
      return face?.gap === '.' && /^[12]$/.test(face.key) ? [{ code, face }] : []
    })
    // `997/997.2` are all of them.
    if (faces.length === codes.length && faces.length > 0)
      one.restriction = [one.restriction, faces.map(({ code, face }) => text.slice(code.start, face.end)).join('/')]
        .filter(Boolean)
        .join(', ')
    for (const { code, face } of faces) code.as = face.as = 'vehicle'
  }
}

/** Matches what may be a code in brackets behind a family. */
const codeInBrackets = /^(?:\p{L}{2,3}|\p{L}{1,3}\d{1,3}\p{L}?|\d{3}(?:\p{L}{1,2})?|\d{1,2}\p{L}\d?)$/u

const typesLikeWords: ReadonlySet<string> = new Set(['FordCAP', 'MazdaDE'])

/** Reads the codes in brackets behind a family and its bodies: a vehicle for each that is known, else one with a stranger behind it. */
export function takeBrackets(
  one: Named,
  named: readonly Named[],
  words: readonly Word[],
  names: VehicleNames,
): Named[] {
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
  // `Kangoo (F/KC0)`: the letter says the same as the code behind it, and so does the BM of Mercedes in `(BM 168)`.
  const [letter, code] = inside
  if (letter && code && known.includes(code) && isPrefixOfCode(letter, code)) letter.as ??= 'vehicle'
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
      // `Focus (CAP)` is a type of Ford, and no cap, and `2 (DE)` a Mazda.
      (!isPartWord(word.key.toLowerCase()) || typesLikeWords.has(one.make + word.key)) &&
      !connector.test(word.key.toLowerCase()),
  )
  return [{ ...one, stranger: stranger ?? null }]
}

/** Tells whether a word only leads on to the code behind it, as in `F/KC0` and `BM 168`. */
export const isPrefixOfCode = ({ key }: Word, code: Word | undefined): boolean =>
  (/^\p{L}$/u.test(key) && code?.gap === '/') || (key === 'BM' && code?.gap === ' ' && /^\d{3}$/.test(code.key))

/** Tells whether a word is a family, and another one a generation of it. */
export const isFamilyWithCode = (word: Word | undefined, code: Word | undefined, names: VehicleNames): boolean =>
  (names.things.get(word?.key ?? '') ?? []).some((one) => one.kind === 'family' && isGenerationOf(code, one, names))

export const isGenerationOf = (word: Word | undefined, { make, family }: NamedThing, names: VehicleNames): boolean =>
  (names.things.get(word?.key ?? '') ?? []).some(
    (one) => one.kind === 'generation' && one.make === make && one.family === family,
  )

const isEngineCode = new RegExp(`^${engineCodes.source}$`, 'u')

/** Tells whether a word may be the code of a generation, such as `J12`, `4M`, `KL`, `III` or `3`, and is no size, version or side. */
export function isUnknownCode(words: readonly Word[], at: number, text: string): boolean {
  const { key, start, end } = words[at] as Word
  if (types.test(key) || versionKeys.has(key) || driveKeys.has(key) || isSide(key) || /^[2-5]D$/.test(key)) return false
  if (isPrefixOfCode(words[at] as Word, words[at + 1])) return false
  // `Integra GS-R`
  if (words[at + 1]?.gap === '-' && versionKeys.has(key + (words[at + 1]?.key ?? ''))) return false
  // `TL SH-AWD` and `GTO LS1`
  if (driveKeys.has(key + (words[at + 1]?.key ?? '')) || isEngineCode.test(key.toLowerCase())) return false
  // `Cruze L4 1.4L`
  if (/^[VLIRH](?:[34568]|1[02])$/.test(key) && /^\d$/.test(words[at + 1]?.key ?? '') && words[at + 2]?.gap === '.')
    return false
  const next = words[at + 1]?.key ?? ''
  // `Maxima key - 5B trunk` has five buttons.
  if (/^[2-6]B$/.test(key) && /^(?:TRUNK|HATCH|REMOTE)$/.test(next)) return false
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

/** Matches what is counted by a number in front of it, so that the number is no generation. */
const numbered =
  /^(?:CYL|ZYL|DOOR|DRS?$|WD$|SPEED|GANG|SEAT|SITZ|PIN|POL|TEIL|TLG|PIECE|PACK|PCS|STK|STUCK|SZT|PAIR|SET|X$|LOCH|HOLE|LUG|BOLT|STUD)/

/**
 * Tells whether a number of a generation stands in front of a code of the same family, whose generations are called by codes alone, as in
 * `Range Rover III (L322)`: catalogues count what its maker does not.
 */
export function isNumeralBeforeCode(previous: Named, words: readonly Word[], at: number, names: VehicleNames): boolean {
  const numeral = words[at] as Word
  if (!/^(?:I|II|III|IV|V|VI|VII)$/.test(numeral.key) || previous.last !== at - 1 || numeral.gap !== ' ') return false
  if (previous.generation !== null || previous.answer !== null) return false
  const rows = names.generations.get(familyKey(previous.make, previous.family)) ?? []
  const isCounted = rows.some(({ generation, names: own }) =>
    [generation ?? '', ...own].some((name) => /(?:^| )[IVX]+$/.test(name)),
  )
  if (isCounted || rows.length === 0) return false
  let first = at + 1
  while (first - at <= maxWordsToCode && words[first]?.gap === ' ' && isBody((words[first] as Word).key)) first++
  const code = words[first]
  if (!code || !/^ ?\(?$/.test(code.gap)) return false
  const end = words.findIndex(({ gap }, index) => index > first && !/^[\s,/]+$/.test(gap))
  const inside = code.gap.includes('(') ? words.slice(first, end < 0 ? undefined : end) : [code]
  return inside.some(({ key }) => generationOf(key, previous, names) !== undefined)
}

/** Tells whether a word is the rest of a code in two words, such as `Mk 8` and `2 CM`. */
export const isCodeBehindNumber = (word: Word | undefined, text: string): boolean =>
  word !== undefined &&
  /^\s?$/.test(word.gap) &&
  (/^[1-9]$/.test(word.key) || roman.test(word.key) || /^[A-Z]{2}$/.test(text.slice(word.start, word.end)))

/** Tells whether a word stands where a family has its generation: at once or with a body between them, in brackets or not. */
export const isCodePlace = (previous: Named | undefined, words: readonly Word[], at: number): boolean =>
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
export const maxWordsToCode = 7

/** Tells whether words say bodies or equipment only, also in two words, such as `T-Modell`. */
export const areBodies = (words: readonly Word[]): boolean => {
  const [first, second, third] = words
  if (!first) return true
  if (!/^[\s(/-]{0,3}$/.test(first.gap)) return false
  // `3,5-t` and `3,5t`
  if (first.isTaken && /^[.,]$/.test(second?.gap ?? '')) {
    if (third?.key === 'T' && third.isTaken) return areBodies(words.slice(3))
    if (/^\dT$/.test(second?.key ?? '')) return areBodies(words.slice(2))
  }
  if (second && joins.test(second.gap) && isBody(first.key + second.key)) return areBodies(words.slice(2))
  return (isBody(first.key) || driveKeys.has(first.key)) && areBodies(words.slice(1))
}

/** Tells whether a key is a body or equipment; Turbo stands in front of a code only as that, as in `911 Turbo (996)`. */
const isBody = (key: string): boolean => versionKeys.has(key) || /^TURBOS?$/.test(key)

/** Tells whether a word is, or may be, the code of the family in front of it. */
export function isCodeBehind(
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

/** Lists makes that call no model by letters with a number, so that what looks like one is the code of a chassis. */
const makesWithCodes: ReadonlySet<string> = new Set([
  'Acura',
  'Ford',
  'Honda',
  'Mazda',
  'Mitsubishi',
  'Nissan',
  'Subaru',
  'Toyota',
])

/** Tells whether a word behind a vehicle may only be the code of a chassis, such as `EM1`, `S14` and `JZA80`. */
export const isChassisCode = ({ make, makes }: Named, { key }: Word, names: VehicleNames): boolean =>
  makes.length === 1 &&
  makesWithCodes.has(make) &&
  // The codes of an Acura are those of the Honda that it is built as.
  (names.things.get(key) ?? []).every((thing) => make === 'Acura' && thing.make === 'Honda') &&
  !types.test(key) &&
  (/^\p{L}{2,3}\d{1,3}\p{L}?$|^\p{L}\d{2}\p{L}?$/u.test(key) ||
    (/^(?:Acura|Honda)$/.test(make) && /^[DE][A-K]$/.test(key))) &&
  !/^(?:CX|MX|RX|MK)\d/.test(key)

/** Tells whether a word is a code of Honda that says a body or engine of a generation, such as `EK4` and `DC2`. */
export const isCodeOfBody = ({ make }: Named, key: string): boolean =>
  /^(?:Acura|Honda)$/.test(make) && /^\p{L}{2}\d$/u.test(key)

/** Matches codes of the only body of a generation, which restrict nothing: those of Leon, Toledo and Ibiza. */
const ofOnlyBody = /^(?:1P1|1M[12]|5P2|6[KL]1)$/

/** Tells whether a code says one body of a generation and not all of it, such as `E91` of an E90, `R53`, `S204` and `1K5`. */
function isCodeOfOneBody({ key }: Word, { make, family, generation }: Named, names: VehicleNames): boolean {
  const pattern = {
    BMW: /^\p{L}\d{2}$/u,
    MINI: /^\p{L}\d{2}$/u,
    Audi: /^8F\d?$/,
    'Mercedes-Benz': /^[ACSX]\d{3}$|^V177$|^W?90[2-5]$|^W?910$/,
  }[make]
  const isNamed = (name: string) =>
    (names.things.get(name) ?? []).some(
      (one) => one.kind === 'generation' && one.make === make && one.family === family && one.generation === generation,
    )
  if (generation === null || key === nameKey(generation) || ofOnlyBody.test(key)) return false
  const [, code] = codeOfBody.exec(key) ?? []
  return pattern?.test(key) ? isNamed(key) : code !== undefined && isNamed(code) && (/\d$/.test(key) || !isNamed(key))
}

/** Finds the codes of single bodies that a vehicle is restricted to; none beside the code of its generation, as in `E90 E91`. */
export function findBodyCodes(one: Named, words: readonly Word[], names: VehicleNames): Word[] {
  if (one.generation === null || one.answer !== null) return []
  // `A4 B8 A5 8F`: a code in front may be that of another family.
  const isOfOther = isFamilyWithCode(words[one.first - 2], words[one.first - 1], names)
  const codes = words
    .slice(Math.max(isOfOther ? one.first : one.first - 1, 0), one.last + 1)
    .filter((word) => !/^(?:MK)?\d$/.test(word.key) && /\d/.test(word.key))
    .filter((word) => isCodeOfOneBody(word, one, names) || isGenerationOf(word, { ...one, kind: 'generation' }, names))
  // `W204 (S204)`: brackets restrict what stands in front of them.
  const bracket = codes.findLastIndex(({ gap }) => gap.includes('('))
  const said = codes.slice(Math.max(bracket, 0))
  return said.every((word) => isCodeOfOneBody(word, one, names)) ? said : []
}

/** Finds the codes of single bodies in brackets that stand anywhere behind a vehicle, as in `C-Class W204 from 2007 (S204)`. */
export const findBodyCodesInBrackets = (
  named: readonly Named[],
  words: readonly Word[],
  names: VehicleNames,
): Word[] => {
  const found: Word[] = []
  for (const [at, word] of words.entries()) {
    const isIn = word.gap.includes('(') || (found.at(-1) === words[at - 1] && /^[\s,/&+]+$/.test(word.gap))
    if (isIn && named.some((one) => isCodeOfOneBody(word, one, names))) found.push(word)
  }
  return found
}

/** Tells whether a family has one row for all of its years. */
const isOneVehicle = ({ make, makes, family }: Named, names: VehicleNames): boolean =>
  makes.length === 1 && (names.years.get(familyKey(make, family)) ?? []).length === 1

/** Matches types in brackets, as catalogues write them: `(156)`, `(4A, 4C)`, `(DA, HCP)` and `(7HB)`. */
const typeInBrackets = /^(?:\d{3}|\d\p{L}{1,2}|\p{L}{2,4}|\p{L}{1,3}\d{1,2}\p{L}?|\d\p{L}\d)$/u

/** Tells whether a word is a type in brackets right behind a family with one row for all of its years, or its body. */
export const isTypeOfOneVehicle = (
  one: Named,
  words: readonly Word[],
  at: number,
  text: string,
  names: VehicleNames,
): boolean =>
  one.generation === null &&
  (words[at] as Word).gap.includes('(') &&
  findTypesBehind([one], words, text, names).includes(words[at] as Word)

/** Finds the types in brackets right behind the generation of a vehicle or its body, which restrict it and name no other one. */
export function findTypesBehind(
  named: readonly Named[],
  words: readonly Word[],
  text: string,
  names: VehicleNames,
): Word[] {
  return named.flatMap((one) => {
    if (one.answer !== null || (one.generation === null && !isOneVehicle(one, names))) return []
    let at = one.last + 1
    while (
      at - one.last <= maxWordsToCode &&
      words[at] &&
      /^[ -]$/.test((words[at] as Word).gap) &&
      isBody((words[at] as Word).key)
    )
      at++
    if (!/^ ?\($/.test(words[at]?.gap ?? '')) return []
    let end = at + 1
    while (words[end] && /^[ _]?[,/][ _]?$|^, ?_?$/.test((words[end] as Word).gap)) end++
    const inside = words.slice(at, end)
    const isType = ({ key, isTaken, start, end: to }: Word) =>
      // `4A` beside `4C` are no amperes.
      (!isTaken || (inside.length > 1 && /^\dA$/.test(key))) &&
      typeInBrackets.test(key) &&
      text.slice(start, to) === key &&
      !types.test(key) &&
      !isSide(key) &&
      !versionKeys.has(key) &&
      !driveKeys.has(key) &&
      !connector.test(key.toLowerCase()) &&
      (names.things.get(key) ?? []).every((thing) => thing.kind !== 'make' && thing.make !== one.make)
    const unread = inside.filter(({ as }) => as === null)
    return /^[_ ]*\)/.test(text.slice(inside.at(-1)?.end)) &&
      unread.every(isType) &&
      !unread.every(({ key }) => isPartWord(key.toLowerCase()))
      ? unread
      : []
  })
}

/** Matches codes that mean a generation also behind an engine, where `4` may count parts. */
const codeBehindEngine = /^(?:\p{L}{1,3}\d|[IVX]{2,}$)/u

/** Returns the bodies between a family and its generation, as in `A4 Avant 2.0 TDI (B6)`; null if other words, or none, are between. */
export function bodyBetween(
  text: string,
  words: readonly Word[],
  previous: Named | undefined,
  first: number,
): string | null {
  if (!previous || previous.last >= first - 1) return null
  const between = words.slice(previous.last + 1, first)
  const bodies = between.filter((word) => !word.isEngine)
  if (bodies.length < between.length && !codeBehindEngine.test((words[first] as Word).key)) return null
  if (!isBehindBodies(previous, words, first, bodies)) return null
  return text.slice(bodies[0]?.start ?? 0, bodies.at(-1)?.end ?? 0)
}
